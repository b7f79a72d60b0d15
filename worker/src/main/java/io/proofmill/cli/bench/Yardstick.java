package io.proofmill.cli.bench;

import io.proofmill.cli.BuildInfo;
import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.gpu.bench.Ceilings;
import io.proofmill.gpu.bench.Floors;
import io.proofmill.gpu.driver.DeviceState;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.math.CurveId;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What figures of a device are held against.
 *
 * @param device as plans know it
 * @param floors the least times by its measured ceilings
 * @param header device, state, build and ceilings for the JSON output
 */
record Yardstick(MsmDevice device, Floors floors, Map<String, Object> header) {
    /** Measures the device's ceilings for a curve and shows them. */
    static Yardstick measure(BenchDevice bench, CurveId curve, PrintWriter console) {
        Ceilings ceilings = Ceilings.measure(bench, curve);
        String state = DeviceState.of(bench.device()).toString();
        console.printf(
                Locale.ROOT,
                "%s, build %s%n%s%nceilings: device copy %.0f GB/s, up %.1f GB/s, down %.1f GB/s; "
                        + "%s: %.1f G products/s and %.1f G squares/s (base field), %.1f G products/s (scalar field)%n",
                bench.device(),
                BuildInfo.current().id(),
                state,
                ceilings.copyGigabytesPerSecond(),
                ceilings.uploadGigabytesPerSecond(),
                ceilings.downloadGigabytesPerSecond(),
                curve,
                ceilings.baseProducts(),
                ceilings.baseSquares(),
                ceilings.scalarProducts());
        console.flush();
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("device", bench.device().toString());
        header.put("state", state);
        header.put("build", BuildInfo.current().id());
        header.put("ceilings", ceilings);
        return new Yardstick(MsmDevice.of(bench.device()), new Floors(ceilings), header);
    }
}
