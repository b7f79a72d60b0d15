package io.proofmill.cli.worker;

import io.proofmill.engine.Catalogue;
import io.proofmill.engine.MemoryBudget;
import io.proofmill.engine.ProvingDevice;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.QueueStatus;
import io.proofmill.status.JobTimeline;
import io.proofmill.status.StatusServer;
import io.proofmill.status.StatusSnapshot;
import io.proofmill.status.WorkerMetrics;
import java.io.IOException;
import java.net.BindException;
import java.util.List;
import java.util.Locale;

/** Builds the status server and what it reads from. */
final class StatusSetup {
    private static final int FORM = 1;

    private final Catalogue catalogue;
    private final MemoryBudget budget;
    private final List<String> devices;
    private final JobTimeline timeline;

    StatusSetup(Catalogue catalogue, MemoryBudget budget, List<ProvingDevice> devices, JobTimeline timeline) {
        this.catalogue = catalogue;
        this.budget = budget;
        this.devices = devices.stream().map(ProvingDevice::name).toList();
        this.timeline = timeline;
    }

    StatusServer start(int port, ProofQueue queue, WorkerMetrics metrics) throws IOException {
        try {
            return StatusServer.start(port, () -> snapshot(queue.status()), metrics::scrape);
        } catch (BindException e) {
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "status.port " + port + " is taken by another process; is a worker running already?",
                    e);
        }
    }

    private StatusSnapshot snapshot(QueueStatus status) {
        String notReady = notReady(status);
        return new StatusSnapshot(
                FORM,
                notReady.isEmpty(),
                notReady,
                status,
                new StatusSnapshot.Memory(budget.reserved(), budget.total()),
                devices,
                catalogue.circuits().stream()
                        .map(circuit -> new StatusSnapshot.CircuitLine(
                                circuit.name(), circuit.curve().name(), circuit.version()))
                        .toList(),
                timeline.records());
    }

    private static String notReady(QueueStatus status) {
        if (status.state() != QueueStatus.State.RUNNING) {
            return "the worker is " + status.state().name().toLowerCase(Locale.ROOT);
        }
        return status.troubles().isEmpty() ? "" : status.troubles().getFirst().sentence();
    }
}
