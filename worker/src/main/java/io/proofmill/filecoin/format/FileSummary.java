package io.proofmill.filecoin.format;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ParameterNames;
import io.proofmill.filecoin.PublishedKeys;
import io.proofmill.filecoin.vanilla.PorepPart;
import io.proofmill.filecoin.vanilla.PostSector;
import io.proofmill.filecoin.vanilla.SnapPart;
import io.proofmill.groth16.InputFile;
import io.proofmill.groth16.Proof;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** What a file is, in lines for a person. Small files are told by what reads them; key files by their names' endings. */
public final class FileSummary {
    private static final long LARGEST_VANILLA = 64 << 20;

    private FileSummary() {}

    /**
     * Names and values.
     *
     * @throws BadInputException MALFORMED_FILE when nothing reads the file
     */
    public static Map<String, Object> of(Path path) throws IOException {
        InputFile file = new InputFile(path);
        String name = file.name();
        requireFile(path);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("file", path);
        facts.put("bytes", Files.size(path));
        if (name.endsWith(".params")) {
            facts.put("kind", "proving key of bellman's kind");
            facts.put("circuit", circuit(name));
            keyContents(path, facts);
            digest(path, facts);
        } else if (name.endsWith(".json")) {
            c1(path, name, facts);
        } else if (name.endsWith(".vk")) {
            facts.putAll(verifyingKey(name, file.read()));
            digest(path, facts);
        } else if (Files.size(path) > LARGEST_VANILLA) {
            throw unknown(name);
        } else {
            small(name, file.read(), facts);
        }
        return facts;
    }

    private static void requireFile(Path path) {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new BadInputException(ReasonCode.USAGE, path + " is no regular file");
        }
    }

    private static void keyContents(Path path, Map<String, Object> facts) {
        ParamsFile.Contents contents = ParamsFile.contents(path);
        facts.put("inputs with ONE", contents.inputs());
        facts.put("points of H", contents.h());
        facts.put("points of L", contents.l());
        facts.put("points of A", contents.a());
        facts.put("points of B", contents.b1() + " in G1, " + contents.b2() + " in G2");
    }

    private static void digest(Path path, Map<String, Object> facts) throws IOException {
        String digest = PublishedKeys.digestOf(path);
        facts.put("blake2b", digest);
        facts.put(
                "published",
                PublishedKeys.digest(path)
                        .map(published -> published.equals(digest) ? "yes, with this digest" : "yes, with " + published)
                        .orElse("no file of this name"));
    }

    private static String circuit(String name) {
        return FilecoinCircuit.all().stream()
                .filter(circuit ->
                        name.startsWith(ParameterNames.of(circuit)) || name.startsWith(circuit.label() + "."))
                .map(FilecoinCircuit::name)
                .findFirst()
                .orElse("unknown by name");
    }

    private static void c1(Path path, String name, Map<String, Object> facts) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            C1Output c1 = C1File.read(name, in);
            facts.put("kind", "C1 output");
            facts.put("registered proof", c1.registeredProof());
            facts.put("sector size", c1.size().label());
            facts.put("parts", c1.parts().size());
            PorepPart first = c1.parts().getFirst();
            facts.put("challenges a part", first.challenges().size());
            facts.put("replica_id", c1.replicaId());
            facts.put("comm_d", c1.commD());
            facts.put("comm_r", c1.commR());
        }
    }

    private static void small(String name, byte[] bytes, Map<String, Object> facts) {
        List<BiFunction<String, byte[], Map<String, Object>>> readers =
                List.of(FileSummary::verifyingKey, FileSummary::proof, FileSummary::post, FileSummary::snap);
        List<String> complaints = new ArrayList<>();
        for (BiFunction<String, byte[], Map<String, Object>> reader : readers) {
            try {
                facts.putAll(reader.apply(name, bytes));
                return;
            } catch (BadInputException notThis) {
                complaints.add(notThis.getMessage());
            }
        }
        throw new BadInputException(
                ReasonCode.MALFORMED_FILE, unknown(name).getMessage() + " (" + String.join("; ", complaints) + ")");
    }

    private static Map<String, Object> verifyingKey(String name, byte[] bytes) {
        BellmanVerifyingKey key = BellmanVerifyingKey.read(name, bytes);
        key.verifyingKey().validate();
        return facts(
                "verifying key of bellman's kind", "inputs with ONE", key.ic().size());
    }

    private static Map<String, Object> proof(String name, byte[] bytes) {
        List<Proof> parts = ProofBytes.read(bytes, Math.max(1, bytes.length / ProofBytes.PART));
        for (int part = 0; part < parts.size(); part++) {
            if (!parts.get(part).isWellFormed()) {
                throw new BadInputException(
                        ReasonCode.INVALID_PROOF,
                        "part " + part + " of the proof has a point outside the subgroup of prime order");
            }
        }
        return facts("proof", "parts", parts.size());
    }

    private static Map<String, Object> post(String name, byte[] bytes) {
        PostSector sector = PostVanillaFile.read(name, bytes);
        Map<String, Object> facts = facts("vanilla proof of a PoSt", "sector", sector.sectorId());
        facts.put("inclusion proofs", sector.openings().size());
        facts.put("comm_r", sector.commR());
        return facts;
    }

    private static Map<String, Object> snap(String name, byte[] bytes) {
        SnapPart part = SnapVanillaFile.read(name, bytes);
        Map<String, Object> facts = facts(
                "vanilla proof of an EmptySectorUpdate part",
                "challenges",
                part.challenges().size());
        facts.put("apex leaves", part.apexLeaves().size());
        facts.put("comm_c", part.commC());
        return facts;
    }

    private static Map<String, Object> facts(String kind, String name, Object value) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("kind", kind);
        facts.put(name, value);
        return facts;
    }

    private static BadInputException unknown(String name) {
        return new BadInputException(
                ReasonCode.MALFORMED_FILE,
                name + ": neither a vanilla proof nor a C1 output, key or proof of Filecoin");
    }
}
