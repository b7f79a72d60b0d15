package io.proofmill.filecoin.format;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofKind;
import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.statement.PorepVariant;
import io.proofmill.filecoin.statement.RegisteredProof;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PorepPart;
import io.proofmill.math.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads a C1 output, JSON of {@code SealCommitPhase1Output}, or curio's and lotus-bench's wrapper of it, {@code {"SectorNum": n, "Phase1Out": base64, "SectorSize": bytes}}. One pass; memory is what the proofs themselves take.
 */
public final class C1File {
    /** The vanilla proofs of all variants go by the name of the first. */
    private static final String TAG_VERSION = "V1";

    private static final int MOST_PARTS = 126;
    private static final int MOST_CHALLENGES = 512;
    private static final String WRAPPED = "Phase1Out";

    private final JsonStream in;

    private C1File(JsonStream in) {
        this.in = in;
    }

    /**
     * Reads a whole stream.
     *
     * @param name of the file, for failures
     * @throws BadInputException MALFORMED_FILE
     */
    public static C1Output read(String name, InputStream stream) {
        return new C1File(new JsonStream(name, stream)).read();
    }

    /** The JSON that {@link #read} reads, as serde_json writes it. */
    public static byte[] write(C1Output output) {
        return C1Json.write(output);
    }

    /** Curio's wrapper of a C1 output's JSON. */
    public static byte[] wrap(byte[] json, long sector, SectorSize size) {
        String wrapped = "{\"SectorNum\":" + sector + ",\"" + WRAPPED + "\":\""
                + Base64.getEncoder().encodeToString(json) + "\",\"SectorSize\":" + size.bytes() + "}";
        return wrapped.getBytes(StandardCharsets.US_ASCII);
    }

    private C1Output read() {
        JsonRecord top = JsonRecord.read(in, this::member);
        in.end();
        return top.has(WRAPPED) ? unwrapped(top) : output(top);
    }

    private Object member(String key) {
        return switch (key) {
            case WRAPPED -> wrapped();
            case "SectorSize" -> in.number(key);
            case "registered_proof" -> in.string();
            case "vanilla_proofs" -> tagged();
            case "comm_r", "comm_d", "replica_id" -> in.node(key);
            case "seed", "ticket" -> in.bytes32(key);
            default -> in.skip();
        };
    }

    private C1Output wrapped() {
        try (InputStream text = in.stringBytes(WRAPPED)) {
            C1Output output = read(WRAPPED, Base64.getDecoder().wrap(text));
            // The decoder stops at the padding: the quote is still to come.
            if (text.read() >= 0) {
                throw in.malformed("the end of " + WRAPPED, "more after its padding");
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private C1Output unwrapped(JsonRecord top) {
        C1Output output = top.get(WRAPPED, C1Output.class);
        if (top.has("SectorSize")
                && top.get("SectorSize", Long.class) != output.size().bytes()) {
            throw in.malformed(
                    "a SectorSize of " + output.size().bytes(), String.valueOf(top.get("SectorSize", Long.class)));
        }
        return output;
    }

    private C1Output output(JsonRecord top) {
        String registered = top.get("registered_proof", String.class);
        Tagged proofs = top.get("vanilla_proofs", Tagged.class);
        FilecoinCircuit circuit = circuit(registered);
        if (!RegisteredProof.name(circuit, TAG_VERSION).equals(proofs.tag)) {
            throw in.malformed("vanilla proofs of " + registered, proofs.tag);
        }
        return new C1Output(
                circuit.size(),
                variant(circuit, registered),
                proofs.parts,
                top.get("comm_r", Node.class),
                top.get("comm_d", Node.class),
                top.get("replica_id", Node.class),
                top.get("seed", Node.class),
                top.get("ticket", Node.class));
    }

    /** Vanilla proofs under the name of the proof that they are for. */
    private record Tagged(String tag, List<PorepPart> parts) {}

    private Tagged tagged() {
        Tagged[] read = new Tagged[1];
        in.object(tag -> {
            if (read[0] != null) {
                throw in.malformed("vanilla proofs of one kind", tag);
            }
            read[0] = new Tagged(tag, in.array("parts", MOST_PARTS, this::part));
        });
        return read[0];
    }

    private PorepPart part() {
        C1Challenge challenge = new C1Challenge(in);
        List<PorepPart.Challenge> challenges = in.array("challenges", MOST_CHALLENGES, challenge::read);
        if (challenges.isEmpty()) {
            throw in.malformed("a part with challenges", "an empty one");
        }
        return new PorepPart(challenges);
    }

    private FilecoinCircuit circuit(String registered) {
        return Arrays.stream(SectorSize.values())
                .map(size -> new FilecoinCircuit(ProofKind.POREP, size))
                .filter(circuit -> RegisteredProof.version(circuit, registered).isPresent())
                .findFirst()
                .orElseThrow(() -> in.malformed("a registered proof such as StackedDrg32GiBV1_1", registered));
    }

    private PorepVariant variant(FilecoinCircuit circuit, String registered) {
        return RegisteredProof.version(circuit, registered)
                .flatMap(PorepVariant::ofVersion)
                .orElseThrow(() -> in.malformed(
                        "one of the versions "
                                + Arrays.stream(PorepVariant.values())
                                        .map(PorepVariant::version)
                                        .collect(Collectors.joining(", ")),
                        registered));
    }
}
