package io.proofmill.queue.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SingleFlightCacheTest {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger questions = new AtomicInteger();
    private final SingleFlightCache<Integer, String> cache =
            new SingleFlightCache<>(2, Duration.ofNanos(100), nanos::get);

    @Test
    void an_answer_is_asked_for_once() {
        assertThat(ask(1)).isEqualTo("answer 1");
        assertThat(ask(1)).isEqualTo("answer 1");
        assertThat(questions).hasValue(1);
    }

    @Test
    void the_least_recently_used_answer_goes_first() {
        ask(1);
        ask(2);
        ask(1);
        ask(3);
        ask(1);
        assertThat(questions).as("1 was kept").hasValue(3);
        ask(2);
        assertThat(questions).as("2 had to go").hasValue(4);
    }

    @Test
    void a_refusal_is_remembered_until_its_time_is_over() {
        refuse(1);
        nanos.set(99);
        refuse(1);
        assertThat(questions).hasValue(1);
        nanos.set(100);
        assertThat(ask(1)).isEqualTo("answer 1");
    }

    @Test
    void many_refusals_do_not_push_answers_out() {
        ask(1);
        for (int i = 10; i < 20; i++) {
            refuse(i);
        }
        questions.set(0);
        ask(1);
        assertThat(questions).hasValue(0);
    }

    @Test
    void refusals_are_bounded_too() {
        refuse(1);
        refuse(2);
        refuse(3);
        assertThat(ask(1)).as("forgotten, so asked again").isEqualTo("answer 1");
    }

    @Test
    void trouble_is_not_remembered() {
        assertThatThrownBy(() -> cache.get(1, () -> {
                    throw new RegistryUnavailableException("away");
                }))
                .isInstanceOf(RegistryUnavailableException.class);
        assertThat(ask(1)).isEqualTo("answer 1");
    }

    @Test
    void threads_that_ask_at_the_same_time_share_one_question() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> answers = new ArrayList<>();
            answers.add(threads.submit(() -> cache.get(1, () -> {
                asked.countDown();
                await(go);
                return "answer " + questions.incrementAndGet();
            })));
            asked.await();
            for (int i = 0; i < 20; i++) {
                answers.add(threads.submit(() -> ask(1)));
            }
            go.countDown();
            for (Future<String> answer : answers) {
                assertThat(answer.get()).isEqualTo("answer 1");
            }
        }
        assertThat(questions).hasValue(1);
    }

    private String ask(int key) {
        return cache.get(key, () -> {
            questions.incrementAndGet();
            return "answer " + key;
        });
    }

    private void refuse(int key) {
        assertThatThrownBy(() -> cache.get(key, () -> {
                    questions.incrementAndGet();
                    throw new RegistryRefusedException(RegistryRefusedException.SCHEMA_NOT_FOUND, "no such schema");
                }))
                .isInstanceOf(RegistryRefusedException.class);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
