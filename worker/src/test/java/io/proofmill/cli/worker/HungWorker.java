package io.proofmill.cli.worker;

import io.proofmill.queue.Cancellation;
import io.proofmill.queue.GroupProtocol;
import io.proofmill.queue.Job;
import io.proofmill.queue.JobHandler;
import io.proofmill.queue.JobObserver;
import io.proofmill.queue.Outcome;
import io.proofmill.queue.Permit;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.WorkerId;
import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A worker process whose device hangs in a call from which no interrupt brings it back, as a GPU's driver can: a thread of it waits inside the C library. It says so on standard output, and
 * its rooms do not close before the call returns, which is never.
 */
final class HungWorker implements JobHandler {
    private final CompletableFuture<Void> call = new CompletableFuture<>();

    private HungWorker() {}

    /**
     * Takes jobs for ever.
     *
     * @param args brokers, registry, state folder, group
     */
    public static void main(String[] args) throws Exception {
        WorkerId identity = new WorkerId("hung", "build-of-hung", "localhost", Instant.now());
        StateFolder folder = StateFolder.take(Path.of(args[2]), LockHolder.self(identity), Optional.empty());
        RegistrySettings registry = RegistrySettings.from(Map.of(RegistrySettings.URL, args[1]));
        QueueSettings settings = QueueSettings.defaults(args[0], args[3])
                .withCreation(new QueueSettings.Creation(true, 1, (short) 1))
                .withMembership(new QueueSettings.Membership(
                        GroupProtocol.CONSUMER,
                        false,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1)));
        HungWorker device = new HungWorker();
        ProofQueue queue = ProofQueue.start(
                settings,
                identity,
                new CachingRegistry(new RegistryClient(registry), registry),
                true,
                device,
                Clock.systemUTC());
        System.exit(new WorkerLife(queue, device.call::join, folder, System.getenv(), Duration.ofSeconds(2))
                .live(() -> false));
    }

    @Override
    public Optional<Permit> tryAdmit(Job job) {
        return Optional.of(() -> {});
    }

    @Override
    public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
        observer.onDevice("double:0");
        observer.phaseStarted("proving");
        Thread.ofPlatform().name("hung-call").start(this::hang);
        return new CompletableFuture<>();
    }

    private void hang() {
        try {
            Linker linker = Linker.nativeLinker();
            MethodHandle pause = linker.downcallHandle(
                    linker.defaultLookup().find("pause").orElseThrow(), FunctionDescriptor.of(ValueLayout.JAVA_INT));
            System.out.println("HANGING");
            int ignored = (int) pause.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
