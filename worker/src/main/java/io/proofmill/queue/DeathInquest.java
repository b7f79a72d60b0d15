package io.proofmill.queue;

import io.proofmill.queue.registry.RegistryUnavailableException;
import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.ProofEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out how far a worker was when it died, for the letter of a job that killed it. The attempt was written before it began, so its record names the worker and no more; the device and the last
 * phase stand in the progress events that the worker still sent.
 *
 * <p>Works off the poll thread, tries a few times, and then tells what it has: a letter must not wait for ever for news about a death.
 */
final class DeathInquest implements JobFlow.Inquest {
    private static final Logger LOG = LoggerFactory.getLogger(DeathInquest.class);
    private static final int TRIES = 5;

    private final PartitionReader reader;
    private final RecordCodec codec;
    private final String topic;
    private final Executor executor;
    private final Mailbox mailbox;
    private final Backoff backoff;
    private final Pauser pauser;

    /** @param topic where progress events are */
    DeathInquest(
            PartitionReader reader,
            RecordCodec codec,
            String topic,
            Executor executor,
            Mailbox mailbox,
            Backoff backoff,
            Pauser pauser) {
        this.reader = reader;
        this.codec = codec;
        this.topic = topic;
        this.executor = executor;
        this.mailbox = mailbox;
        this.backoff = backoff;
        this.pauser = pauser;
    }

    /** Tells the poll thread the attempts once more, those that ended by a death with what their events say. */
    @Override
    public void hold(String jobId, List<Attempt> attempts, Consumer<List<Attempt>> then) {
        executor.execute(() -> {
            try {
                List<Attempt> known = patiently(jobId, attempts);
                mailbox.post(() -> then.accept(known));
            } catch (InterruptedException e) {
                LOG.debug("The worker ended before it was known how far job {} had come", jobId);
            }
        });
    }

    private List<Attempt> patiently(String jobId, List<Attempt> attempts) throws InterruptedException {
        for (int failures = 1; failures <= TRIES; failures++) {
            try {
                return withEvents(jobId, attempts);
            } catch (InterruptException e) {
                throw new InterruptedException();
            } catch (ExecutionException | TimeoutException | KafkaException | RegistryUnavailableException e) {
                LOG.warn("The events of job {} cannot be read: {}", jobId, e.toString());
                pauser.pause(backoff.after(failures));
            }
        }
        return attempts;
    }

    private List<Attempt> withEvents(String jobId, List<Attempt> attempts)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<Attempt> known = new ArrayList<>();
        attempts.forEach(attempt -> known.add(Attempt.newBuilder(attempt).build()));
        Optional<Instant> firstDeath = known.stream()
                .filter(DeathInquest::isDeath)
                .map(Attempt::getStartedAt)
                .min(Instant::compareTo);
        if (firstDeath.isEmpty()) {
            return known;
        }
        byte[] key = RawRecord.unwrap(Outgoing.keyOf(jobId));
        TopicPartition name =
                new TopicPartition(topic, Utils.toPositive(Utils.murmur2(key)) % reader.partitions(topic));
        long from = reader.offset(name, OffsetSpec.forTimestamp(firstDeath.get().toEpochMilli()));
        if (from >= 0) {
            reader.read(name, from, record -> {
                if (record.value() != null && Arrays.equals(record.key(), key)) {
                    ProofEvent event = codec.decode(record.value(), ProofEvent.class);
                    known.stream().filter(attempt -> isOf(event, attempt)).forEach(attempt -> note(event, attempt));
                }
                return false;
            });
        }
        return known;
    }

    /** An attempt that never reported. Without a worker nothing more can be found. */
    private static boolean isDeath(Attempt attempt) {
        return attempt.getReasonCode() == null && attempt.getWorker() != null;
    }

    private static boolean isOf(ProofEvent event, Attempt attempt) {
        return isDeath(attempt)
                && event.getAttempt() == attempt.getNumber()
                && event.getWorker() != null
                && event.getWorker().getInstance().equals(attempt.getWorker().getInstance());
    }

    /** Events of an attempt stand in their order. */
    private static void note(ProofEvent event, Attempt attempt) {
        attempt.setPhase(event.getPhase());
        if (event.getDevice() != null) {
            attempt.setDevice(event.getDevice());
        }
    }
}
