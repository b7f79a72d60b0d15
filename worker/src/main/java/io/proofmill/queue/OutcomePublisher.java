package io.proofmill.queue;

import io.proofmill.queue.registry.RegistryRefusedException;
import io.proofmill.queue.registry.RegistryUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes outcomes and offsets visible together, exactly once: one {@link Publication}, one transaction.
 *
 * <h2>What fences what</h2>
 *
 * <p><b>Transactional id</b> {@code group.instance}: the broker's coordinator keeps one epoch for it. {@code initTransactions} raises the epoch and ends what an earlier process of
 * that name left open, by commit if it had got so far, by abort otherwise. So a worker that restarts under its instance id frees its readers at once; one that comes back under another
 * name leaves its last transaction to the broker's timeout ({@code transactionTimeout}).
 *
 * <p><b>Epoch</b>: a second process with the same id raises it too. The first one is then refused ({@code ProducerFencedException}, {@code InvalidProducerEpochException}) whatever it
 * sends. The broker raises it as well when it aborts a transaction that timed out.
 *
 * <p><b>Generation</b> (KIP-447): {@code sendOffsetsToTransaction} carries the member id and the generation (or the member epoch of KIP-848) under which the offsets were decided. The group's
 * coordinator refuses any that is not current ({@code CommitFailedException}) and the transaction can only be aborted. So a zombie, paused past its session and replaced by another
 * owner, never publishes: its producer's epoch may be good, its generation is not. That is why one producer for each worker is enough, and why there is not one for each partition: the
 * fence is the membership, and one transaction can carry the outcomes of all partitions. Membership and offsets are snapped together on the poll thread, and a refused publication is
 * never sent again as it is: the poll thread makes a new one from what it owns by then.
 *
 * <h2>Every end leads to a known state</h2>
 *
 * <table>
 * <caption>Failures, in the order in which a transaction meets them</caption>
 * <tr><th>failure</th><th>state</th><th>way on</th></tr>
 * <tr><td>registry away, or refusing our schema, before the transaction begins</td><td>nothing sent</td><td>wait with backoff, encode again</td></tr>
 * <tr><td>record too large for client or broker</td><td>abort</td><td>{@link Verdict#TOO_LARGE}: the poll thread sends the jobs one by one, and for the one at fault a small dead letter</td></tr>
 * <tr><td>generation no longer current</td><td>abort</td><td>{@link Verdict#ABORTED}: the poll thread rejoins and decides anew; from the second time in a row on after a wait of a second at most</td></tr>
 * <tr><td>producer fenced, or its epoch out of date</td><td>aborted by the broker</td><td>new producer, {@link Verdict#ABORTED}</td></tr>
 * <tr><td>timeout or coordinator moved while sending</td><td>abort; when that fails too, a new producer's {@code initTransactions} aborts</td><td>{@link Verdict#ABORTED}</td></tr>
 * <tr><td>any failure of {@code commitTransaction}</td><td>unknown: the coordinator may have written the commit marker</td>
 * <td>new producer: its {@code initTransactions} finishes or aborts the transaction; then the offsets are read back ({@link CommittedOffsets}). They are those of this publication if and only
 * if it was committed, since each publication changes the offset or the metadata of each partition in it, and nobody else writes them while this worker owns the partition</td></tr>
 * </table>
 *
 * <p>Each failure in a row waits longer (backoff with jitter), shows as a trouble in the status, and is never given up: only an interrupt ends it, and then nothing is committed.
 *
 * <p>Single-threaded: all calls come from the publisher's thread.
 */
final class OutcomePublisher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutcomePublisher.class);
    private static final String SOURCE = "publisher";
    private static final Duration LONGEST_REFUSAL = Duration.ofSeconds(1);
    private static final Duration STANDING_TIMEOUT = Duration.ofSeconds(60);

    /** How a publication ended. */
    enum Verdict {
        /** Records and offsets are visible to read_committed. */
        COMMITTED,
        /** Nothing of it is or will be visible. */
        ABORTED,
        /** Nothing of it is or will be visible, since a record is larger than client or broker take. */
        TOO_LARGE
    }

    private final Supplier<Producer<byte[], byte[]>> producers;
    private final CommittedOffsets committedOffsets;
    private final RecordCodec codec;
    private final Troubles troubles;
    private final Backoff backoff;
    private final Pauser pauser;
    private Producer<byte[], byte[]> producer;
    private int failures;
    /** Publications in a row that the group's generation was refused for. */
    private int refusals;

    OutcomePublisher(
            Supplier<Producer<byte[], byte[]>> producers,
            CommittedOffsets committedOffsets,
            RecordCodec codec,
            Troubles troubles,
            Backoff backoff,
            Pauser pauser) {
        this.producers = producers;
        this.committedOffsets = committedOffsets;
        this.codec = codec;
        this.troubles = troubles;
        this.backoff = backoff;
        this.pauser = pauser;
    }

    /** Opens the producer and ends what an earlier process of this name left open. Waits for the brokers as long as it takes. */
    void open() throws InterruptedException {
        while (producer == null) {
            Producer<byte[], byte[]> fresh = null;
            try {
                fresh = producers.get();
                fresh.initTransactions();
                producer = fresh;
            } catch (KafkaException e) {
                discard(fresh);
                waitAfter(Reason.BROKER_UNAVAILABLE, "the transaction coordinator does not take this worker in", e);
            }
        }
    }

    /** Publishes, however long it takes, and says how it ended. */
    Verdict publish(Publication publication) throws InterruptedException {
        List<ProducerRecord<byte[], byte[]>> records = encode(publication.records());
        open();
        Verdict verdict = tryOnce(records, publication);
        if (verdict == Verdict.COMMITTED) {
            failures = 0;
            refusals = 0;
            troubles.end(SOURCE);
        }
        return verdict;
    }

    @Override
    public void close() {
        discard(producer);
        producer = null;
    }

    private List<ProducerRecord<byte[], byte[]>> encode(List<Outgoing> records) throws InterruptedException {
        while (true) {
            try {
                return records.stream().map(record -> record.encoded(codec)).toList();
            } catch (RegistryUnavailableException e) {
                waitAfter(Reason.REGISTRY_UNAVAILABLE, "the schema registry does not answer", e);
            } catch (RegistryRefusedException e) { // until somebody registers the schema, or mends the subject
                waitAfter(Reason.REGISTRY_UNAVAILABLE, "the schema registry refuses the schema of an outcome", e);
            }
        }
    }

    private Verdict tryOnce(List<ProducerRecord<byte[], byte[]>> records, Publication publication)
            throws InterruptedException {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        boolean committing = false;
        try {
            producer.beginTransaction();
            records.forEach(record -> sent.add(producer.send(record)));
            producer.sendOffsetsToTransaction(offsetsOf(publication), publication.group());
            committing = true;
            producer.commitTransaction();
            return Verdict.COMMITTED;
        } catch (KafkaException | IllegalStateException e) {
            if (committing) {
                return confirm(publication, e);
            }
            abort();
            if (e instanceof RecordTooLargeException || sent.stream().anyMatch(OutcomePublisher::wasTooLarge)) {
                return Verdict.TOO_LARGE;
            }
            if (e instanceof CommitFailedException) {
                LOG.info("A publication was refused since the group has moved on ({}); deciding anew", e.getMessage());
                waitForTheGroup();
            } else {
                waitAfter(Reason.BROKER_UNAVAILABLE, "a transaction could not be written and was aborted", e);
            }
            return Verdict.ABORTED;
        }
    }

    /** The first time the poll thread most likely knows by now where the group stands; as long as it does not, transactions that can only be aborted are no help to the coordinator. */
    private void waitForTheGroup() throws InterruptedException {
        if (refusals > 0) {
            Duration wait = backoff.after(refusals);
            pauser.pause(wait.compareTo(LONGEST_REFUSAL) < 0 ? wait : LONGEST_REFUSAL);
        }
        refusals++;
    }

    /** Ends the transaction, one way or the other: what cannot be aborted here is aborted by the next producer's {@link #open}. */
    private void abort() {
        try {
            producer.abortTransaction();
        } catch (KafkaException | IllegalStateException e) {
            LOG.warn("The producer cannot go on after a failed transaction ({}); opening a new one", e.toString());
            close();
        }
    }

    private Verdict confirm(Publication publication, RuntimeException failure) throws InterruptedException {
        close();
        waitAfter(Reason.BROKER_UNAVAILABLE, "the end of a transaction is not known yet", failure);
        open();
        while (true) {
            try {
                boolean committed = isCommitted(publication);
                LOG.warn(
                        "A transaction whose end was unknown ({}) was {}",
                        failure,
                        committed ? "committed" : "aborted");
                return committed ? Verdict.COMMITTED : Verdict.ABORTED;
            } catch (ExecutionException | TimeoutException e) {
                waitAfter(Reason.BROKER_UNAVAILABLE, "the committed offsets cannot be read", e);
            }
        }
    }

    private boolean isCommitted(Publication publication)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, CommittedOffsets.Standing> standing = committedOffsets
                .standing(publication.offsets().keySet())
                .toCompletableFuture()
                .get(STANDING_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        return publication.offsets().entrySet().stream()
                .allMatch(e -> e.getValue().equals(standing.get(e.getKey()).committed()));
    }

    private void waitAfter(Reason reason, String sentence, Exception failure) throws InterruptedException {
        if (failure instanceof InterruptException || Thread.interrupted()) {
            throw new InterruptedException();
        }
        failures++;
        Duration wait = backoff.after(failures);
        troubles.begin(SOURCE, reason.name(), sentence + " (" + failure.getMessage() + ")");
        LOG.warn("{}: {} ({}); attempt {}, going on in {} ms", reason, sentence, failure, failures, wait.toMillis());
        pauser.pause(wait);
    }

    private static Map<TopicPartition, OffsetAndMetadata> offsetsOf(Publication publication) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        publication
                .offsets()
                .forEach((partition, point) ->
                        offsets.put(partition, new OffsetAndMetadata(point.offset(), point.metadata())));
        return offsets;
    }

    private static boolean wasTooLarge(Future<RecordMetadata> sent) {
        return sent.state() == Future.State.FAILED && sent.exceptionNow() instanceof RecordTooLargeException;
    }

    private static void discard(Producer<byte[], byte[]> producer) {
        if (producer != null) {
            try {
                producer.close(Duration.ZERO);
            } catch (KafkaException e) {
                LOG.debug("A producer did not close in order", e);
            }
        }
    }
}
