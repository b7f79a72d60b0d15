package io.proofmill.circom;

import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import io.proofmill.groth16.Assignment;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Elementwise;
import io.proofmill.math.PrimeField;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One run of a witness calculator, by the calling convention of circom 2: field elements pass through a shared window of memory, one 32-bit word at a time;
 * signals are named by the FNV-1a hash of their name; the module computes the witness when the last input signal is set.
 */
final class CircomRuntime {
    private static final long CHECKPOINT_MASK = 0xFFF;
    private static final int MAX_MESSAGE = 1000;

    private final String name;
    private final Instance instance;
    private final int words;
    private final StringBuilder complaint = new StringBuilder();

    CircomRuntime(String name, WasmModule module, Function<Instance, Machine> machine) {
        this.name = name;
        this.instance = Instance.builder(module)
                .withMachineFactory(machine)
                .withImportValues(ImportValues.builder()
                        .addFunction(
                                host("exceptionHandler", List.of(ValType.I32), this::raise),
                                host("printErrorMessage", List.of(), ignored -> complaint.append(message())),
                                host("writeBufferMessage", List.of(), ignored -> message()),
                                host("showSharedRWMemory", List.of(), ignored -> {}))
                        .build())
                .build();
        this.words = (int) call("getFieldNumLen32");
        if (words != Scalars.BYTES / Integer.BYTES) {
            throw Iden3File.malformed(
                    name, "works on field elements of " + words + " words of 32 bits, 8 were expected");
        }
    }

    /** The prime of the field it was compiled for. */
    BigInteger prime() {
        call("getRawPrime");
        return Scalars.read(sharedWindow(), 0);
    }

    long witnessSize() {
        return Integer.toUnsignedLong((int) call("getWitnessSize"));
    }

    /** Sets every input signal; the witness is complete after this. */
    void setInputs(InputSignals inputs, Work work) {
        BigInteger prime = prime();
        call("init", 0);
        long set = 0;
        for (Map.Entry<String, List<BigInteger>> signal : inputs.values().entrySet()) {
            requireSize(signal.getKey(), signal.getValue().size());
            long hash = fnv1a(signal.getKey());
            for (int i = 0; i < signal.getValue().size(); i++) {
                work.checkpoint();
                writeShared(signal.getValue().get(i).mod(prime));
                complaint.setLength(0);
                call("setInputSignal", hash >>> 32, hash & 0xFFFFFFFFL, i);
                set++;
            }
        }
        long expected = Integer.toUnsignedLong((int) call("getInputSize"));
        if (set < expected) {
            throw refused("the inputs set " + set + " of the circuit's " + expected + " input values");
        }
    }

    private void requireSize(String signal, int found) {
        long hash = fnv1a(signal);
        int expected = (int) call("getInputSignalSize", hash >>> 32, hash & 0xFFFFFFFFL);
        // Compilers answer -1 or 0 for a name that they do not know.
        if (expected < 0 || (expected == 0 && found > 0)) {
            throw refused("the circuit has no input signal " + JsonDocument.quoted(signal));
        }
        if (expected != found) {
            throw refused("input signal " + JsonDocument.quoted(signal) + " has " + found
                    + " values, the circuit takes " + expected);
        }
    }

    /** Copies the witness out. */
    Assignment witness(CurveId curve, long size, Work work) {
        Assignment assignment = Assignment.allocate(curve, size);
        try {
            for (long i = 0; i < size; i++) {
                if ((i & CHECKPOINT_MASK) == 0) {
                    work.checkpoint();
                }
                call("getWitness", i);
                MemorySegment.copy(sharedWindow(), 0, assignment.values(), i * Scalars.BYTES, Scalars.BYTES);
            }
            requireCanonical(assignment);
            return assignment;
        } catch (RuntimeException failure) {
            assignment.close();
            throw failure;
        }
    }

    private void requireCanonical(Assignment assignment) {
        PrimeField field = Curve.of(assignment.curve()).fr();
        Elementwise.of(field)
                .firstNonCanonical(assignment.values(), assignment.size())
                .ifPresent(index -> {
                    throw new BadInputException(
                            ReasonCode.INVALID_WITNESS,
                            name + " calculated a value " + index + " that is not below the field's prime");
                });
    }

    private MemorySegment sharedWindow() {
        int start = (int) call("getSharedRWMemoryStart");
        return MemorySegment.ofArray(instance.memory().readBytes(start, Scalars.BYTES));
    }

    private void writeShared(BigInteger value) {
        for (int i = 0; i < words; i++) {
            call("writeSharedRWMemory", i, value.shiftRight(32 * i).intValue());
        }
    }

    private long call(String export, long... arguments) {
        try {
            ExportFunction function = instance.export(export);
            long[] result = function.apply(arguments);
            return result == null || result.length == 0 ? 0 : result[0];
        } catch (ChicoryException e) {
            throw new BadInputException(
                    ReasonCode.MALFORMED_FILE,
                    name + " failed in " + export + ": " + WitnessCalculator.firstLine(e),
                    e);
        }
    }

    /** circom's exception handler: the codes are those of its runtime. */
    private void raise(long[] arguments) {
        String details = complaint.isEmpty() ? "" : " (" + complaint.toString().strip() + ")";
        switch ((int) arguments[0]) {
            case 1 -> throw refused("an input names a signal that the circuit does not have" + details);
            case 2 -> throw refused("more input values were set than the circuit has" + details);
            case 3 -> throw refused("an input signal was set twice" + details);
            case 4 ->
                throw new BadInputException(
                        ReasonCode.UNSATISFIED, "the inputs break an assertion of the circuit" + details);
            case 5 -> throw new BadInputException(ReasonCode.TOO_LARGE, name + " ran out of its memory" + details);
            case 6, 7 -> throw refused("an array access of the circuit is out of bounds" + details);
            default ->
                throw new BadInputException(
                        ReasonCode.INVALID_REQUEST, name + " raised error " + arguments[0] + details);
        }
    }

    private static BadInputException refused(String sentence) {
        return new BadInputException(ReasonCode.INVALID_REQUEST, sentence);
    }

    /** The text that the module holds ready, a character a call. */
    private String message() {
        StringBuilder text = new StringBuilder();
        for (long c = call("getMessageChar"); c != 0 && text.length() < MAX_MESSAGE; c = call("getMessageChar")) {
            text.append((char) c);
        }
        return text.toString();
    }

    private static HostFunction host(String function, List<ValType> parameters, Host body) {
        return new HostFunction("runtime", function, FunctionType.of(parameters, List.of()), (instance, arguments) -> {
            body.call(arguments);
            return new long[0];
        });
    }

    /** A call from the module without a result. */
    @FunctionalInterface
    private interface Host {
        void call(long[] arguments);
    }

    /** FNV-1a, 64 bits, over the name's characters. */
    private static long fnv1a(String signal) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < signal.length(); i++) {
            hash = (hash ^ signal.charAt(i)) * 0x100000001B3L;
        }
        return hash;
    }
}
