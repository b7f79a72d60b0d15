pragma circom 2.1.0;

// x -> (x + key + constant)^7. The shape of MiMC's round; the constants are for tests, not for security.
template Round(constant) {
    signal input state;
    signal input key;
    signal output out;

    signal sum <== state + key + constant;
    signal square <== sum * sum;
    signal fourth <== square * square;
    signal sixth <== fourth * square;
    out <== sixth * sum;
}

// Absorbs `blocks` private values, `rounds` rounds each, and shows the last state. Every wire is a dense field element.
template Chain(blocks, rounds) {
    signal input key;
    signal input message[blocks];
    signal output digest;

    signal absorbed[blocks + 1];
    absorbed[0] <== 0;
    component round[blocks][rounds];
    for (var i = 0; i < blocks; i++) {
        for (var j = 0; j < rounds; j++) {
            round[i][j] = Round((i * rounds + j) * (i * rounds + j) * 1000003 + 17);
            round[i][j].key <== key;
            round[i][j].state <== j == 0 ? absorbed[i] + message[i] : round[i][j - 1].out;
        }
        absorbed[i + 1] <== round[i][rounds - 1].out;
    }
    digest <== absorbed[blocks];
}
