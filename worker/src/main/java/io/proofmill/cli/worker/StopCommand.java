package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import io.proofmill.cli.files.JsonOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code proofmill stop}: ends the worker of these settings and waits until it is gone. */
@Command(
        name = "stop",
        description =
                "Drains the worker that holds the state folder of these settings, and waits until its process is gone.",
        footer = {
            "",
            "After the drain time the worker is ended at once; a process that answers no signal is killed.",
            "Exit codes: 0 drained, 10 drained but some jobs were handed back to the group, 143 ended at once, 137 killed,"
                    + " 1 no worker holds the folder, or the worker had failed."
        },
        mixinStandardHelpOptions = true)
public final class StopCommand implements Callable<Integer> {
    private static final int NOBODY = 1;

    @Spec
    private CommandSpec spec;

    @Mixin
    private WorkerOptions options;

    @Mixin
    private JsonOption json;

    @Mixin
    private DrainOption drain;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Configuration configuration = options.read();
        Path folder = Path.of(configuration.get(WorkerKeys.STATE_DIR));
        Optional<Stopping.Ended> ended = new Stopping(folder).stop(drain.patience(configuration));
        PrintWriter out = spec.commandLine().getOut();
        if (!json.replacesText()) {
            out.println(ended.map(StopCommand::sentence).orElse("no worker holds " + folder));
            out.flush();
        }
        int code = ended.map(known -> known.how().exitCode()).orElse(NOBODY);
        json.write(out, answer(ended, code));
        return code;
    }

    static String sentence(Stopping.Ended ended) {
        String how = switch (ended.how()) {
            case FINISHED -> "drained";
            case HANDED_BACK -> "drained, some jobs handed back to the group";
            case FAILED -> "had failed";
            case CUT -> "ended at once";
            case KILLED -> "answered no signal and was killed";
        };
        return "worker %s, build %s, pid %d, started %s: %s after %.1f s"
                .formatted(
                        ended.holder().instance(),
                        ended.holder().build(),
                        ended.holder().pid(),
                        ended.holder().startedAt(),
                        how,
                        ended.took().toMillis() / 1e3);
    }

    private static Map<String, Object> answer(Optional<Stopping.Ended> ended, int code) {
        Map<String, Object> answer = new LinkedHashMap<>();
        ended.ifPresent(known -> {
            answer.put("instance", known.holder().instance());
            answer.put("build", known.holder().build());
            answer.put("pid", known.holder().pid());
            answer.put("startedAt", known.holder().startedAt().toString());
            answer.put("end", known.how().name());
            answer.put("seconds", known.took().toMillis() / 1e3);
        });
        answer.put("exitCode", code);
        return answer;
    }
}
