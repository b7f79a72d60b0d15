package io.proofmill.cli.config;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration on the command line, written as in the settings: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 2h}, {@code 1d}. */
public final class DurationText implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return ConfigKey.parseDuration(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("expected " + e.getMessage() + ", found '" + text + "'");
        }
    }
}
