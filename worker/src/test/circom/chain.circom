pragma circom 2.1.0;
include "lib/chain.circom";

component main {public [key]} = Chain(4, 50);
