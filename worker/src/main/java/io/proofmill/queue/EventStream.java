package io.proofmill.queue;

import io.proofmill.queue.registry.RegistryRefusedException;
import io.proofmill.queue.registry.RegistryUnavailableException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends progress events as they happen, outside any transaction. Whoever reports an event never waits: a thread of the stream encodes and sends.
 *
 * <p>Events wait here while broker or registry are away. When more than {@link #CAPACITY} wait, further ones are dropped and counted: an event is news, the outcome is the record.
 */
final class EventStream implements AutoCloseable {
    static final int CAPACITY = 65_536;
    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final BlockingQueue<Outgoing> waiting = new LinkedBlockingQueue<>(CAPACITY);
    private final Producer<byte[], byte[]> producer;
    private final RecordCodec codec;
    private final Thread sender;
    private volatile boolean closing;

    EventStream(Producer<byte[], byte[]> producer, RecordCodec codec) {
        this.producer = producer;
        this.codec = codec;
        this.sender = Thread.ofVirtual().name("proofmill-events").start(this::sendAll);
    }

    void send(Outgoing event) {
        if (!waiting.offer(event)) {
            LOG.debug("An event was dropped ({}): {} wait already", event.value(), CAPACITY);
        }
    }

    /** Sends what waits, as far as a few seconds allow. */
    @Override
    public void close() {
        closing = true;
        try {
            if (!sender.join(CLOSE)) {
                sender.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(CLOSE);
    }

    private void sendAll() {
        try {
            while (!closing || !waiting.isEmpty()) {
                Outgoing event = waiting.poll(100, TimeUnit.MILLISECONDS);
                if (event != null) {
                    sendOne(event);
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("{} events were not sent before the end", waiting.size());
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback gets the same answer
    private void sendOne(Outgoing event) throws InterruptedException {
        while (true) {
            try {
                producer.send(event.encoded(codec), this::delivered);
                return;
            } catch (RegistryUnavailableException e) {
                LOG.debug("Events wait for the schema registry: {}", e.getMessage());
                Thread.sleep(RETRY);
            } catch (KafkaException | RegistryRefusedException e) {
                LOG.warn("An event was not sent ({}): {}", event.value(), e.toString());
                return;
            }
        }
    }

    private void delivered(RecordMetadata metadata, Exception failure) {
        if (failure != null) {
            LOG.warn("An event was not delivered: {}", failure.toString());
        }
    }
}
