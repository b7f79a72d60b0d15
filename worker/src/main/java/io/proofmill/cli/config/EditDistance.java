package io.proofmill.cli.config;

/** Levenshtein's distance from one word: the fewest insertions, deletions and substitutions that lead to another. */
record EditDistance(String from) {
    int to(String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int substitution = diagonal + (from.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substitution, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
