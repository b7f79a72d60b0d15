package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import io.proofmill.engine.MemoryBudget;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.QueueListener;
import io.proofmill.queue.TopicNames;
import io.proofmill.queue.WorkerId;
import io.proofmill.status.JobTimeline;
import io.proofmill.status.JobTraces;
import io.proofmill.status.WorkerMetrics;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Who watches a worker's jobs: the timeline, the metrics, the traces. */
record Observers(JobTimeline timeline, WorkerMetrics metrics, JobTraces traces) {
    /** @param traceHeaders sent to the receiver of traces */
    static Observers of(Configuration configuration, Map<String, String> traceHeaders, WorkerId worker) {
        String endpoint = configuration.get(WorkerKeys.TRACES_ENDPOINT);
        JobTraces traces = endpoint.isEmpty()
                ? JobTraces.NONE
                : JobTraces.to(
                        endpoint,
                        traceHeaders,
                        Map.of(
                                "service.name", "proofmill-worker",
                                "service.instance.id", worker.instance(),
                                "service.version", worker.build(),
                                "host.name", worker.host()));
        return new Observers(new JobTimeline(Clock.systemUTC()), new WorkerMetrics(worker.build()), traces);
    }

    QueueListener queueListener() {
        return new QueueListeners(List.of(metrics, traces));
    }

    /** Lets the metrics read from the worker's rooms. */
    void watch(ProofQueue queue, TopicNames topics, MemoryBudget budget, Devices devices, Instant startedAt) {
        metrics.watchQueue(queue::status, WorkerStatus.topics(topics), Clock.systemUTC());
        metrics.watchMemory(budget);
        metrics.watchDevices(
                () -> devices.reports(metrics.activity()), device -> timeline.idleShare(device, startedAt));
    }
}
