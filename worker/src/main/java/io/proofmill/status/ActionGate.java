package io.proofmill.status;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;

/**
 * Who may change the worker through its status port: whoever knows the token, from the page itself or a program, never from another site's page. The token travels in the {@code Authorization}
 * header only, which no form and no link of another site can set; and what a browser says of the sender's origin must be this server.
 */
final class ActionGate {
    private static final String BEARER = "Bearer ";

    private final byte[] token;

    /** @param token the secret */
    ActionGate(String token) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
    }

    /** Why the request is refused; empty when it may pass. */
    Optional<String> refusal(HttpExchange exchange) {
        Headers headers = exchange.getRequestHeaders();
        if (!sameSite(headers)) {
            return Optional.of("the request comes from another site's page");
        }
        String authorization =
                Optional.ofNullable(headers.getFirst("Authorization")).orElse("");
        if (!authorization.startsWith(BEARER)) {
            return Optional.of("an Authorization header with the bearer token is needed");
        }
        byte[] given = authorization.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(given, token) ? Optional.empty() : Optional.of("the token is wrong");
    }

    private static boolean sameSite(Headers headers) {
        String site = headers.getFirst("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            return false;
        }
        String origin = headers.getFirst("Origin");
        String host = headers.getFirst("Host");
        return origin == null
                || origin.toLowerCase(Locale.ROOT)
                        .replaceFirst("^https?://", "")
                        .equals(host);
    }
}
