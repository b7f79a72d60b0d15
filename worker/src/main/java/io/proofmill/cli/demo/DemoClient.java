package io.proofmill.cli.demo;

import io.proofmill.circom.ProofJson;
import io.proofmill.circom.VerificationKeyJson;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.queue.GroupOffsets;
import io.proofmill.queue.LocatedLetter;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.ReplayOverrides;
import io.proofmill.queue.Replayer;
import io.proofmill.queue.RequestProducer;
import io.proofmill.queue.TopicReader;
import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The demo's producer and reader: what a user of the queue would write. */
final class DemoClient implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);

    private final QueueSettings settings;
    private final RegistryClient client;
    private final RequestProducer producer;
    private final TopicReader<ProofResult> results;
    private final TopicReader<DeadLetter> deadLetters;
    private final Replayer replayer;
    private final Map<String, DemoJob> jobs;
    private final Map<String, LocatedLetter> letters = new HashMap<>();

    DemoClient(QueueSettings settings, URI registryUrl, List<DemoJob> jobs) {
        this.settings = settings;
        RegistrySettings registrySettings = RegistrySettings.of(registryUrl);
        this.client = new RegistryClient(registrySettings);
        SchemaRegistry registry = new CachingRegistry(client, registrySettings);
        this.producer = RequestProducer.open(settings, "demo-producer", registry, true);
        this.replayer = new Replayer(producer, registry, true, settings.topics(), Clock.systemUTC(), "proofmill demo");
        this.results = TopicReader.results(settings, registry, "demo-results");
        this.deadLetters = TopicReader.deadLetters(settings, registry, "demo-dead-letters");
        this.jobs = jobs.stream().collect(Collectors.toMap(DemoJob::id, Function.identity()));
    }

    void submit(DemoJob job) throws IOException {
        Payload payload = Payload.newBuilder()
                .setKind(job.isWitness() ? PayloadKind.WITNESS : PayloadKind.INPUT)
                .setInline(ByteBuffer.wrap(job.payload()))
                .build();
        ProofRequest request = ProofRequest.newBuilder()
                .setJobId(job.id())
                .setCircuit(job.circuit())
                .setPayloads(List.of(payload))
                .setCreatedAt(Instant.now())
                .setProducer("proofmill demo")
                .build();
        producer.submit(request).toCompletableFuture().join();
    }

    /** Waits until so many outcomes have become visible. */
    List<JobOutcome> await(int count, Consumer<JobOutcome> onOutcome) throws IOException {
        List<JobOutcome> outcomes = new ArrayList<>();
        while (outcomes.size() < count) {
            List<JobOutcome> news = poll();
            news.forEach(onOutcome);
            outcomes.addAll(news);
        }
        return outcomes;
    }

    /** Requests that the workers' group has committed. */
    long committed() throws InterruptedException {
        return GroupOffsets.committedRequests(settings);
    }

    /** Sends a dead-lettered job again, as {@code proofmill replay} does. */
    void replay(DemoJob job) {
        replayer.replay(letters.get(job.id()), ReplayOverrides.NONE)
                .toCompletableFuture()
                .join();
    }

    private List<JobOutcome> poll() throws IOException {
        List<ProofResult> proved = new ArrayList<>();
        List<DeadLetter> dead = new ArrayList<>();
        results.poll(POLL, (where, result) -> proved.add(result));
        deadLetters.poll(POLL, (where, letter) -> {
            letters.put(letter.getJobId(), new LocatedLetter(where, letter));
            dead.add(letter);
        });
        List<JobOutcome> outcomes = new ArrayList<>();
        for (ProofResult result : proved) {
            DemoJob job = jobs.get(result.getJobId());
            outcomes.add(JobOutcome.proved(job, result, verifies(job, result)));
        }
        dead.forEach(letter -> outcomes.add(JobOutcome.deadLettered(jobs.get(letter.getJobId()), letter)));
        return outcomes;
    }

    private static boolean verifies(DemoJob job, ProofResult result) throws IOException {
        VerifyingKey key = VerificationKeyJson.read(
                "verification_key.json", DemoCircuits.verificationKey(job.kind(), job.curve()));
        ByteBuffer bytes = result.getProof().duplicate();
        byte[] text = new byte[bytes.remaining()];
        bytes.get(text);
        Proof proof = ProofJson.read("the result's proof", text, key.curve());
        List<BigInteger> signals =
                result.getPublicSignals().stream().map(BigInteger::new).toList();
        return new PairingVerifier(new SecureRandom()).verify(key, new Claim(signals, proof));
    }

    @Override
    public void close() {
        producer.close();
        results.close();
        deadLetters.close();
        client.close();
    }
}
