package io.proofmill.schemas;

import org.apache.avro.util.ClassSecurityValidator;

/**
 * Tells Avro that the classes of this package may be instantiated. Avro 1.12 refuses every class that is not listed, even in a builder that fills in an enum's
 * default, unless the JVM was started with {@code -Dorg.apache.avro.SERIALIZABLE_PACKAGES=io.proofmill.schemas}. A program that cannot count on that option
 * calls {@link #install} first.
 */
public final class TrustedContracts {
    private TrustedContracts() {}

    /** Adds this package to what Avro trusts; what was trusted before stays trusted. Calling it again changes nothing. */
    public static synchronized void install() {
        ClassSecurityValidator.ClassSecurityPredicate before = ClassSecurityValidator.getGlobal();
        if (before.isTrusted(ProofRequest.class)) {
            return;
        }
        String ours = TrustedContracts.class.getPackageName();
        ClassSecurityValidator.setGlobal(
                candidate -> candidate.getPackageName().equals(ours) || before.isTrusted(candidate));
    }
}
