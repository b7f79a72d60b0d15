package io.proofmill.engine;

import java.util.Map;

/** Hears how a task gets on. Thread-safe and quick: it is called by the threads that do the work. */
public interface TaskObserver {
    TaskObserver NONE = new TaskObserver() {};

    /** What the task is about, by name: told once its payloads are read. */
    default void facts(Map<String, String> facts) {}

    /** Who hears of one part, numbered from 0; parts run side by side. */
    default TaskObserver part(int part) {
        return this;
    }

    /** The task runs on this device from now on. */
    default void onDevice(String device) {}

    default void started(String stage) {}

    /** The stage has ended after so many nanoseconds of the monotonic clock. */
    default void finished(String stage, long nanos) {}
}
