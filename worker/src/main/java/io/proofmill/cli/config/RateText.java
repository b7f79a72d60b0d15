package io.proofmill.cli.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A rate on the command line, {@code 5/s}, {@code 40/min}, {@code 120/h} or {@code 2880/d}, as jobs a second. */
public final class RateText implements ITypeConverter<Double> {
    private static final Pattern RATE = Pattern.compile("(\\d+(?:\\.\\d+)?)/(s|min|h|d)");

    @Override
    public Double convert(String text) {
        Matcher matcher = RATE.matcher(text);
        if (!matcher.matches() || Double.parseDouble(matcher.group(1)) == 0) {
            throw new TypeConversionException(
                    "expected a rate such as 5/s, 40/min, 120/h or 2880/d, found '" + text + "'");
        }
        double amount = Double.parseDouble(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> amount;
            case "min" -> amount / 60;
            case "h" -> amount / 3600;
            default -> amount / 86_400;
        };
    }
}
