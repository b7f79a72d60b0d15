package io.proofmill.queue;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a member of the classic protocol tells the group's leader beside what Kafka's own assignor tells: the partition numbers on which it runs jobs. Form: the mark, a count, the numbers, then the other
 * assignor's bytes; all numbers are big-endian ints.
 *
 * @param numbers partition numbers with running jobs
 * @param inner Kafka's assignor's own data; null when there is none
 */
record BusyNumbers(Set<Integer> numbers, ByteBuffer inner) {
    private static final int MARK = 0x504d4231; // "PMB1"

    BusyNumbers {
        numbers = Set.copyOf(numbers);
    }

    ByteBuffer encode() {
        int innerBytes = inner == null ? 0 : inner.remaining();
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES * (2 + numbers.size()) + innerBytes);
        out.putInt(MARK).putInt(numbers.size());
        new TreeSet<>(numbers).forEach(out::putInt);
        if (inner != null) {
            out.put(inner.duplicate());
        }
        return out.flip();
    }

    /** Data of another form is passed on as it is: its member says nothing about jobs. */
    static BusyNumbers decode(ByteBuffer data) {
        return Optional.ofNullable(data).flatMap(BusyNumbers::read).orElseGet(() -> new BusyNumbers(Set.of(), data));
    }

    private static Optional<BusyNumbers> read(ByteBuffer data) {
        ByteBuffer in = data.duplicate();
        if (in.remaining() < 2 * Integer.BYTES || in.getInt() != MARK) {
            return Optional.empty();
        }
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / Integer.BYTES) {
            return Optional.empty();
        }
        Set<Integer> numbers = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            numbers.add(in.getInt());
        }
        return Optional.of(new BusyNumbers(numbers, in.hasRemaining() ? in.slice() : null));
    }
}
