package io.proofmill.cli.doctor;

/**
 * One thing that the doctor looked at.
 *
 * @param subject what was looked at
 * @param verdict how it is
 * @param found what is there
 * @param advice what to do about it; empty where nothing is to be done
 */
record Finding(String subject, Verdict verdict, String found, String advice) {
    enum Verdict {
        OK,
        /** Works, but slower or with less. */
        LIMITED,
        BAD
    }

    static Finding ok(String subject, String found) {
        return new Finding(subject, Verdict.OK, found, "");
    }

    static Finding limited(String subject, String found, String advice) {
        return new Finding(subject, Verdict.LIMITED, found, advice);
    }

    static Finding bad(String subject, String found, String advice) {
        return new Finding(subject, Verdict.BAD, found, advice);
    }
}
