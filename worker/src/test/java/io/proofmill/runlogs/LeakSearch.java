package io.proofmill.runlogs;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds planted secrets in lines. A text is found as it is and in Base64. A number is found by its first digits: in decimal, and in hexadecimal with its most or its least significant byte first, so also
 * when it is only a piece of a longer dump. A witness file is found by its first bytes, raw, escaped, in hexadecimal and in Base64.
 */
public final class LeakSearch {
    /** Digits that make a number recognizable; by chance two of them agree in none of 10^15 pairs. */
    private static final int DIGITS = 20;

    private static final Pattern DIGIT_RUN = Pattern.compile("[0-9a-fA-F]{" + DIGITS + ",}");
    private static final byte[] WITNESS_HEADER = {'w', 't', 'n', 's', 2, 0, 0, 0};

    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, String> numbers = new HashMap<>();

    private LeakSearch(Collection<String> secretTexts, Collection<BigInteger> secretNumbers) {
        for (String text : secretTexts) {
            texts.put(text, text);
            base64(text.getBytes(StandardCharsets.UTF_8)).forEach(form -> texts.put(form, text + " in Base64"));
        }
        texts.put(new String(WITNESS_HEADER, StandardCharsets.ISO_8859_1), "a witness file");
        texts.put("wtns\\u0002", "a witness file, escaped");
        texts.put(HexFormat.of().formatHex(WITNESS_HEADER), "a witness file in hexadecimal");
        base64(WITNESS_HEADER).forEach(form -> texts.put(form, "a witness file in Base64"));
        secretNumbers.forEach(this::add);
    }

    /** Looks for all of {@link PlantedSecrets}. */
    public static LeakSearch forPlanted() {
        return new LeakSearch(List.of(PlantedSecrets.MARK), PlantedSecrets.witnessValues());
    }

    private void add(BigInteger number) {
        byte[] bytes = number.toByteArray();
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        for (String form :
                List.of(number.toString(), number.toString(16), HexFormat.of().formatHex(reversed))) {
            numbers.put(form.substring(0, DIGITS), number.toString());
        }
    }

    /** What a line gives away, in words, if anything. */
    public Optional<String> leakIn(String line) {
        for (Map.Entry<String, String> text : texts.entrySet()) {
            if (line.contains(text.getKey())) {
                return Optional.of(text.getValue());
            }
        }
        Matcher runs = DIGIT_RUN.matcher(line);
        while (runs.find()) {
            String run = runs.group().toLowerCase(Locale.ROOT);
            for (int from = 0; from + DIGITS <= run.length(); from++) {
                String number = numbers.get(run.substring(from, from + DIGITS));
                if (number != null) {
                    return Optional.of(number);
                }
            }
        }
        return Optional.empty();
    }

    /** The characters that bytes become wherever in a Base64 text they begin; the outer ones, which depend on the neighbours, left out. */
    private static List<String> base64(byte[] bytes) {
        List<String> forms = new ArrayList<>();
        for (int before = 0; before < 3; before++) {
            byte[] shifted = new byte[before + bytes.length];
            System.arraycopy(bytes, 0, shifted, before, bytes.length);
            String encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
            int first = before == 0 ? 0 : before + 1;
            int last = shifted.length % 3 == 0 ? encoded.length() : encoded.length() - 1;
            forms.add(encoded.substring(first, last));
        }
        return forms;
    }
}
