package io.proofmill.engine;

import io.proofmill.circom.InputSignals;
import io.proofmill.circom.WitnessCalculator;
import io.proofmill.circom.Wtns;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.KeyShape;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes a circom circuit's assignments: from a full witness, or by running the circuit's witness calculator on an input. */
final class WitnessSource {
    private final CircomFiles files;
    private final KeyShape shape;
    private WitnessCalculator calculator;

    WitnessSource(CircomFiles files, KeyShape shape) {
        this.files = files;
        this.shape = shape;
    }

    /** @throws BadInputException INVALID_REQUEST for a payload of a kind that this circuit cannot use */
    void requireTakes(TaskPayload payload) {
        switch (payload.kind()) {
            case WITNESS -> {}
            case INPUT -> {
                if (files.wasm().isEmpty()) {
                    throw new BadInputException(
                            ReasonCode.INVALID_REQUEST,
                            "circuit " + files.name() + " has no circuit.wasm here, so it takes full witnesses only");
                }
            }
            case VANILLA ->
                throw new BadInputException(
                        ReasonCode.INVALID_REQUEST,
                        "circuit " + files.name() + " is a circom circuit and takes no Filecoin vanilla proofs");
        }
    }

    /**
     * The assignment of a payload; the caller closes it.
     *
     * @throws BadInputException MALFORMED_FILE, INVALID_WITNESS, INVALID_REQUEST for inputs that don't fit, UNSATISFIED for inputs that break an assertion
     */
    Assignment assignment(TaskPayload payload, Work work) {
        if (payload.kind() == TaskPayload.Kind.WITNESS) {
            return Wtns.read(payload.name(), payload.bytes());
        }
        byte[] text = payload.bytes().toArray(ValueLayout.JAVA_BYTE);
        return calculator().calculate(InputSignals.read(payload.name(), text), work);
    }

    /** Compiled by the first input that needs it. */
    private synchronized WitnessCalculator calculator() {
        if (calculator == null) {
            Path wasm = files.wasm().orElseThrow();
            WitnessCalculator compiled =
                    WitnessCalculator.compile(wasm.getFileName().toString(), read(wasm));
            requireSameCircuit(compiled);
            calculator = compiled;
        }
        return calculator;
    }

    private void requireSameCircuit(WitnessCalculator compiled) {
        if (compiled.curve() != shape.curve()) {
            throw new BadInputException(
                    ReasonCode.CURVE_MISMATCH,
                    "the witness calculator of circuit " + files.name() + " is over " + compiled.curve()
                            + ", its key over " + shape.curve());
        }
        if (compiled.witnessSize() != shape.variables()) {
            throw new BadInputException(
                    ReasonCode.INVALID_WITNESS,
                    "the witness calculator of circuit " + files.name() + " makes " + compiled.witnessSize()
                            + " values, its key takes " + shape.variables());
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
