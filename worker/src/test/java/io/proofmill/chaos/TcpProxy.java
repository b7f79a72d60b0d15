package io.proofmill.chaos;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes connections on to a port of the loopback interface, as far as the {@link Weather} lets their client. */
final class TcpProxy implements AutoCloseable {
    /** Names the client of a fresh connection from its first bytes, which the proxy has still to pass on. */
    interface Naming {
        /**
         * Reads as much as it needs.
         *
         * @param read what was taken from the connection
         */
        String nameOf(InputStream in, ByteArrayOutputStream read) throws IOException;
    }

    private static final int CHUNK = 1 << 16;

    private final ServerSocket door;
    private final int target;
    private final Naming naming;
    private final Weather weather;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();

    private TcpProxy(int target, Naming naming, Weather weather) throws IOException {
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.target = target;
        this.naming = naming;
        this.weather = weather;
        Thread.ofVirtual().start(this::accept);
    }

    /** For a service all of whose clients are cut together. */
    static TcpProxy forAll(String name, int target, Weather weather) throws IOException {
        return new TcpProxy(target, (in, read) -> name, weather);
    }

    /** For a broker: the client id in the header of a connection's first request says whose it is; what follows an {@code @} or a {@code /} is dropped. */
    static TcpProxy forKafka(int target, Weather weather) throws IOException {
        return new TcpProxy(target, TcpProxy::kafkaClient, weather);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Breaks the client's connections. */
    void reset(String client) {
        connections.stream()
                .filter(connection -> connection.client.equals(client))
                .forEach(Connection::close);
    }

    @Override
    public void close() throws IOException {
        door.close();
        connections.forEach(Connection::close);
    }

    /** size int32, api key int16, api version int16, correlation id int32, client id nullable string: the same in every version of Kafka's request header but 0. */
    private static String kafkaClient(InputStream in, ByteArrayOutputStream read) throws IOException {
        DataInputStream header = new DataInputStream(in);
        byte[] fixed = header.readNBytes(14);
        read.writeBytes(fixed);
        if (fixed.length < 14) {
            throw new IOException("the connection ended within its first request's header");
        }
        int length = (short) ((fixed[12] << 8) | (fixed[13] & 0xff));
        byte[] id = header.readNBytes(Math.max(0, length));
        read.writeBytes(id);
        return new String(id, StandardCharsets.UTF_8).split("[@/]", 2)[0];
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = door.accept();
                Thread.ofVirtual().start(() -> connect(socket));
            }
        } catch (IOException e) {
            connections.forEach(Connection::close); // the door was closed
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        try {
            ByteArrayOutputStream first = new ByteArrayOutputStream();
            String name = naming.nameOf(client.getInputStream(), first);
            Connection connection = new Connection(name, client, server);
            connections.add(connection);
            if (weather.of(name) == Cut.REFUSED) {
                connection.close();
                return;
            }
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), 1000);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.getOutputStream().write(first.toByteArray());
            Thread.ofVirtual().start(() -> pump(connection, server, client, true));
            pump(connection, client, server, false);
        } catch (IOException e) {
            new Connection("", client, server).close(); // the broker is down, or the client went away
        }
    }

    private void pump(Connection connection, Socket from, Socket to, boolean answers) {
        byte[] chunk = new byte[CHUNK];
        try (connection) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                weather.awaitPassage(connection.client, answers);
                out.write(chunk, 0, n);
            }
        } catch (IOException e) {
            return; // either side went away
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connections.remove(connection);
        }
    }

    /** Both sides of one connection. */
    private record Connection(String client, Socket near, Socket far) implements AutoCloseable {
        @Override
        public void close() {
            close(near);
            close(far);
        }

        private static void close(Socket socket) {
            try {
                socket.setSoLinger(true, 0); // a reset, as after a crash, and no port left in TIME_WAIT
                socket.close();
            } catch (IOException e) {
                return; // closed already
            }
        }
    }
}
