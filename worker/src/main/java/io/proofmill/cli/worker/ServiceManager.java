package io.proofmill.cli.worker;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * systemd's ear: states go as datagrams to the socket that {@code NOTIFY_SOCKET} names, as {@code sd_notify(3)} describes. Without that variable nothing is sent.
 *
 * <p>The JDK has no datagram sockets of the UNIX domain, and the program {@code systemd-notify} would speak for another process than the one that systemd listens to; so the three
 * calls of the C library are made directly.
 */
final class ServiceManager {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceManager.class);
    private static final short AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_CLOEXEC = 0x80000;
    /** Bytes of {@code sockaddr_un.sun_path}. */
    private static final int PATH_BYTES = 108;

    private final Optional<byte[]> path;
    private final Optional<Duration> watchdog;

    private ServiceManager(Optional<byte[]> path, Optional<Duration> watchdog) {
        this.path = path;
        this.watchdog = watchdog;
    }

    /** Where the environment says. A name that begins with {@code @} is one of the abstract name space. */
    static ServiceManager of(Map<String, String> environment) {
        Optional<byte[]> path = Optional.ofNullable(environment.get("NOTIFY_SOCKET"))
                .map(name -> (name.startsWith("@") ? "\0" + name.substring(1) : name).getBytes(StandardCharsets.UTF_8))
                .filter(bytes -> bytes.length < PATH_BYTES);
        Optional<Duration> watchdog = path.flatMap(ignored -> Optional.ofNullable(environment.get("WATCHDOG_USEC")))
                .filter(micros -> micros.matches("\\d{1,15}"))
                .map(micros -> Duration.ofNanos(Long.parseLong(micros) * 1_000));
        return new ServiceManager(path, watchdog);
    }

    boolean listens() {
        return path.isPresent();
    }

    /** How long the manager waits for a sign of life before it starts the service anew; empty when it does not watch. */
    Optional<Duration> watchdog() {
        return watchdog;
    }

    /** Sends one state, for example {@code READY=1}. What cannot be sent is logged: the worker goes on without. */
    void tell(String state) {
        path.ifPresent(bytes -> {
            try {
                send(bytes, state.getBytes(StandardCharsets.UTF_8));
            } catch (Throwable e) {
                LOG.warn("systemd was not told {}: {}", state, e.toString());
            }
        });
    }

    private static void send(byte[] path, byte[] state) throws Throwable {
        int socket = (int) C.SOCKET.invokeExact((int) AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        if (socket < 0) {
            throw new IllegalStateException("no socket");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(Short.BYTES + PATH_BYTES);
            address.set(ValueLayout.JAVA_SHORT, 0, AF_UNIX);
            MemorySegment.copy(path, 0, address, ValueLayout.JAVA_BYTE, Short.BYTES, path.length);
            MemorySegment message = arena.allocateFrom(ValueLayout.JAVA_BYTE, state);
            long sent = (long)
                    C.SENDTO.invokeExact(socket, message, (long) state.length, 0, address, Short.BYTES + path.length);
            if (sent != state.length) {
                throw new IllegalStateException("nobody took the datagram");
            }
        } finally {
            int ignored = (int) C.CLOSE.invokeExact(socket);
        }
    }

    /** The C library's functions, looked up when they are first needed. */
    private static final class C {
        private static final Linker LINKER = Linker.nativeLinker();
        static final MethodHandle SOCKET = function(
                "socket",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        static final MethodHandle SENDTO = function(
                "sendto",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT));
        static final MethodHandle CLOSE =
                function("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

        private static MethodHandle function(String name, FunctionDescriptor descriptor) {
            return LINKER.downcallHandle(LINKER.defaultLookup().find(name).orElseThrow(), descriptor);
        }
    }
}
