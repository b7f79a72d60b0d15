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

    static Side at(int place) {
        return switch (place) {
            case 0 -> A;
            case 1 -> B;
            default -> C;
        };
    }
}
