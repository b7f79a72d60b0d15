package io.proofmill.queue;

import io.proofmill.queue.registry.RegistryUnavailableException;
import io.proofmill.schemas.ProofResult;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds an earlier result off the poll thread, for as long as it takes. */
final class ResultRecall implements JobFlow.Recall {
    private static final Logger LOG = LoggerFactory.getLogger(ResultRecall.class);

    private final MemoryLoader loader;
    private final Executor executor;
    private final Mailbox mailbox;
    private final Backoff backoff;
    private final Pauser pauser;

    ResultRecall(MemoryLoader loader, Executor executor, Mailbox mailbox, Backoff backoff, Pauser pauser) {
        this.loader = loader;
        this.executor = executor;
        this.mailbox = mailbox;
        this.backoff = backoff;
        this.pauser = pauser;
    }

    @Override
    public void find(int partition, JobMemory.Entry entry, String jobId, Consumer<Optional<ProofResult>> then) {
        executor.execute(() -> {
            try {
                Optional<ProofResult> result = patiently(partition, entry.from(), jobId);
                mailbox.post(() -> then.accept(result));
            } catch (InterruptedException e) {
                LOG.debug("The worker ended before the result of job {} was found", jobId);
            }
        });
    }

    private Optional<ProofResult> patiently(int partition, long from, String jobId) throws InterruptedException {
        for (int failures = 1; ; failures++) {
            try {
                return loader.resultOf(partition, from, jobId);
            } catch (InterruptException e) {
                throw new InterruptedException();
            } catch (ExecutionException | TimeoutException | KafkaException | RegistryUnavailableException e) {
                LOG.warn("The result of job {} cannot be read yet: {}", jobId, e.toString());
                pauser.pause(backoff.after(failures));
            }
        }
    }
}
