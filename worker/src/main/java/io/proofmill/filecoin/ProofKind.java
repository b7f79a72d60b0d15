package io.proofmill.filecoin;

/** What is proved. */
public enum ProofKind {
    /** That a sector was sealed (StackedDrg, "C2"). */
    POREP("porep"),
    /** That a miner's sectors are still there (WindowPoSt). */
    WINDOW("window"),
    /** That the winner of a block holds its sector (WinningPoSt). */
    WINNING("winning"),
    /** That new data were encoded into a sealed sector (EmptySectorUpdate, "SnapDeals"). */
    SNAP("snap");

    private final String label;

    ProofKind(String label) {
        this.label = label;
    }

    /** As in names. */
    public String label() {
        return label;
    }
}
