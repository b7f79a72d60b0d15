package io.proofmill.engine;

import java.io.IOException;
import java.util.Collection;

/** Where a catalogue's circuits come from. Asked at start, and again when a circuit is asked for that was not there, so that one can be added to a running worker. */
@FunctionalInterface
public interface CircuitSource {
    /**
     * Opens what is there now.
     *
     * @throws io.proofmill.math.BadInputException when a circuit's files are bad
     */
    Collection<? extends Circuit> open() throws IOException;
}
