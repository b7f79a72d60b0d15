package io.proofmill.cli.filecoin;

import com.sun.management.OperatingSystemMXBean;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Wall time and the whole process's processor time of steps, told as they end and kept. */
final class StepTimes {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Map<String, Object> facts = new LinkedHashMap<>();
    private final List<Step> steps = new ArrayList<>();
    private PrintWriter out;

    /** One step's times in seconds. */
    record Step(String name, double wall, double cpu) {}

    void writeTo(PrintWriter writer) {
        out = writer;
        fact("processors", SYSTEM.getAvailableProcessors());
        fact("load average at the start", SYSTEM.getSystemLoadAverage());
    }

    <T> T time(String name, Supplier<T> body) {
        long cpu = SYSTEM.getProcessCpuTime();
        long wall = System.nanoTime();
        T result = body.get();
        Step step = new Step(name, seconds(System.nanoTime() - wall), seconds(SYSTEM.getProcessCpuTime() - cpu));
        steps.add(step);
        out.printf(Locale.ROOT, "%-26s wall %9.3f s  cpu %9.3f s%n", name, step.wall, step.cpu);
        out.flush();
        return result;
    }

    void fact(String name, Object value) {
        facts.put(name, value);
        out.printf(Locale.ROOT, "%-26s %s%n", name, value);
        out.flush();
    }

    /** Everything told. */
    Map<String, Object> facts() {
        Map<String, Object> all = new LinkedHashMap<>(facts);
        all.put("steps", steps);
        return all;
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
