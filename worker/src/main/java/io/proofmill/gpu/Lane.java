package io.proofmill.gpu;

import io.proofmill.gpu.driver.Context;
import io.proofmill.gpu.driver.Event;
import io.proofmill.gpu.driver.PinnedMemory;
import io.proofmill.gpu.driver.Stream;
import io.proofmill.gpu.msm.MsmPlan;
import io.proofmill.gpu.msm.MsmProblem;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
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

    /**
     * Pinned room for what an MSM tells the host.
     *
     * @param counts two counts of its scalars' kinds
     * @param sums its windows' sums
     */
    record Answer(MemorySegment counts, MemorySegment sums) {}

    /** What a chunk of a streamed key has to itself. */
    record Slot(Event uploaded, Event classified, Event done, Answer answer) {}

    private static final long LARGEST_POINT = 192;
    private static final long SUMS_BYTES = MsmPlan.MAX_RESULT_POINTS * LARGEST_POINT;
    private static final long ANSWER_BYTES = SUMS_BYTES + MsmProblem.COUNT_BYTES;
    private static final long PAGE = 4096;
    private static final int SLOTS = 2;

    private final Arena arena = Arena.ofShared();
    private final Stream compute;
    private final Stream copies;
    private final StagedUpload upload;
    private final PinnedMemory answers;
    private final Map<KeySum, Answer> ofSums = new EnumMap<>(KeySum.class);
    private final List<Slot> slots = new ArrayList<>();
    private final Map<Mark, Event> marks = new EnumMap<>(Mark.class);

    /** @param hostThreads threads that fill its pinned buffers */
    Lane(Context context, int hostThreads) {
        compute = context.stream();
        copies = context.stream();
        upload = new StagedUpload(context, copies, hostThreads);
        int count = KeySum.values().length + SLOTS;
        answers = context.pin(arena.allocate(count * ANSWER_BYTES, PAGE));
        int next = 0;
        for (KeySum sum : KeySum.values()) {
            ofSums.put(sum, answer(next++));
        }
        for (int i = 0; i < SLOTS; i++) {
            slots.add(new Slot(context.event(), context.event(), context.event(), answer(next++)));
        }
        for (Mark mark : Mark.values()) {
            marks.put(mark, context.event());
        }
    }

    private Answer answer(int number) {
        MemorySegment room = answers.segment().asSlice(number * ANSWER_BYTES, ANSWER_BYTES);
        return new Answer(room.asSlice(0, MsmProblem.COUNT_BYTES), room.asSlice(MsmProblem.COUNT_BYTES, SUMS_BYTES));
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

    /** Where a sum's answer goes. */
    Answer answer(KeySum sum) {
        return ofSums.get(sum);
    }

    /** The slot of a chunk: every other chunk uses the same. */
    Slot slot(int chunk) {
        return slots.get(chunk % SLOTS);
    }

    /** Whether all that was queued has ended. */
    boolean idle() {
        return compute.idle() && copies.idle();
    }

    @Override
    public void close() {
        marks.values().forEach(Event::close);
        for (Slot slot : slots) {
            slot.uploaded().close();
            slot.classified().close();
            slot.done().close();
        }
        upload.close();
        answers.close();
        copies.close();
        compute.close();
        arena.close();
    }
}
