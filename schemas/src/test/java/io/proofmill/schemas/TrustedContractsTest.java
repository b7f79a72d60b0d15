package io.proofmill.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.avro.util.ClassSecurityValidator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrustedContractsTest {
    private final ClassSecurityValidator.ClassSecurityPredicate before = ClassSecurityValidator.getGlobal();

    @BeforeEach
    void as_without_the_jvm_option() {
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.DEFAULT_TRUSTED_CLASSES);
    }

    @AfterEach
    void restore() {
        ClassSecurityValidator.setGlobal(before);
    }

    @Test
    void our_classes_are_trusted_after_installing_and_not_before() {
        assertThatThrownBy(() -> ClassSecurityValidator.validate(ProofRequest.class))
                .isInstanceOf(SecurityException.class);
        TrustedContracts.install();
        ClassSecurityValidator.validate(ProofRequest.class);
        ClassSecurityValidator.validate(Priority.class);
    }

    @Test
    void what_was_trusted_stays_trusted_and_nothing_else_is() {
        TrustedContracts.install();
        assertThat(ClassSecurityValidator.getGlobal().isTrusted(String.class)).isTrue();
        assertThatThrownBy(() -> ClassSecurityValidator.validate(Runtime.class)).isInstanceOf(SecurityException.class);
    }
}
