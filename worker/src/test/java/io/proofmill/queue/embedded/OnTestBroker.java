package io.proofmill.queue.embedded;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An integration test that takes its broker from {@link TestBroker}. The build runs it on each kind of broker; on containers only where a Docker engine answers. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("broker")
@ExtendWith(OnTestBroker.EngineAnswers.class)
public @interface OnTestBroker {
    /** Skips the whole class, so that nothing of it is set up or torn down. */
    final class EngineAnswers implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return TestBroker.isPossible()
                    ? ConditionEvaluationResult.enabled("its broker can be started")
                    : ConditionEvaluationResult.disabled("no Docker engine answers on this machine");
        }
    }
}
