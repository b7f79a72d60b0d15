package io.proofmill.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

/** Asks before the worker joins its group whether the status port is free, and who has it when it is not. */
final class StatusPort {
    /** A worker on a busy machine may take seconds to answer; to call it another program would mislead. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private StatusPort() {}

    /**
     * Does nothing when the port can be bound, or is 0.
     *
     * @throws BadInputException USAGE, naming the worker that answers there, where one does
     */
    static void requireFree(InetSocketAddress address) throws IOException {
        int port = address.getPort();
        if (port == 0) {
            return;
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address);
        } catch (BindException e) {
            throw new BadInputException(ReasonCode.USAGE, "status.port " + port + " is taken by " + holder(address), e);
        }
    }

    private static String holder(InetSocketAddress address) {
        InetAddress host =
                address.getAddress().isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address.getAddress();
        URI uri = URI.create("http://" + host.getHostAddress() + ":" + address.getPort() + "/status.json");
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
            JsonNode worker = new ObjectMapper().readTree(answer.body()).at("/queue/worker");
            return worker.isMissingNode()
                    ? "another program"
                    : "worker %s, build %s, started %s"
                            .formatted(
                                    worker.path("instance").asText(),
                                    worker.path("build").asText(),
                                    worker.path("startedAt").asText());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "another program";
        } catch (HttpTimeoutException e) {
            return "a program that does not answer within " + PATIENCE.toSeconds() + " s";
        } catch (IOException e) {
            return "another program";
        }
    }
}
