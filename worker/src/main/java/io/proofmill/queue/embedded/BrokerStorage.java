package io.proofmill.queue.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** Prepares a node's log folder, as {@code kafka-storage format} does. A folder that is prepared already is left as it is. */
final class BrokerStorage {
    /** One id for all embedded clusters, so that a kept log folder fits the next start. */
    private static final String CLUSTER_ID = "cHJvb2ZtaWxsLWRlbW8tMQ";

    private BrokerStorage() {}

    static void format(BrokerNode node) throws IOException {
        Files.createDirectories(node.logDir());
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            new Formatter()
                    .setPrintStream(nowhere)
                    .setNodeId(node.id())
                    .setClusterId(CLUSTER_ID)
                    .setReleaseVersion(MetadataVersion.latestProduction())
                    .setControllerListenerName("CONTROLLER")
                    .setMetadataLogDirectory(node.logDir().toString())
                    .addDirectory(node.logDir().toString())
                    .setIgnoreFormatted(true)
                    .run();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("cannot format " + node.logDir() + " for a broker: " + e.getMessage(), e);
        }
    }
}
