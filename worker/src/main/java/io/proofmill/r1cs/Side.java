package io.proofmill.r1cs;

/** The three combinations of a row {@code A * B = C}. */
public enum Side {
    A(0),
    B(1),
    C(2);

    private final int place;

    Side(int place) {
        this.place = place;
    }

    /** Place in a row. */
    int place() {
        return place;
    }
}
