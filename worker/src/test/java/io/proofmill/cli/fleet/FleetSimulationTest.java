package io.proofmill.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proofmill.cli.fleet.FleetSimulation.Forecast;
import io.proofmill.cli.fleet.FleetSimulation.Layout;
import io.proofmill.cli.fleet.Recording.Arrival;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FleetSimulationTest {
    private static final long SEED = 7;
    private static final int NORMAL = 1;

    @Test
    void jobs_of_one_second_take_their_number_over_the_slots() {
        Forecast forecast = run(recording(0, 0, 0), burst(64, 8), new Layout(8, 2, 8));
        assertThat(forecast.makespan()).isEqualTo(4.0);
        assertThat(forecast.jobsASecond()).isEqualTo(16.0);
        assertThat(forecast.busyShare()).isEqualTo(1.0);
        assertThat(forecast.longestLag()).isEqualTo(64 - 16);
    }

    @Test
    void a_job_waits_for_the_owner_of_its_partition_even_while_others_idle() {
        List<Arrival> onePartition = IntStream.range(0, 10)
                .mapToObj(i -> new Arrival(0, "c", NORMAL, 0))
                .toList();
        assertThat(run(recording(0, 0, 0), onePartition, new Layout(10, 1, 10)).makespan())
                .isEqualTo(10.0);
    }

    @Test
    void partitions_are_dealt_out_in_ranges_and_workers_beyond_them_get_none() {
        Layout three = new Layout(3, 1, 8);
        assertThat(IntStream.range(0, 8).map(three::owner)).containsExactly(0, 0, 0, 1, 1, 1, 2, 2);
        Layout many = new Layout(1_000, 1, 8);
        assertThat(IntStream.range(0, 8).map(many::owner)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(run(recording(0, 0, 0), burst(64, 8), many).makespan()).isEqualTo(8.0);
    }

    @Test
    void a_higher_priority_starts_first_and_then_the_older_request() {
        List<Arrival> arrivals = List.of(
                new Arrival(0, "c", NORMAL, 0), new Arrival(0.1, "c", NORMAL, 0), new Arrival(0.2, "c", NORMAL + 1, 0));
        Forecast forecast = run(recording(0, 0, 0), arrivals, new Layout(1, 1, 1));
        // The urgent one waits 0.8 s, the older one 1.9 s; the other way round it would be 0.9 and 1.8.
        assertThat(forecast.p95Wait()).isCloseTo(1.9, within(1e-9));
    }

    @Test
    void the_first_job_of_a_circuit_at_a_worker_loads_its_key_and_each_job_costs_its_turnaround() {
        Forecast forecast = run(recording(5, 0, 0.25), burst(4, 1), new Layout(1, 1, 1));
        assertThat(forecast.makespan()).isEqualTo(5 + 4 * 1.25);
    }

    @Test
    void failures_come_back_after_their_wait_and_cost_time() {
        Forecast sound = run(recording(0, 0, 0), burst(2_000, 4), new Layout(4, 1, 4));
        Forecast failing = run(recording(0, 0.2, 0), burst(2_000, 4), new Layout(4, 1, 4));
        assertThat(failing.makespan() / sound.makespan()).isCloseTo(1.25, within(0.05));
    }

    @Test
    void a_steady_load_is_planned_with_enough_workers_and_not_with_many_more() {
        Plan plan = new Plan(recording(0, 0, 0), 1, 200, 2, SEED);
        List<Forecast> forecasts = plan.untilEnough(10, 5);
        assertThat(plan.busySlots(10)).isCloseTo(10, within(1e-9));
        assertThat(forecasts.getFirst().workers()).isEqualTo(10);
        Forecast enough = forecasts.getLast();
        assertThat(enough.p95Wait()).isLessThanOrEqualTo(5);
        assertThat(enough.workers()).isBetween(11, 30);
        assertThat(enough.jobsASecond()).isCloseTo(10, within(1.0));
    }

    @Test
    void more_and_more_workers_up_to_a_thousand_never_make_it_worse() {
        Plan plan = new Plan(recording(2, 0, 0), 1, 1_000, 2, SEED);
        double before = Double.MAX_VALUE;
        for (int workers : new int[] {1, 10, 100, 1_000}) {
            Forecast forecast = plan.steady(50, workers);
            assertThat(forecast.meanWait())
                    .as("%d workers, seed %d", workers, SEED)
                    .isLessThanOrEqualTo(before);
            before = forecast.meanWait();
        }
    }

    private static Forecast run(Recording recording, List<Arrival> arrivals, Layout layout) {
        return new FleetSimulation(recording, 1, new Random(SEED)).run(arrivals, layout);
    }

    private static Recording recording(double cold, double failures, double turnaround) {
        return new Recording(
                List.of(new Arrival(0, "c", NORMAL, 0)),
                Map.of("c", new double[] {1.0}),
                Map.of("c", cold),
                failures,
                turnaround,
                8,
                1);
    }

    private static List<Arrival> burst(int jobs, int partitions) {
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            arrivals.add(new Arrival(0, "c", NORMAL, i % partitions));
        }
        return arrivals;
    }
}
