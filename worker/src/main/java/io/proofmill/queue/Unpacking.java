package io.proofmill.queue;

import com.github.luben.zstd.ZstdInputStream;
import io.proofmill.schemas.Compression;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** Opens packed bytes for reading, and reads no more of them than a limit: a few packed bytes may unpack to terabytes. */
final class Unpacking {
    private Unpacking() {}

    static InputStream open(InputStream packed, Compression compression) throws IOException {
        return switch (compression) {
            case GZIP -> new GZIPInputStream(packed);
            case ZSTD -> new ZstdInputStream(packed);
            case NONE -> packed;
            case UNKNOWN -> throw new IllegalArgumentException("unknown compressions are refused before");
        };
    }

    /** All bytes of the stream. */
    static byte[] readAll(InputStream in, String name, long limit) throws IOException, PayloadException {
        byte[] bytes = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8L, limit + 1));
        if (bytes.length > limit) {
            throw new PayloadException(
                    Reason.TOO_LARGE, "payload '%s': expected at most %d bytes, found more".formatted(name, limit));
        }
        return bytes;
    }
}
