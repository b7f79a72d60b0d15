package io.proofmill.chaos;

import io.proofmill.chaos.Fault.Strike;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** Draws faults by their weights and counts those that struck. Used by one thread. */
final class Deck {
    private final List<Fault> faults;
    private final Random random;
    private final EventLog log;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<Thread> strikes = new ArrayList<>();
    private int struck;

    Deck(List<Fault> faults, Random random, EventLog log) {
        this.faults = List.copyOf(faults);
        this.random = random;
        this.log = log;
    }

    /** Draws until a fault has a target, and lets it strike on a thread of its own. */
    void strike() {
        Optional<Strike> strike = Optional.empty();
        Fault fault = null;
        while (strike.isEmpty()) {
            fault = draw();
            strike = fault.drawing().draw(random);
        }
        struck++;
        counts.merge(fault.name(), 1, Integer::sum);
        run(struck, fault.name(), strike.get());
    }

    /** Waits until every strike is over and mended. */
    void awaitEnd() throws InterruptedException {
        for (Thread strike : strikes) {
            strike.join();
        }
    }

    /** How many faults have struck. */
    int struck() {
        return struck;
    }

    /** How many of each kind have struck. */
    Map<String, Integer> counts() {
        return Map.copyOf(counts);
    }

    private Fault draw() {
        int lot = random.nextInt(faults.stream().mapToInt(Fault::weight).sum());
        for (Fault fault : faults) {
            lot -= fault.weight();
            if (lot < 0) {
                return fault;
            }
        }
        throw new AssertionError("the lot is below the sum of the weights");
    }

    private void run(int number, String name, Strike strike) {
        log.say("fault %d: %s %s", number, name, strike.target());
        strikes.add(Thread.ofVirtual().start(() -> {
            try {
                strike.action().run();
            } catch (Exception e) { // whatever it is, it belongs to the log and not to the run
                log.say("fault %d: %s did not go as planned: %s", number, name, e);
            }
        }));
    }
}
