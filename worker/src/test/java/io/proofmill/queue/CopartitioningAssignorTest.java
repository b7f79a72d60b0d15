package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class CopartitioningAssignorTest {
    private static final int NUMBERS = 12;
    private static final List<String> TOPICS = List.of("requests", "retries");

    private final Map<String, Member> members = new TreeMap<>();
    private int generation;

    @Test
    void a_member_that_joins_gets_idle_numbers_and_no_busy_one_moves() {
        join("a").busy.addAll(Set.of(6, 7, 8, 9, 10, 11));
        rebalance();
        join("b");
        Set<Integer> revoked = rebalance();
        assertThat(revoked).hasSize(NUMBERS / 2).doesNotContainAnyElementsOf(members.get("a").busy);
        rebalance();
        assertThat(members.get("a").owned).containsExactly(6, 7, 8, 9, 10, 11);
        assertThat(members.get("b").owned).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void when_every_number_is_busy_a_member_that_joins_still_gets_its_share() {
        Member a = join("a");
        rebalance();
        a.busy.addAll(a.owned);
        join("b");
        rebalance();
        rebalance();
        assertThat(members.get("b").owned).hasSize(NUMBERS / 2);
    }

    @Test
    void what_a_member_of_an_old_generation_claims_is_not_given_twice() {
        Member zombie = join("zombie");
        rebalance();
        zombie.busy.addAll(zombie.owned);
        members.remove("zombie");
        join("heir");
        rebalance();
        members.put("zombie", zombie);
        rebalance();
        assertNoNumberIsOwnedTwice("zombie rejoined");
    }

    @Test
    void two_hundred_random_rebalances_leave_every_number_with_one_owner() {
        for (int seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            members.clear();
            join("m0");
            for (int step = 0; step < 40; step++) {
                String name = "m" + random.nextInt(5);
                if (members.containsKey(name) && members.size() > 1) {
                    members.remove(name);
                } else if (!members.containsKey(name)) {
                    join(name);
                }
                members.values().forEach(member -> member.busy.clear());
                members.values()
                        .forEach(member -> member.owned.stream()
                                .filter(number -> random.nextBoolean())
                                .forEach(member.busy::add));
                rebalance();
                rebalance();
                assertNoNumberIsOwnedTwice("seed " + seed + " step " + step);
                assertThat(members.values().stream()
                                .flatMap(member -> member.owned.stream())
                                .collect(Collectors.toSet()))
                        .as("seed %d step %d", seed, step)
                        .hasSize(NUMBERS);
            }
        }
    }

    @Test
    void data_of_a_member_without_busy_numbers_is_passed_on_as_it_is() {
        ByteBuffer foreign = ByteBuffer.allocate(4).putInt(3).flip();
        assertThat(BusyNumbers.decode(foreign)).isEqualTo(new BusyNumbers(Set.of(), foreign));
        assertThat(BusyNumbers.decode(null)).isEqualTo(new BusyNumbers(Set.of(), null));
        BusyNumbers ours = new BusyNumbers(Set.of(1, 5), foreign);
        assertThat(BusyNumbers.decode(ours.encode())).isEqualTo(ours);
    }

    private static final class Member {
        final CopartitioningAssignor assignor = new CopartitioningAssignor();
        final Set<Integer> busy = new HashSet<>();
        Set<Integer> owned = new TreeSet<>();
        int generation = -1;

        Member() {
            Supplier<Set<Integer>> running = () -> busy;
            assignor.configure(Map.of(CopartitioningAssignor.BUSY, running));
        }

        Subscription subscription() {
            return new Subscription(
                    TOPICS,
                    assignor.subscriptionUserData(Set.copyOf(TOPICS)),
                    partitions(owned),
                    generation,
                    Optional.empty());
        }
    }

    private Member join(String name) {
        Member member = new Member();
        members.put(name, member);
        return member;
    }

    /** @return numbers that somebody had to give up */
    @SuppressWarnings("removal") // there is no other way to make a generation
    private Set<Integer> rebalance() {
        generation++;
        Map<String, Subscription> subscriptions = new HashMap<>();
        members.forEach((name, member) -> subscriptions.put(name, member.subscription()));
        Member leader = members.values().iterator().next();
        Map<String, Assignment> assigned = leader.assignor
                .assign(cluster(), new GroupSubscription(subscriptions))
                .groupAssignment();
        Set<Integer> revoked = new TreeSet<>();
        members.forEach((name, member) -> {
            Assignment assignment = assigned.get(name);
            Set<Integer> now = assignment.partitions().stream()
                    .map(TopicPartition::partition)
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(assignment.partitions())
                    .as("topics go together")
                    .containsExactlyInAnyOrderElementsOf(partitions(now));
            member.owned.stream().filter(number -> !now.contains(number)).forEach(revoked::add);
            member.owned = now;
            member.generation = generation;
            member.assignor.onAssignment(
                    assignment, new ConsumerGroupMetadata("g", generation, name, Optional.empty()));
        });
        return revoked;
    }

    private void assertNoNumberIsOwnedTwice(String when) {
        List<Integer> all = members.values().stream()
                .flatMap(member -> member.owned.stream())
                .toList();
        assertThat(all).as(when).doesNotHaveDuplicates();
    }

    private static List<TopicPartition> partitions(Set<Integer> numbers) {
        List<TopicPartition> partitions = new ArrayList<>();
        TOPICS.forEach(topic -> numbers.forEach(number -> partitions.add(new TopicPartition(topic, number))));
        return partitions;
    }

    private static Cluster cluster() {
        Node node = new Node(1, "localhost", 9092);
        List<PartitionInfo> infos = new ArrayList<>();
        for (String topic : TOPICS) {
            for (int number = 0; number < NUMBERS; number++) {
                infos.add(new PartitionInfo(topic, number, node, new Node[] {node}, new Node[] {node}));
            }
        }
        return new Cluster("c", List.of(node), infos, Set.of(), Set.of());
    }
}
