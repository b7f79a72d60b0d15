package io.proofmill.filecoin.format;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofKind;
import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.circuit.SnapCircuit;
import io.proofmill.filecoin.statement.PorepStatement;
import io.proofmill.filecoin.statement.PorepVariant;
import io.proofmill.filecoin.statement.PostStatement;
import io.proofmill.filecoin.statement.RegisteredProof;
import io.proofmill.filecoin.statement.SnapStatement;
import io.proofmill.filecoin.statement.Statement;
import io.proofmill.filecoin.statement.Subject;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Reads a statement, a JSON object. 32 bytes are 64 hexadecimal digits. Fields that no verifier knows are passed over.
 *
 * <ul>
 *   <li>all: {@code sector_size} in bytes, when there checked against the circuit; {@code prover_id} and {@code sector_id}, when there told in events
 *   <li>all: {@code registered_proof}, when there checked against the circuit; porep and window take their variant from its version, V1_1 and V1_2 when left out
 *   <li>porep: {@code comm_d}, {@code comm_r}, {@code seed}, {@code porep_id}, and {@code replica_id} or what it is made of: {@code prover_id}, {@code sector_id}, {@code ticket}. With both, they must agree.
 *   <li>window, winning: {@code randomness}, {@code sectors} of {@code sector_id} and {@code comm_r}; window: {@code api_version} says the same as the registered proof's version
 *   <li>snap: {@code comm_r_old}, {@code comm_d_new}, {@code comm_r_new}; {@code h} when not the network's
 * </ul>
 */
public final class PublicFile {
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");
    private static final int MOST_SECTORS = 10_000;

    private final String name;
    private final JsonStream in;
    private final FilecoinCircuit circuit;
    private final SectorSize size;

    private PublicFile(String name, JsonStream in, FilecoinCircuit circuit) {
        this.name = name;
        this.in = in;
        this.circuit = circuit;
        this.size = circuit.size();
    }

    /**
     * Reads a whole stream as a statement for a circuit.
     *
     * @param name of the file, for failures
     * @throws BadInputException MALFORMED_FILE; INVALID_REQUEST for a statement of another size or one that contradicts itself
     */
    public static Statement read(String name, InputStream stream, FilecoinCircuit circuit) {
        PublicFile file = new PublicFile(name, new JsonStream(name, stream), circuit);
        JsonRecord fields = JsonRecord.read(file.in, file::member);
        file.in.end();
        file.requireSize(fields);
        return switch (circuit.kind()) {
            case POREP -> file.porep(fields);
            case WINDOW, WINNING -> file.post(fields, circuit.kind());
            case SNAP -> file.snap(fields);
        };
    }

    private Object member(String key) {
        return switch (key) {
            case "comm_d", "comm_r", "replica_id", "comm_r_old", "comm_d_new", "comm_r_new" -> canonical(key);
            case "seed", "ticket", "porep_id", "prover_id", "randomness" -> hex(key);
            case "sector_id", "sector_size", "h" -> in.number(key);
            case "api_version", "registered_proof" -> in.string();
            case "sectors" -> in.array("sectors", MOST_SECTORS, this::sector);
            default -> in.skip();
        };
    }

    private PorepStatement porep(JsonRecord fields) {
        Node commD = fields.get("comm_d", Node.class);
        Node porepId = fields.get("porep_id", Node.class);
        PorepVariant variant = version(fields)
                .map(version -> PorepVariant.ofVersion(version).orElseThrow(() -> unknownVersion(version)))
                .orElse(PorepVariant.INTERACTIVE);
        return new PorepStatement(
                size,
                variant,
                replicaId(fields, commD, porepId),
                commD,
                fields.get("comm_r", Node.class),
                variant.takesSeed() ? fields.get("seed", Node.class) : Node.ZERO,
                porepId,
                subject(fields, sectorId(fields)));
    }

    private Node replicaId(JsonRecord fields, Node commD, Node porepId) {
        boolean given = fields.has("replica_id");
        if (given && !fields.has("prover_id")) {
            return fields.get("replica_id", Node.class);
        }
        Node made = PorepStatement.replicaId(
                fields.get("prover_id", Node.class),
                fields.get("sector_id", Long.class),
                fields.get("ticket", Node.class),
                commD,
                porepId);
        if (given && !made.equals(fields.get("replica_id", Node.class))) {
            throw invalid(
                    "replica_id is not that of its prover, sector, ticket, comm_d and porep_id, which is " + made);
        }
        return made;
    }

