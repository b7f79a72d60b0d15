package io.proofmill.circom;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import io.proofmill.groth16.Assignment;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.util.function.Function;

/**
 * A circuit's witness calculator: the WebAssembly module that circom 2 writes, compiled to Java bytecode once and run afresh for each witness. The module sees
 * no file, clock or network, only the four calls of circom's runtime. Thread-safe.
 */
public final class WitnessCalculator {
    private final String name;
    private final WasmModule module;
    private final Function<Instance, Machine> machine;
    private final CurveId curve;
    private final long witnessSize;

    private WitnessCalculator(String name, WasmModule module, Function<Instance, Machine> machine) {
        this.name = name;
        this.module = module;
        this.machine = machine;
        CircomRuntime runtime = start();
        this.curve = Primes.curveOf(name, runtime.prime());
        this.witnessSize = runtime.witnessSize();
    }

    /**
     * Compiles a module. Functions too large for a Java method are interpreted.
     *
     * @param name what complaints call the file
     * @throws BadInputException MALFORMED_FILE when it is not a circom 2 witness calculator; CURVE_MISMATCH for an unknown field
     */
    public static WitnessCalculator compile(String name, byte[] wasm) {
        try {
            WasmModule module = Parser.parse(wasm);
            Function<Instance, Machine> machine = MachineFactoryCompiler.builder(module)
                    .withInterpreterFallback(InterpreterFallback.SILENT)
                    .compile();
            return new WitnessCalculator(name, module, machine);
        } catch (BadInputException e) {
            throw e;
        } catch (RuntimeException e) {
            // The parser and compiler throw unchecked exceptions of many kinds on bad bytes.
            throw new BadInputException(
                    ReasonCode.MALFORMED_FILE, name + " is not a usable .wasm module: " + firstLine(e), e);
        }
    }

    public CurveId curve() {
        return curve;
    }

    /** Length of the witness, the constant 1 included. */
    public long witnessSize() {
        return witnessSize;
    }

    /**
     * Calculates the full witness of these inputs.
     *
     * @throws BadInputException INVALID_REQUEST for a signal that is missing, unknown, or has too few or too many values; UNSATISFIED when the inputs break an
     *     assertion of the circuit, with circom's word on where
     * @throws java.util.concurrent.CancellationException when the work is cancelled
     */
    public Assignment calculate(InputSignals inputs, Work work) {
        work.checkpoint();
        CircomRuntime runtime = start();
        runtime.setInputs(inputs, work);
        return runtime.witness(curve, witnessSize, work);
    }

    private CircomRuntime start() {
        try {
            return new CircomRuntime(name, module, machine);
        } catch (ChicoryException e) {
            throw new BadInputException(
                    ReasonCode.MALFORMED_FILE, name + " is not a circom 2 witness calculator: " + firstLine(e), e);
        }
    }

    static String firstLine(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank()
                ? failure.getClass().getSimpleName()
                : message.lines().findFirst().orElseThrow();
    }
}
