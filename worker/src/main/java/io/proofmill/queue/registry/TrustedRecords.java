package io.proofmill.queue.registry;

import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * Tells Avro that the generated classes of our contracts may be instantiated. Avro 1.12 refuses every class that is not listed, by default through a system
 * property; said here, it holds whoever starts the JVM.
 */
final class TrustedRecords {
    private TrustedRecords() {}

    /** Adds the record's package to what Avro trusts; what was trusted before stays trusted. */
    static synchronized void trustPackageOf(Class<? extends SpecificRecord> type) {
        ClassSecurityValidator.ClassSecurityPredicate before = ClassSecurityValidator.getGlobal();
        if (!before.isTrusted(type)) {
            String ours = type.getPackageName();
            ClassSecurityValidator.setGlobal(
                    candidate -> candidate.getPackageName().equals(ours) || before.isTrusted(candidate));
        }
    }
}