    private PostStatement post(JsonRecord fields, ProofKind kind) {
        List<PostStatement.Sector> sectors = fields.list("sectors", PostStatement.Sector.class);
        int most = kind == ProofKind.WINDOW ? size.windowSectors() : 1;
        if (sectors.isEmpty() || sectors.size() > most) {
            throw invalid("a part holds 1 to " + most + " sectors, not " + sectors.size());
        }
        if (kind == ProofKind.WINNING) {
            requireFirstVersion(fields);
        }
        PostStatement.Numbering numbering =
                kind == ProofKind.WINNING ? PostStatement.Numbering.PER_SECTOR : numbering(fields);
        return new PostStatement(
                kind,
                size,
                fields.get("randomness", Node.class),
                sectors,
                numbering,
                subject(fields, sectors.stream().map(PostStatement.Sector::id).toList()));
    }

    /** Versions 1.0 and 1.1 number challenges alike; what names none means the network's of today. */
    private PostStatement.Numbering numbering(JsonRecord fields) {
        String api = fields.has("api_version") ? fields.get("api_version", String.class) : "";
        String version = version(fields).orElse(api.isEmpty() ? "V1_2" : "");
        boolean perSector = api.equals("1.2.0") || version.equals("V1_2");
        boolean running = api.equals("1.0.0") || api.equals("1.1.0") || version.equals("V1") || version.equals("V1_1");
        if (perSector == running) {
            throw invalid("api_version \"" + api + "\" with a registered proof of version \"" + version
                    + "\" does not say how challenges are numbered");
        }
        return perSector ? PostStatement.Numbering.PER_SECTOR : PostStatement.Numbering.RUNNING;
    }

    /** The registered proof's version, where the statement names one. */
    private Optional<String> version(JsonRecord fields) {
        if (!fields.has("registered_proof")) {
            return Optional.empty();
        }
        String registered = fields.get("registered_proof", String.class);
        return Optional.of(RegisteredProof.version(circuit, registered)
                .orElseThrow(() ->
                        invalid("the registered proof " + registered + " is not one of circuit " + circuit.name())));
    }

    private void requireFirstVersion(JsonRecord fields) {
        version(fields).filter(version -> !version.equals("V1")).ifPresent(version -> {
            throw unknownVersion(version);
        });
    }

    private BadInputException unknownVersion(String version) {
        return invalid(
                "no registered proof of circuit " + circuit.name() + " that is proved here has version " + version);
    }

    private SnapStatement snap(JsonRecord fields) {
        requireFirstVersion(fields);
        return new SnapStatement(
                size,
                fields.get("comm_r_old", Node.class),
                fields.get("comm_d_new", Node.class),
                fields.get("comm_r_new", Node.class),
                choice(fields),
                subject(fields, sectorId(fields)));
    }

    private static List<Long> sectorId(JsonRecord fields) {
        return fields.has("sector_id") ? List.of(fields.get("sector_id", Long.class)) : List.of();
    }

    private static Subject subject(JsonRecord fields, List<Long> sectors) {
        OptionalLong miner =
                fields.has("prover_id") ? Subject.miner(fields.get("prover_id", Node.class)) : OptionalLong.empty();
        return new Subject(miner, sectors);
    }

    private int choice(JsonRecord fields) {
        if (!fields.has("h")) {
            return SnapStatement.defaultChoice(size);
        }
        long h = fields.get("h", Long.class);
        int[] choices = SnapCircuit.highBits(size);
        for (int i = 0; i < choices.length; i++) {
            if (choices[i] == h) {
                return i;
            }
        }
        throw invalid("h is one of " + Arrays.toString(choices) + ", not " + h);
    }

    private PostStatement.Sector sector() {
        JsonRecord sector = JsonRecord.read(in, key -> switch (key) {
            case "sector_id" -> in.number(key);
            case "comm_r" -> canonical(key);
            default -> in.skip();
        });
        return new PostStatement.Sector(sector.get("sector_id", Long.class), sector.get("comm_r", Node.class));
    }

    private void requireSize(JsonRecord fields) {
        if (fields.has("sector_size") && fields.get("sector_size", Long.class) != size.bytes()) {
            throw invalid("the sector has " + fields.get("sector_size", Long.class) + " bytes, the circuit's "
                    + size.bytes());
        }
    }

    private Node canonical(String key) {
        Node node = hex(key);
        if (!node.isCanonical()) {
            throw in.malformed(key + " below the scalar field's modulus", node.hex());
        }
        return node;
    }

    private Node hex(String key) {
        String text = in.string();
        if (!HEX.matcher(text).matches()) {
            throw in.malformed("64 hexadecimal digits for " + key, "\"" + text + "\"");
        }
        return Node.ofHex(text);
    }

    private BadInputException invalid(String sentence) {
        return new BadInputException(ReasonCode.INVALID_REQUEST, name + ": " + sentence);
    }
}
