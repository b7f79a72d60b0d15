package io.proofmill.gpu.driver;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which of the visible devices to use: the setting {@code gpu.devices}.
 *
 * <p>{@code all}, or a comma-separated list of ordinals and of UUIDs or unique beginnings of them ({@code GPU-1a2b}). The driver applies {@code CUDA_VISIBLE_DEVICES} first, as
 * for every CUDA program; ordinals count what it leaves.
 */
public record DeviceSelection(List<String> names) {
    private static final String ALL = "all";

    public DeviceSelection {
        names = List.copyOf(names);
    }

    /** Reads the setting's text. */
    public static DeviceSelection parse(String text) {
        if (text.isBlank() || text.strip().equalsIgnoreCase(ALL)) {
            return new DeviceSelection(List.of());
        }
        List<String> names = new ArrayList<>();
        for (String name : text.split(",", -1)) {
            if (name.isBlank()) {
                throw refused("gpu.devices holds an empty name in \"" + text + "\"");
            }
            names.add(name.strip());
        }
        return new DeviceSelection(names);
    }

    /** The chosen devices in the setting's order, each once. */
    public List<Device> of(List<Device> visible) {
        if (names.isEmpty()) {
            return visible;
        }
        Set<Device> chosen = new LinkedHashSet<>();
        for (String name : names) {
            List<Device> matches =
                    visible.stream().filter(device -> names(name, device)).toList();
            if (matches.size() != 1) {
                throw refused("gpu.devices names \"%s\", which fits %d of the %d visible devices: %s"
                        .formatted(name, matches.size(), visible.size(), visible));
            }
            chosen.add(matches.getFirst());
        }
        return List.copyOf(chosen);
    }

    private static boolean names(String name, Device device) {
        if (name.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return name.equals(Integer.toString(device.ordinal()));
        }
        return device.uuid().toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT));
    }

    private static BadInputException refused(String sentence) {
        return new BadInputException(ReasonCode.USAGE, sentence);
    }
}
