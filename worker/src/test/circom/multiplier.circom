pragma circom 2.1.0;

// The smallest circuit with something of everything: two outputs, a public and a private input, a constant.
template Multiplier() {
    signal input a;
    signal input b;
    signal output product;
    signal output shifted;

    product <== a * b;
    shifted <== product * a + 5;
}

component main {public [b]} = Multiplier();
