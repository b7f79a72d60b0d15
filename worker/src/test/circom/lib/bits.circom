pragma circom 2.1.0;

template ToBits(width) {
    signal input value;
    signal output bit[width];

    var sum = 0;
    for (var i = 0; i < width; i++) {
        bit[i] <-- (value >> i) & 1;
        bit[i] * (bit[i] - 1) === 0;
        sum += bit[i] * (1 << i);
    }
    sum === value;
}

template Xor(width) {
    signal input left[width];
    signal input right[width];
    signal output out[width];

    for (var i = 0; i < width; i++) {
        out[i] <== left[i] + right[i] - 2 * left[i] * right[i];
    }
}

// picks[i] ? left[i] : right[i]
template Choose(width) {
    signal input pick[width];
    signal input left[width];
    signal input right[width];
    signal output out[width];

    for (var i = 0; i < width; i++) {
        out[i] <== pick[i] * (left[i] - right[i]) + right[i];
    }
}

// Mixes two words bit by bit, `rounds` times, in the manner of a hash: nearly every wire is 0 or 1.
template Bits(width, rounds) {
    signal input left;
    signal input right;
    signal output mixed;

    component leftBits = ToBits(width);
    component rightBits = ToBits(width);
    leftBits.value <== left;
    rightBits.value <== right;

    component xor[rounds];
    component choose[rounds];
    signal a[rounds + 1][width];
    signal b[rounds + 1][width];
    for (var i = 0; i < width; i++) {
        a[0][i] <== leftBits.bit[i];
        b[0][i] <== rightBits.bit[i];
    }
    for (var r = 0; r < rounds; r++) {
        xor[r] = Xor(width);
        choose[r] = Choose(width);
        for (var i = 0; i < width; i++) {
            xor[r].left[i] <== a[r][i];
            xor[r].right[i] <== b[r][(i + 7) % width];
            choose[r].pick[i] <== a[r][(i + 3) % width];
            choose[r].left[i] <== b[r][i];
            choose[r].right[i] <== a[r][(i + 11) % width];
        }
        for (var i = 0; i < width; i++) {
            a[r + 1][i] <== xor[r].out[i];
            b[r + 1][i] <== choose[r].out[i];
        }
    }
    var sum = 0;
    for (var i = 0; i < width; i++) {
        sum += a[rounds][i] * (1 << i);
    }
    mixed <== sum;
}
