package io.proofmill.cli.queue;

import io.proofmill.cli.files.JsonOption;
import io.proofmill.queue.LetterSelection;
import io.proofmill.queue.LocatedLetter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code proofmill dead-letters list|show|export}. */
@Command(
        name = "dead-letters",
        description = "Looks at the requests that were given up.",
        mixinStandardHelpOptions = true)
public final class DeadLettersCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** One line a letter. */
    @Command(name = "list", description = "One line a letter.", mixinStandardHelpOptions = true)
    int list(@Mixin ClusterOptions cluster, @Mixin LetterOptions letters, @Mixin JsonOption json)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        return Cluster.with(cluster.read(), connected -> {
            List<LocatedLetter> found = connected.letters(letters.selection());
            List<LetterLine> lines = found.stream().map(LetterLine::of).toList();
            PrintWriter text = json.text(out);
            lines.forEach(text::println);
            text.printf("%d dead letter(s)%n", lines.size());
            text.flush();
            json.write(out, lines);
            return 0;
        });
    }

    /** Everything that a letter says. */
    @Command(name = "show", description = "Everything that a letter says.", mixinStandardHelpOptions = true)
    int show(
            @Mixin ClusterOptions cluster,
            @Mixin JsonOption json,
            @Parameters(paramLabel = "ID", description = "Job id, or PARTITION:OFFSET.") String id)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        return Cluster.with(cluster.read(), connected -> {
            List<LocatedLetter> found = connected.letters(LetterSelection.ofJobs(Set.of(id)));
            PrintWriter text = json.text(out);
            found.forEach(letter -> {
                text.println(LetterLine.of(letter));
                text.println(letter.letter());
            });
            text.flush();
            json.write(out, found.stream().map(LetterDetail::of).toList());
            return found.isEmpty() ? 1 : 0;
        });
    }

    /** Writes the raw bytes of the requests into a folder. */
    @Command(
            name = "export",
            description = "Writes the requests' bytes as they came, one file a letter.",
            mixinStandardHelpOptions = true)
    int export(
            @Mixin ClusterOptions cluster,
            @Mixin LetterOptions letters,
            @Mixin JsonOption json,
            @Option(names = "--out", required = true, paramLabel = "DIR", description = "Folder to write to.")
                    Path folder)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        PrintWriter out = spec.commandLine().getOut();
        return Cluster.with(cluster.read(), connected -> {
            List<Exported> exported = new ArrayList<>();
            for (LocatedLetter letter : connected.letters(letters.selection())) {
                ByteBuffer value = letter.letter().getValue();
                if (value != null) {
                    Path file = folder.resolve(letter.id().replace(':', '-') + ".bin");
                    byte[] bytes = new byte[value.remaining()];
                    value.duplicate().get(bytes);
                    Files.write(file, bytes);
                    exported.add(new Exported(LetterLine.of(letter), file.toString(), bytes.length));
                }
            }
            PrintWriter text = json.text(out);
            exported.forEach(one -> text.println(one.file()));
            text.flush();
            json.write(out, exported);
            return 0;
        });
    }

    /** What {@code --json} says of a letter whose request's bytes were written to a file. */
    record Exported(LetterLine letter, String file, long bytes) {}
}
