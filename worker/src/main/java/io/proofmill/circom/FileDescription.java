package io.proofmill.circom;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.InputFile;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.VerifyingKey;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a file of circom's or snarkjs' family is.
 *
 * @param kind r1cs, wtns, zkey, wasm or verification key
 * @param facts curve and sizes, by name
 * @param sha256 in hexadecimal
 */
public record FileDescription(String kind, Map<String, Object> facts, long bytes, String sha256) {
    private static final int BUFFER = 1 << 16;
    private static final long START = 16;

    /**
     * Looks at a file; its first bytes, not its name, say what it is.
     *
     * @throws io.proofmill.math.BadInputException MALFORMED_FILE and the like, when it is not sound or nothing known
     */
    public static FileDescription of(Path file) throws IOException {
        byte[] start = start(file);
        String found = FileKind.describe(start);
        Map<String, Object> facts = new LinkedHashMap<>();
        String kind = switch (found) {
            case "an .r1cs file" -> describeR1cs(file, facts);
            case "a .wtns file" -> describeWtns(file, facts);
            case "a .zkey file" -> describeZkey(file, facts);
            case "a .wasm module" -> describeWasm(file, facts);
            case "a JSON file" -> describeVerificationKey(file, facts);
            default ->
                throw Iden3File.malformed(
                        file.getFileName().toString(),
                        "is " + found + ", expected a .r1cs, .wtns, .zkey, .wasm or verification_key.json");
        };
        return new FileDescription(kind, facts, Files.size(file), sha256(file));
    }

    private static byte[] start(Path file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = new InputFile(file).map(arena);
            return bytes.asSlice(0, Math.min(START, bytes.byteSize())).toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private static String describeR1cs(Path file, Map<String, Object> facts) throws IOException {
        try (R1cs r1cs = R1cs.open(file)) {
            facts.put("curve", r1cs.curve().circomName());
            facts.put("constraints", r1cs.constraintCount());
            facts.put("wires", r1cs.wires());
            facts.put("publicOutputs", r1cs.publicOutputs());
            facts.put("publicInputs", r1cs.publicInputs());
            facts.put("privateInputs", r1cs.privateInputs());
            facts.put("domain", ZkeySetup.shapeOf(r1cs).domain());
        }
        return "r1cs";
    }

    private static String describeWtns(Path file, Map<String, Object> facts) throws IOException {
        try (Assignment assignment = Wtns.read(file)) {
            facts.put("curve", assignment.curve().circomName());
            facts.put("values", assignment.size());
        }
        return "wtns";
    }

    private static String describeZkey(Path file, Map<String, Object> facts) throws IOException {
        try (Zkey zkey = Zkey.open(file)) {
            KeyShape shape = zkey.shape();
            facts.put("curve", shape.curve().circomName());
            facts.put("protocol", "groth16");
            facts.put("variables", shape.variables());
            facts.put("publicInputs", shape.publicInputs());
            facts.put("domain", shape.domain());
            facts.put("coefficients", zkey.coefficientCount());
            zkey.verifyingKey().validate();
        }
        return "zkey";
    }

    private static String describeWasm(Path file, Map<String, Object> facts) throws IOException {
        InputFile given = new InputFile(file);
        WitnessCalculator calculator = WitnessCalculator.compile(given.name(), given.read());
        facts.put("curve", calculator.curve().circomName());
        facts.put("values", calculator.witnessSize());
        return "wasm";
    }

    private static String describeVerificationKey(Path file, Map<String, Object> facts) throws IOException {
        InputFile given = new InputFile(file);
        VerifyingKey key = VerificationKeyJson.read(given.name(), given.read()).validate();
        facts.put("curve", key.curve().circomName());
        facts.put("protocol", "groth16");
        facts.put("publicInputs", key.publicInputs());
        return "verification key";
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
