package io.proofmill.gpu;

import io.proofmill.gpu.driver.Context;
import io.proofmill.gpu.driver.Event;
import io.proofmill.gpu.driver.PinnedMemory;
import io.proofmill.gpu.driver.Stream;
import io.proofmill.gpu.msm.MsmPlan;
import io.proofmill.gpu.msm.MsmProblem;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;

/** What one job in flight uses of a device besides memory: streams, pinned buffers and marks. Made once and reused, so that a job allocates nothing. */
final class Lane implements AutoCloseable {
    /** Points in a job's course. */
    enum Mark {
        STARTED,
        UPLOADED,
        COMPUTING,
        MULTIPLIED,
        QUOTIENT_DONE,
        CLASSIFIED,
        H_DONE,
        L_DONE,
        A_DONE,
        B1_DONE,
        B2_DONE;

        static Mark doneOf(KeySum sum) {
            return switch (sum) {
                case H -> H_DONE;
                case L -> L_DONE;
                case A -> A_DONE;
                case B1 -> B1_DONE;
                case B2 -> B2_DONE;
            };
        }
    }

    private static final long LARGEST_POINT = 192;
    private static final long RESULT_BYTES = MsmPlan.MAX_RESULT_POINTS * LARGEST_POINT;
    private static final long ANSWER_BYTES = RESULT_BYTES + MsmProblem.COUNT_BYTES;
    private static final long PAGE = 4096;

    private final Arena arena = Arena.ofShared();
    private final Stream compute;
    private final Stream copies;
    private final StagedUpload upload;
    private final PinnedMemory answers;
    private final Map<KeySum, MemorySegment> counts = new EnumMap<>(KeySum.class);
    private final Map<KeySum, MemorySegment> results = new EnumMap<>(KeySum.class);
    private final Map<Mark, Event> marks = new EnumMap<>(Mark.class);

    Lane(Context context) {
        compute = context.stream();
        copies = context.stream();
        upload = new StagedUpload(context, copies);
        answers = context.pin(arena.allocate(KeySum.values().length * ANSWER_BYTES, PAGE));
        long next = 0;
        for (KeySum sum : KeySum.values()) {
            counts.put(sum, answers.segment().asSlice(next, MsmProblem.COUNT_BYTES));
            results.put(sum, answers.segment().asSlice(next + MsmProblem.COUNT_BYTES, RESULT_BYTES));
            next += ANSWER_BYTES;
        }
        for (Mark mark : Mark.values()) {
            marks.put(mark, context.event());
        }
    }

    /** Where kernels go. */
    Stream compute() {
        return compute;
    }

    /** Where copies to the device go, beside another job's kernels. */
    Stream copies() {
        return copies;
    }

    StagedUpload upload() {
        return upload;
    }

    Event mark(Mark mark) {
        return marks.get(mark);
    }

    /** Pinned room for a sum's two counts. */
    MemorySegment counts(KeySum sum) {
        return counts.get(sum);
    }

    /** Pinned room for a sum's result. */
    MemorySegment result(KeySum sum) {
        return results.get(sum);
    }

    @Override
    public void close() {
        marks.values().forEach(Event::close);
        upload.close();
        answers.close();
        copies.close();
        compute.close();
        arena.close();
    }
}
