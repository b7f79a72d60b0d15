package io.proofmill.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One guarantee, and every case in which it did not hold. */
final class Guarantee {
    private static final int SHOWN = 20;

    private final String name;
    private final List<String> breaches = new ArrayList<>();

    Guarantee(String name) {
        this.name = name;
    }

    void breach(String sentence) {
        breaches.add(sentence);
    }

    void breachIf(boolean broken, String sentence) {
        if (broken) {
            breach(sentence);
        }
    }

    boolean holds() {
        return breaches.isEmpty();
    }

    String line() {
        return String.format(Locale.ROOT, "%-26s %d", name, breaches.size());
    }

    /** The first of the breaches. */
    List<String> details() {
        return breaches.stream()
                .limit(SHOWN)
                .map(sentence -> name + ": " + sentence)
                .toList();
    }
}
