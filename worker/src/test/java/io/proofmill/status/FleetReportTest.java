package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.proofmill.queue.GroupView;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FleetReportTest {
    @Test
    void one_build_is_no_mixed_fleet_and_two_are() {
        assertThat(fleet("a@1.0+x", "b@1.0+x").mixed()).isFalse();
        assertThat(fleet("a@1.0+x", "b@1.0+y").mixed()).isTrue();
        assertThat(fleet("a@1.0+x", "b@1.0+y").builds()).containsExactly("1.0+x", "1.0+y");
    }

    @Test
    void an_instance_may_have_an_at_sign_in_its_name_and_a_stranger_has_no_build() {
        assertThat(fleet("me@home@1.0+x", "stranger").members())
                .extracting(FleetReport.Member::instance, FleetReport.Member::build)
                .containsExactly(tuple("me@home", "1.0+x"), tuple("stranger", ""));
    }

    @Test
    void a_stale_report_keeps_what_was_known() {
        FleetReport stale = fleet("a@1.0+x").stale("the brokers did not answer");
        assertThat(stale.members()).hasSize(1);
        assertThat(stale.trouble()).isEqualTo("the brokers did not answer");
        assertThat(stale.at()).hasValue(SampleStatus.NOW);
    }

    private static FleetReport fleet(String... workers) {
        List<GroupView.Member> members = Arrays.stream(workers)
                .map(name -> new GroupView.Member(name, "/host", 1))
                .toList();
        return FleetReport.of(
                new GroupView("Stable", members, Map.of("t", new GroupView.Backlog(3, 2, 1)), List.of()),
                SampleStatus.NOW);
    }
}
