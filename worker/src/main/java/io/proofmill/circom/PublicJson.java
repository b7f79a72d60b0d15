package io.proofmill.circom;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** snarkjs' public.json: the public signals as an array of decimal strings. */
public final class PublicJson {
    private PublicJson() {}

    /**
     * Reads the signals; whether each is below the prime is the verifier's question.
     *
     * @param name what complaints call the file
     * @throws io.proofmill.math.BadInputException MALFORMED_FILE
     */
    public static List<BigInteger> read(String name, byte[] text) {
        JsonDocument document = JsonDocument.parse(name, text);
        if (!document.root().isArray()) {
            throw document.malformed(
                    "should hold an array of public signals, found " + JsonDocument.described(document.root()));
        }
        List<BigInteger> signals = new ArrayList<>();
        for (JsonNode node : document.root()) {
            signals.add(document.integer(node, "signal " + signals.size()));
        }
        return List.copyOf(signals);
    }

    /** The text as snarkjs writes it. */
    public static String write(List<BigInteger> signals) {
        return JsonText.of(signals);
    }
}
