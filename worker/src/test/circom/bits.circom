pragma circom 2.1.0;
include "lib/bits.circom";

component main {public [right]} = Bits(32, 6);
