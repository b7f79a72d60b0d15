package io.proofmill.cli;

import io.proofmill.queue.embedded.EmbeddedRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Commands as typed by somebody who logs in at a {@link SecuredBroker}. */
final class SecuredCommands {
    private final SecuredBroker broker;
    private final EmbeddedRegistry registry;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    SecuredCommands(SecuredBroker broker, EmbeddedRegistry registry) {
        this.broker = broker;
        this.registry = registry;
    }

    /** Runs one command and returns its exit code; the output of the one before is forgotten. */
    int run(String user, Object... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> all =
                new ArrayList<>(Stream.of(arguments).map(Object::toString).toList());
        broker.kafka(user).forEach((key, value) -> all.addAll(List.of("--set", key + "=" + value)));
        all.addAll(List.of("--registry", registry.url().toString()));
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    String said() {
        return out + " " + err;
    }
}
