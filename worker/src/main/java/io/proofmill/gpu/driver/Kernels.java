package io.proofmill.gpu.driver;

import java.util.HashMap;
import java.util.Map;

/** The kernels of one context, each module loaded at its first use. Thread-safe. */
public final class Kernels implements AutoCloseable {
    private final Context context;
    private final KernelImages images;
    private final Map<String, Module> modules = new HashMap<>();
    private final Map<String, KernelFunction> functions = new HashMap<>();

    public Kernels(Context context, KernelImages images) {
        this.context = context;
        this.images = images;
    }

    /** An entry point of a module. */
    public synchronized KernelFunction function(String module, String name) {
        return functions.computeIfAbsent(name, absent -> module(module).function(name));
    }

    private Module module(String name) {
        return modules.computeIfAbsent(name, absent -> context.load(images.image(name)));
    }

    @Override
    public synchronized void close() {
        functions.clear();
        modules.values().forEach(Module::close);
        modules.clear();
    }
}
