package io.proofmill.cli.config;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One setting: its dotted name, its default as written in the file, how its text is read, and what it does. A name never changes once released.
 *
 * @param <T> what the text is read into
 * @param name dotted name, for example {@code worker.in-flight}
 * @param defaultText the default as TOML would write it without quotes; empty means "not set"
 * @param kind whether the reference writes the default in quotes
 * @param parser from text to value; throws IllegalArgumentException with what was expected
 * @param documentation one or two sentences, printed beside the default
 */
public record ConfigKey<T>(
        String name, String defaultText, Kind kind, Function<String, T> parser, String documentation) {
    private static final Pattern DURATION = Pattern.compile("(\\d+)\\s*(ms|s|m|h|d)");
    private static final Pattern SIZE = Pattern.compile("(\\d+)\\s*(B|KiB|MiB|GiB|TiB)");

    /** How TOML writes the value. */
    public enum Kind {
        QUOTED,
        BARE
    }

    /** Reads a text as this key's type; a text that does not fit is refused by name. */
    public T read(String text) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "setting '" + name + "': expected " + e.getMessage() + ", found '" + text + "'",
                    e);
        }
    }

    static ConfigKey<String> text(String name, String defaultText, String documentation) {
        return new ConfigKey<>(name, defaultText, Kind.QUOTED, Function.identity(), documentation);
    }

    static ConfigKey<List<String>> list(String name, String defaultText, String documentation) {
        Function<String, List<String>> split = text -> Stream.of(text.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
        return new ConfigKey<>(name, defaultText, Kind.QUOTED, split, documentation);
    }

    static ConfigKey<Integer> count(String name, int defaultValue, int least, String documentation) {
        return count(name, defaultValue, least, 999_999_999, documentation);
    }

    static ConfigKey<Integer> count(String name, int defaultValue, int least, int most, String documentation) {
        Function<String, Integer> parse = text -> {
            if (!text.matches("\\d{1,9}") || Integer.parseInt(text) < least || Integer.parseInt(text) > most) {
                throw new IllegalArgumentException("a whole number from " + least + " to " + most);
            }
            return Integer.valueOf(text);
        };
        return new ConfigKey<>(name, Integer.toString(defaultValue), Kind.BARE, parse, documentation);
    }

    static ConfigKey<Boolean> flag(String name, boolean defaultValue, String documentation) {
        Function<String, Boolean> parse = text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("true or false");
        };
        return new ConfigKey<>(name, Boolean.toString(defaultValue), Kind.BARE, parse, documentation);
    }

    static ConfigKey<Duration> duration(String name, String defaultText, String documentation) {
        return new ConfigKey<>(name, defaultText, Kind.QUOTED, ConfigKey::parseDuration, documentation);
    }

    static ConfigKey<Long> size(String name, String defaultText, String documentation) {
        return new ConfigKey<>(name, defaultText, Kind.QUOTED, ConfigKey::parseSize, documentation);
    }

    static ConfigKey<String> choice(String name, String defaultText, List<String> choices, String documentation) {
        Function<String, String> parse = text -> {
            String lower = text.toLowerCase(Locale.ROOT);
            if (!choices.contains(lower)) {
                throw new IllegalArgumentException("one of " + String.join(", ", choices));
            }
            return lower;
        };
        return new ConfigKey<>(name, defaultText, Kind.QUOTED, parse, documentation);
    }

    /** Any of some words, separated by commas; none by default. */
    static ConfigKey<List<String>> choices(String name, List<String> choices, String documentation) {
        ConfigKey<List<String>> list = list(name, "", documentation);
        Function<String, List<String>> parse = text -> {
            List<String> words = list.read(text);
            if (!choices.containsAll(words)) {
                throw new IllegalArgumentException("some of " + String.join(", ", choices));
            }
            return words;
        };
        return new ConfigKey<>(name, "", Kind.QUOTED, parse, documentation);
    }

    static Duration parseDuration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a duration such as 500ms, 30s, 10m or 2h");
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    private static Long parseSize(String text) {
        if (text.equals("auto")) {
            return 0L;
        }
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("auto or a size such as 512MiB or 16GiB");
        }
        int shift = 10 * List.of("B", "KiB", "MiB", "GiB", "TiB").indexOf(matcher.group(2));
        return Long.parseLong(matcher.group(1)) << shift;
    }
}
