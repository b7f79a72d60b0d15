package io.proofmill.cli.queue;

import io.proofmill.schemas.RecordCoordinates;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a record stands, as commands write it: {@code topic-partition@offset}. */
public final class Coordinates {
    private static final Pattern TEXT = Pattern.compile("(.+)-(\\d+)@(\\d+)");

    private Coordinates() {}

    public static String text(RecordCoordinates at) {
        return at.getTopic() + "-" + at.getPartition() + "@" + at.getOffset();
    }

    /**
     * Reads what {@link #text} has written; empty for any other text.
     *
     * @param timestamp the record's time stamp, ISO 8601, which the text does not tell
     */
    public static Optional<RecordCoordinates> parse(String text, String timestamp) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(RecordCoordinates.newBuilder()
                        .setTopic(matcher.group(1))
                        .setPartition(Integer.parseInt(matcher.group(2)))
                        .setOffset(Long.parseLong(matcher.group(3)))
                        .setTimestamp(Instant.parse(timestamp))
                        .build())
                : Optional.empty();
    }
}
