package io.proofmill.queue;

import io.proofmill.queue.RequestDecoder.Decoded;
import io.proofmill.queue.registry.RegistryUnavailableException;
import io.proofmill.schemas.FailureClass;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done with a record before it is a job that can start: decode it, bring its payloads to hand. Off the poll thread; the answers come by mailbox.
 *
 * <p>When the registry or a payload store is away, the record waits here, with backoff, and is neither skipped nor dead-lettered. Intake stops by itself, since what waits fills the buffer. A record
 * at which this program itself fails gets a dead letter: without an answer its partition would stand still behind it for ever.
 */
final class Preparation {
    private static final Logger LOG = LoggerFactory.getLogger(Preparation.class);

    /** Something that may have to wait for the surroundings. */
    private interface Step<T> {
        T run() throws PayloadException, InterruptedException;
    }

    private final RequestDecoder decoder;
    private final PayloadResolver resolver;
    private final Executor decoding;
    private final Executor fetching;
    private final Mailbox mailbox;
    private final Troubles troubles;
    private final Backoff backoff;
    private final Pauser pauser;
    private volatile QueueListener listener = QueueListener.NONE;

    /**
     * @param decoding one thread, so that records keep their order
     * @param fetching as many threads as there are jobs that wait
     */
    Preparation(
            RequestDecoder decoder,
            PayloadResolver resolver,
            Executor decoding,
            Executor fetching,
            Mailbox mailbox,
            Troubles troubles,
            Backoff backoff,
            Pauser pauser) {
        this.decoder = decoder;
        this.resolver = resolver;
        this.decoding = decoding;
        this.fetching = fetching;
        this.mailbox = mailbox;
        this.troubles = troubles;
        this.backoff = backoff;
        this.pauser = pauser;
    }

    /** Tells somebody of payloads that do not come. */
    void tell(QueueListener newListener) {
        listener = newListener;
    }

    void decode(ConsumerRecord<byte[], byte[]> record, BooleanSupplier wanted, Consumer<Decoded> then) {
        decoding.execute(() -> {
            try {
                Decoded decoded = patiently("decoder", wanted, () -> decoder.decode(record));
                mailbox.post(() -> then.accept(decoded));
            } catch (PayloadException e) {
                throw new AssertionError("decoding fetches no payload", e);
            } catch (InterruptedException e) {
                LOG.debug("Offset {} is left to another worker", record.offset());
            } catch (RuntimeException e) {
                LOG.error("{}-{} offset {} cannot be taken in", record.topic(), record.partition(), record.offset(), e);
                Decoded refused = new Decoded.Refused(
                        RawRecord.of(record), Optional.empty(), "the record cannot be taken in: " + e);
                mailbox.post(() -> then.accept(refused));
            }
        });
    }

    /** Answers at once when the payloads came with the request as they are, and by mailbox otherwise. */
    void resolve(
            AcceptedRequest request,
            BooleanSupplier wanted,
            Consumer<List<JobPayload>> then,
            Consumer<PayloadException> otherwise) {
        Optional<List<JobPayload>> atHand = resolver.atHand(request);
        if (atHand.isPresent()) {
            then.accept(atHand.get());
            return;
        }
        fetching.execute(() -> {
            try {
                List<JobPayload> payloads =
                        patiently("payload of " + request.jobId(), wanted, () -> resolver.resolve(request));
                mailbox.post(() -> then.accept(payloads));
            } catch (PayloadException e) {
                listener.payloadFailed(e.reason().name());
                mailbox.post(() -> otherwise.accept(e));
            } catch (InterruptedException e) {
                LOG.debug("Job {} is left to another worker", request.jobId());
            } catch (RuntimeException e) {
                LOG.error("The payloads of job {} cannot be brought to hand", request.jobId(), e);
                PayloadException bug =
                        new PayloadException(Reason.INTERNAL, "the payloads cannot be brought to hand: " + e, e);
                mailbox.post(() -> otherwise.accept(bug));
            }
        });
    }

    /** Gives back what {@link #resolve} brought. */
    void release(List<JobPayload> payloads) {
        resolver.release(payloads);
    }

    private <T> T patiently(String source, BooleanSupplier wanted, Step<T> step)
            throws PayloadException, InterruptedException {
        for (int failures = 1; ; failures++) {
            try {
                return step.run();
            } catch (RegistryUnavailableException e) {
                waitFor(source, Reason.REGISTRY_UNAVAILABLE, e.getMessage(), failures);
            } catch (PayloadException e) {
                if (e.reason().failureClass() != FailureClass.INFRASTRUCTURE) {
                    throw e;
                }
                listener.payloadFailed(e.reason().name());
                waitFor(source, e.reason(), e.getMessage(), failures);
            } finally {
                troubles.end(source);
            }
            if (!wanted.getAsBoolean()) {
                throw new InterruptedException();
            }
        }
    }

    private void waitFor(String source, Reason reason, String sentence, int failures) throws InterruptedException {
        troubles.begin(source, reason.name(), sentence);
        if (failures == 1) {
            LOG.warn("{}: {}; waiting", reason, sentence);
        }
        pauser.pause(backoff.after(failures));
    }
}
