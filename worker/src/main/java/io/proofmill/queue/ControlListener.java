package io.proofmill.queue;

import io.proofmill.queue.registry.RegistryUnavailableException;
import io.proofmill.queue.registry.UndecodableRecordException;
import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.ControlAction;
import io.proofmill.schemas.ControlCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads all of the control topic, from its start and then as it grows, and passes cancellations and survivors' notes on. Runs on a thread of its own until that is interrupted. */
final class ControlListener implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlListener.class);
    private static final Duration POLL = Duration.ofMillis(500);

    /** Who acts on commands. */
    interface Recipient {
        /**
         * Ends the job, wherever it is, if its request is not younger than the command.
         *
         * @param at when the command reached the topic
         */
        void cancel(String jobId, Instant at, String sentence);

        /** The attempt was cut off from its group, and its worker lives. */
        void survived(String jobId, Attempt attempt);
    }

    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final RecordCodec codec;
    private final String topic;
    private final Recipient recipient;
    private final Backoff backoff;
    private final Pauser pauser;
    private long next;

    ControlListener(
            Supplier<Consumer<byte[], byte[]>> consumers,
            RecordCodec codec,
            String topic,
            Recipient recipient,
            Backoff backoff,
            Pauser pauser) {
        this.consumers = consumers;
        this.codec = codec;
        this.topic = topic;
        this.recipient = recipient;
        this.backoff = backoff;
        this.pauser = pauser;
    }

    @Override
    public void run() {
        try {
            for (int failures = 1; ; failures++) {
                try {
                    listen();
                } catch (InterruptException e) {
                    return;
                } catch (KafkaException | RegistryUnavailableException e) {
                    LOG.warn("The control topic cannot be read ({}); trying again", e.toString());
                }
                pauser.pause(backoff.after(failures));
            }
        } catch (InterruptedException e) {
            LOG.debug("The control topic is no longer read");
        }
    }

    private void listen() throws InterruptedException {
        TopicPartition name = new TopicPartition(topic, 0);
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            consumer.assign(List.of(name));
            consumer.seek(name, next);
            follow(consumer);
        }
        throw new InterruptedException();
    }

    /** Returns when the thread is interrupted, with the interrupt cleared: a consumer cannot close in order under one. */
    private void follow(Consumer<byte[], byte[]> consumer) {
        try {
            while (!Thread.interrupted()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    take(record);
                    next = record.offset() + 1;
                }
            }
        } catch (InterruptException e) {
            LOG.debug("Interrupted while polling", e);
            Thread.interrupted();
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        try {
            ControlCommand command = codec.decode(record.value(), ControlCommand.class);
            if (command.getAction() == ControlAction.CANCEL && command.getJobId() != null) {
                String why = command.getReason() == null ? "" : ": " + command.getReason();
                recipient.cancel(
                        command.getJobId(),
                        Instant.ofEpochMilli(record.timestamp()),
                        "cancelled by " + command.getRequestedBy() + why);
            } else if (command.getAction() == ControlAction.SURVIVED
                    && command.getJobId() != null
                    && command.getAttempt() != null) {
                recipient.survived(command.getJobId(), command.getAttempt());
            } else {
                LOG.warn("Command {} is passed over: this worker does not know it", command.getCommandId());
            }
        } catch (UndecodableRecordException e) {
            LOG.warn("{} offset {} is passed over: {}", topic, record.offset(), e.getMessage());
        }
    }
}
