package io.proofmill.r1cs;

import java.util.ArrayList;
import java.util.List;

/** Where two circuits part: their digests beside each other. */
public final class RowDigestComparison {
    private RowDigestComparison() {}

    /** One sentence for each difference, the first block of rows that differs at the end; empty when the circuits are equal. */
    public static List<String> differences(RowDigest left, RowDigest right) {
        List<String> differences = new ArrayList<>();
        CircuitCounts a = left.counts();
        CircuitCounts b = right.counts();
        count(differences, "inputs", a.inputs(), b.inputs());
        count(differences, "aux", a.auxiliaries(), b.auxiliaries());
        count(differences, "constraints", a.constraints(), b.constraints());
        count(differences, "nonzeros_a", a.nonZerosA(), b.nonZerosA());
        count(differences, "nonzeros_b", a.nonZerosB(), b.nonZerosB());
        count(differences, "nonzeros_c", a.nonZerosC(), b.nonZerosC());
        count(differences, "density_a_aux", a.densityA(), b.densityA());
        count(differences, "density_b_aux", a.densityB(), b.densityB());
        count(differences, "density_b_inputs", a.densityInputsB(), b.densityInputsB());
        if (!left.sha256().equals(right.sha256())) {
            differences.add(firstBlock(left, right));
        }
        return differences;
    }

    private static void count(List<String> differences, String name, long left, long right) {
        if (left != right) {
            differences.add(name + ": " + left + " against " + right);
        }
    }

    private static String firstBlock(RowDigest left, RowDigest right) {
        if (left.interval() != right.interval()) {
            return "rows differ; intervals " + left.interval() + " and " + right.interval() + " can't be compared";
        }
        long start = 0;
        int common = Math.min(left.checkpoints().size(), right.checkpoints().size());
        for (int i = 0; i < common; i++) {
            Checkpoint checkpoint = left.checkpoints().get(i);
            if (checkpoint.head() != right.checkpoints().get(i).head()) {
                return "the first difference is in rows " + start + " to " + (checkpoint.count() - 1);
            }
            start = checkpoint.count();
        }
        return "the first difference is at or after row " + start;
    }
}
