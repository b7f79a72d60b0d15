package io.proofmill.chaos;

import io.proofmill.chaos.Fault.Strike;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What happens between processes. */
final class NetworkFaults {
    /** The registry as a client of {@link Weather}. */
    static final String REGISTRY = "registry";
    /** The payload store as a client of {@link Weather}. */
    static final String STORE = "store";

    private final List<String> workers;
    private final Weather weather;
    private final List<TcpProxy> proxies;

    NetworkFaults(List<String> workers, Weather weather, List<TcpProxy> proxies) {
        this.workers = List.copyOf(workers);
        this.weather = weather;
        this.proxies = List.copyOf(proxies);
    }

    List<Fault> all() {
        return List.of(
                new Fault("network refused", 4, random -> cut(anyWorker(random), Cut.REFUSED, random)),
                new Fault("network silent", 4, random -> cut(anyWorker(random), Cut.SILENT, random)),
                new Fault("answers lost", 4, random -> cut(anyWorker(random), Cut.ANSWERS_LOST, random)),
                new Fault("registry down", 4, random -> cut(REGISTRY, Cut.REFUSED, random)),
                new Fault("payload store down", 3, random -> cut(STORE, Cut.REFUSED, random)),
                new Fault("payload store silent", 2, random -> cut(STORE, Cut.SILENT, random)));
    }

    private String anyWorker(Random random) {
        return workers.get(random.nextInt(workers.size()));
    }

    private Optional<Strike> cut(String client, Cut cut, Random random) {
        int millis = random.nextInt(300, 9000);
        if (weather.of(client) != Cut.NONE) {
            return Optional.empty();
        }
        return Optional.of(new Strike(client + " for " + millis + " ms", () -> {
            weather.set(client, cut);
            if (cut == Cut.REFUSED) {
                proxies.forEach(proxy -> proxy.reset(client));
            }
            try {
                Thread.sleep(millis);
            } finally {
                if (cut == Cut.ANSWERS_LOST) {
                    proxies.forEach(proxy -> proxy.reset(client));
                }
                weather.set(client, Cut.NONE);
            }
        }));
    }
}
