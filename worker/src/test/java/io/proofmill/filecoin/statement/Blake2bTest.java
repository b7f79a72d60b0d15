package io.proofmill.filecoin.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Blake2bTest {
    @Test
    void the_digest_of_abc_is_that_of_RFC_7693() {
        byte[] digest = Blake2b.of("abc".getBytes(StandardCharsets.US_ASCII));
        assertThat(HexFormat.of().formatHex(digest))
                .isEqualTo("ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                        + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
    }

    @Test
    void a_message_in_pieces_has_the_digest_of_the_whole() {
        byte[] message = new byte[300];
        for (int i = 0; i < message.length; i++) {
            message[i] = (byte) i;
        }
        for (int cut = 0; cut <= message.length; cut++) {
            byte[] digest = new Blake2b()
                    .update(message, 0, cut)
                    .update(message, cut, message.length - cut)
                    .digest();
            assertThat(digest).as("cut at %d", cut).isEqualTo(Blake2b.of(message));
        }
    }
}
