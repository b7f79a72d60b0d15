package io.proofmill.circom;

import io.proofmill.groth16.Proof;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import java.util.LinkedHashMap;
import java.util.Map;

/** snarkjs' proof.json. rapidsnark's, which leaves out the curve, is read too. */
public final class ProofJson {
    private ProofJson() {}

    /**
     * Reads a proof.
     *
     * @param name what complaints call the file
     * @param curve the verifying key's curve
     * @throws BadInputException MALFORMED_FILE; CURVE_MISMATCH when the file names another curve; INVALID_PROOF for a point off the curve
     */
    public static Proof read(String name, byte[] text, CurveId curve) {
        JsonDocument document = JsonDocument.parse(name, text).requireObject();
        document.requireGroth16();
        if (document.has("curve") && document.curve() != curve) {
            throw new BadInputException(
                    ReasonCode.CURVE_MISMATCH,
                    name + " is over " + document.curve().circomName() + ", the verifying key over "
                            + curve.circomName());
        }
        Curve parameters = Curve.of(curve);
        JsonPoints points = new JsonPoints(document, ReasonCode.INVALID_PROOF);
        return new Proof(
                curve,
                points.read(document.member("pi_a"), "pi_a", parameters.g1()),
                points.read(document.member("pi_b"), "pi_b", parameters.g2()),
                points.read(document.member("pi_c"), "pi_c", parameters.g1()));
    }

    /** The text as snarkjs writes it. */
    public static String write(Proof proof) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("pi_a", JsonPoints.tree(proof.a()));
        tree.put("pi_b", JsonPoints.tree(proof.b()));
        tree.put("pi_c", JsonPoints.tree(proof.c()));
        tree.put("protocol", "groth16");
        tree.put("curve", proof.curve().circomName());
        return JsonText.of(tree);
    }
}
