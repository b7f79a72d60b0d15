package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import io.proofmill.gpu.DeviceLoss;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The worker's process as the command runs it, whose GPU loses its context under the first jobs. */
final class DoomedWorker {
    private DoomedWorker() {}

    /**
     * Lives to its end.
     *
     * @param args settings, KEY=VALUE each
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Map<String, String> settings = Stream.of(args)
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.toMap(setting -> setting[0], setting -> setting[1]));
        Worker worker = Worker.start(Configuration.of(settings), Map.of(), Optional.empty());
        Thread.ofPlatform().daemon().start(() -> {
            DeviceLoss.underARunningJob(worker.devices().gpus().orElseThrow());
            System.out.println("THE CONTEXT IS LOST");
        });
        WorkerLife life = new WorkerLife(worker.queue(), worker::close, worker.folder(), Map.of(), WorkerLife.CLOSING);
        System.exit(life.live(worker::restartWanted));
    }
}
