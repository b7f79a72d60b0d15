import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Packs jars again for the bundle: {@code java Repack.java OUT_DIR JAR...}. Without compression, as the archive around them has a better one, and of native libraries only those for Linux on x86-64,
 * of jcuda's only the driver API's.
 */
final class Repack {
    private static final Pattern NATIVE = Pattern.compile(".*\\.(so|dll|dylib|jnilib|a)");
    private static final Pattern OURS = Pattern.compile(".*linux.*(x86_64|amd64).*");
    private static final Pattern UNUSED = Pattern.compile("lib/lib(JNv|JCudaRuntime).*|META-INF/.*\\.(SF|RSA|DSA)");

    private Repack() {}

    public static void main(String[] arguments) throws IOException {
        Path out = Path.of(arguments[0]);
        for (String jar : List.of(arguments).subList(1, arguments.length)) {
            repack(Path.of(jar), out.resolve(Path.of(jar).getFileName()));
        }
    }

    private static void repack(Path from, Path to) throws IOException {
        try (ZipFile in = new ZipFile(from.toFile());
                OutputStream file = Files.newOutputStream(to);
                ZipOutputStream out = new ZipOutputStream(file)) {
            out.setMethod(ZipOutputStream.STORED);
            for (ZipEntry entry : Collections.list(in.entries())) {
                if (!entry.isDirectory() && wanted(entry.getName())) {
                    copy(in, entry, out);
                }
            }
        }
    }

    private static boolean wanted(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return !UNUSED.matcher(name).matches()
                && (!NATIVE.matcher(lower).matches() || OURS.matcher(lower).matches());
    }

    private static void copy(ZipFile in, ZipEntry entry, ZipOutputStream out) throws IOException {
        byte[] content;
        try (InputStream stream = in.getInputStream(entry)) {
            content = stream.readAllBytes();
        }
        ZipEntry stored = new ZipEntry(entry.getName());
        stored.setTimeLocal(entry.getTimeLocal());
        stored.setSize(content.length);
        CRC32 checksum = new CRC32();
        checksum.update(content);
        stored.setCrc(checksum.getValue());
        out.putNextEntry(stored);
        out.write(content);
        out.closeEntry();
    }
}
