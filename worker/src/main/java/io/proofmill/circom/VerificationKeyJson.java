package io.proofmill.circom;

import com.fasterxml.jackson.databind.JsonNode;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Point;
import io.proofmill.math.ReasonCode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** snarkjs' verification_key.json. */
public final class VerificationKeyJson {
    private VerificationKeyJson() {}

    /**
     * Reads a key; its points are on the curve, {@link VerifyingKey#validate} asks for more. The pairing of alpha and beta that the file carries is ignored.
     *
     * @param name what complaints call the file
     * @throws BadInputException MALFORMED_FILE, CURVE_MISMATCH for an unknown curve, INVALID_KEY for a point off the curve
     */
    public static VerifyingKey read(String name, byte[] text) {
        JsonDocument document = JsonDocument.parse(name, text).requireObject();
        document.requireGroth16();
        CurveId id = document.curve();
        Curve curve = Curve.of(id);
        JsonPoints points = new JsonPoints(document, ReasonCode.INVALID_KEY);
        return new VerifyingKey(
                id,
                points.read(document.member("vk_alpha_1"), "vk_alpha_1", curve.g1()),
                points.read(document.member("vk_beta_2"), "vk_beta_2", curve.g2()),
                points.read(document.member("vk_gamma_2"), "vk_gamma_2", curve.g2()),
                points.read(document.member("vk_delta_2"), "vk_delta_2", curve.g2()),
                readIc(document, points, curve));
    }

    private static List<Point> readIc(JsonDocument document, JsonPoints points, Curve curve) {
        JsonNode array = document.member("IC");
        if (!array.isArray() || array.isEmpty()) {
            throw document.malformed("IC should be an array of at least one point");
        }
        BigInteger publicInputs = document.integer(document.member("nPublic"), "nPublic");
        if (!publicInputs.equals(BigInteger.valueOf(array.size() - 1L))) {
            throw document.malformed(
                    "IC should have one point more than nPublic = " + publicInputs + ", found " + array.size());
        }
        List<Point> ic = new ArrayList<>();
        for (JsonNode node : array) {
            ic.add(points.read(node, "IC[" + ic.size() + "]", curve.g1()));
        }
        return ic;
    }

    /** The text as snarkjs writes it. */
    public static String write(VerifyingKey key) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("protocol", "groth16");
        tree.put("curve", key.curve().circomName());
        tree.put("nPublic", key.publicInputs());
        tree.put("vk_alpha_1", JsonPoints.tree(key.alpha1()));
        tree.put("vk_beta_2", JsonPoints.tree(key.beta2()));
        tree.put("vk_gamma_2", JsonPoints.tree(key.gamma2()));
        tree.put("vk_delta_2", JsonPoints.tree(key.delta2()));
        tree.put("IC", key.ic().stream().map(JsonPoints::tree).toList());
        return JsonText.of(tree);
    }
}
