package io.proofmill.filecoin.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.vanilla.Node;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChallengesTest {
    private static final Node SEED = Node.ofHex("01".repeat(32));

    /** Values of rust-fil-proofs' own test, {@code test_synth_challenges_against_hardcoded}. */
    @Test
    void synthetic_challenges_are_those_of_the_network() {
        SyntheticChallenges set = new SyntheticChallenges(1 << 10, Node.of(55), Node.of(101), 21);
        assertThat(IntStream.range(0, 21).mapToLong(set::challenge))
                .containsExactly(
                        178L, 297L, 869L, 211L, 875L, 477L, 94L, 781L, 124L, 332L, 856L, 801L, 176L, 692L, 429L, 691L,
                        290L, 204L, 986L, 210L, 973L);
        assertThat(set.picked(SEED, 0, 10)).containsExactly(176L, 781L, 801L, 986L, 290L, 211L, 692L, 856L, 986L, 332L);
    }

    @Test
    void a_later_part_s_picks_go_on_where_the_earlier_ended() {
        SyntheticChallenges set = new SyntheticChallenges(1 << 30, Node.of(55), Node.of(101));
        assertThat(set.picked(SEED, 18, 18)).isEqualTo(set.picked(SEED, 0, 36).subList(18, 36));
    }

    @Test
    void non_interactive_challenges_follow_from_the_replica_and_not_from_the_seed() {
        PorepStatement one = statement(Node.of(7), Node.of(1));
        assertThat(one.parts()).isEqualTo(126);
        assertThat(one.challenges(125))
                .isEqualTo(statement(Node.of(7), Node.of(2)).challenges(125))
                .isNotEqualTo(statement(Node.of(8), Node.of(1)).challenges(125))
                .hasSize(18);
    }

    private static PorepStatement statement(Node commR, Node seed) {
        return new PorepStatement(
                SectorSize.GIB_32,
                PorepVariant.NON_INTERACTIVE,
                Node.of(3),
                Node.of(5),
                commR,
                seed,
                Node.of(18),
                Subject.NONE);
    }
}
