package io.proofmill.cli.worker;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Hears datagrams on a socket of the UNIX domain, as systemd does. */
final class DatagramEar implements AutoCloseable {
    private static final int DONT_WAIT = 0x40;
    private static final int SIZE = 4096;
    private static final MethodHandle SOCKET = function(
            "socket",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    private static final MethodHandle BIND = function(
            "bind",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    private static final MethodHandle RECV = function(
            "recv",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT));
    private static final MethodHandle CLOSE =
            function("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private final Path path;
    private final int socket;

    /** @param path where to listen; shorter than 108 bytes */
    DatagramEar(Path path) throws Throwable {
        this.path = path;
        this.socket = (int) SOCKET.invokeExact(1, 2, 0);
        byte[] name = path.toString().getBytes(StandardCharsets.UTF_8);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(Short.BYTES + 108);
            address.set(ValueLayout.JAVA_SHORT, 0, (short) 1);
            MemorySegment.copy(name, 0, address, ValueLayout.JAVA_BYTE, Short.BYTES, name.length);
            int bound = (int) BIND.invokeExact(socket, address, Short.BYTES + name.length + 1);
            if (bound != 0) {
                throw new IOException("cannot listen at " + path);
            }
        }
    }

    /** What has come since the last look. */
    List<String> heard() throws Throwable {
        List<String> all = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(SIZE);
            while (true) {
                long length = (long) RECV.invokeExact(socket, buffer, (long) SIZE, DONT_WAIT);
                if (length < 0) {
                    return all;
                }
                all.add(new String(buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
            }
        }
    }

    private static MethodHandle function(String name, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), descriptor);
    }

    @Override
    public void close() throws IOException {
        try {
            int ignored = (int) CLOSE.invokeExact(socket);
        } catch (Throwable e) {
            throw new IOException(e);
        }
        Files.deleteIfExists(path);
    }
}
