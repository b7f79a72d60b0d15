package io.proofmill.engine;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The circuits that this worker can prove, by name. A circuit, or a version of one, that is not here makes the catalogue look at its source again, at most once a second,
 * so that a key can be installed or changed while the worker runs. Whoever asks sooner waits for the next look: a request that follows an installation is never refused
 * by what an earlier look saw.
 */
public final class Catalogue {
    private static final Logger LOG = LoggerFactory.getLogger(Catalogue.class);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final CircuitSource source;
    private final LongSupplier nanoClock;
    private final LongConsumer pauseNanos;
    private volatile Map<String, Circuit> circuits;
    private long lookedAt;

    /**
     * Opens the circuits.
     *
     * @throws BadInputException when a circuit's files are bad, or USAGE when two circuits have one name
     */
    public Catalogue(CircuitSource source) throws IOException {
        this(source, System::nanoTime, LockSupport::parkNanos);
    }

    Catalogue(CircuitSource source, LongSupplier nanoClock, LongConsumer pauseNanos) throws IOException {
        this.source = source;
        this.nanoClock = nanoClock;
        this.pauseNanos = pauseNanos;
        this.circuits = byName(source.open());
        this.lookedAt = nanoClock.getAsLong();
    }

    /** All of them, in the order of their names. */
    public Collection<Circuit> circuits() {
        return circuits.values();
    }

    /**
     * One circuit.
     *
     * @throws BadInputException UNKNOWN_CIRCUIT when the name or the version is not here
     */
    public Circuit find(String name, Optional<String> version) {
        if (!has(name, version)) {
            lookAgain();
        }
        Map<String, Circuit> now = circuits;
        Circuit circuit = now.get(name);
        if (circuit == null) {
            throw new BadInputException(
                    ReasonCode.UNKNOWN_CIRCUIT,
                    "circuit '" + name + "' is not in this worker's catalogue, which has "
                            + (now.isEmpty() ? "none" : String.join(", ", now.keySet())));
        }
        if (!has(name, version)) {
            throw new BadInputException(
                    ReasonCode.UNKNOWN_CIRCUIT,
                    "circuit '" + name + "' has version " + circuit.version() + " here, the request asks for "
                            + version.orElseThrow());
        }
        return circuit;
    }

    private boolean has(String name, Optional<String> version) {
        Circuit circuit = circuits.get(name);
        return circuit != null && (version.isEmpty() || version.get().equals(circuit.version()));
    }

    private void lookAgain() {
        long asked = nanoClock.getAsLong();
        synchronized (this) {
            if (lookedAt - asked > 0) {
                return;
            }
            long early = lookedAt + LOOK_AGAIN_NANOS - nanoClock.getAsLong();
            if (early > 0) {
                pauseNanos.accept(early);
            }
            lookedAt = nanoClock.getAsLong();
            try {
                circuits = byName(source.open());
            } catch (IOException | BadInputException e) {
                LOG.warn("the catalogue has changed but cannot be read, so it stays as it was: {}", e.getMessage());
            }
        }
    }

    private static Map<String, Circuit> byName(Collection<? extends Circuit> circuits) {
        Map<String, Circuit> byName = new TreeMap<>();
        for (Circuit circuit : circuits) {
            if (byName.put(circuit.name(), circuit) != null) {
                throw new BadInputException(
                        ReasonCode.USAGE, "the catalogue has two circuits of the name '" + circuit.name() + "'");
            }
        }
        return byName;
    }
}
