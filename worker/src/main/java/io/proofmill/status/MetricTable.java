package io.proofmill.status;

import java.util.Locale;
import java.util.stream.Collectors;

/** The metrics as a table in Markdown: docs/metrics.md is this text, and a test holds the two together. */
final class MetricTable {
    private MetricTable() {}

    static String markdown() {
        StringBuilder out = new StringBuilder("""
                # Metrics

                `GET /metrics` on the [status port](status.md): Prometheus' text, or OpenMetrics for those who ask for it. Histograms have buckets from a millisecond to six hours,
                and beside each stands `NAME_max`, the longest of the last minutes.
                Beside these come the JVM's and the process' own (`jvm_*`, `process_*`, `system_*`).

                | name | type | labels | meaning |
                |---|---|---|---|
                """);
        for (Metric metric : Metric.values()) {
            String labels =
                    metric.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
            out.append("| `%s` | %s | %s | %s |\n"
                    .formatted(
                            metric.exported(), metric.type().name().toLowerCase(Locale.ROOT), labels, metric.help()));
        }
        return out.append("""

                ## Labels

                | label | values |
                |---|---|
                | `circuit` | circuits of the catalogue; `unknown` for a request that names another one |
                | `stage` | `synthesis`, `proving`, `check`; parts of proving after a dot, `proving.ntt` for example |
                | `outcome`, `kind`, `state`, `direction` | the words in the table above |
                | `reason` | [reason codes](reason-codes.md); empty where there is none |
                | `priority` | `critical`, `high`, `normal`, `low`; for lag and age also `mixed` (the topic whose records say it themselves) and `retry` |
                | `device` | `cpu`, `cuda:0`, ... |
                | `build` | version and commit |

                ## Questions they answer

                | question | PromQL |
                |---|---|
                | How many workers are needed? | `sum(proofmill_queue_lag_records)` is what waits; times the seconds of a proof it is the lag in device seconds: `sum(proofmill_queue_lag_records) * sum(rate(proofmill_stage_duration_seconds_sum{stage="proving"}[1h])) / sum(rate(proofmill_stage_duration_seconds_count{stage="proving"}[1h]))` |
                | Do the devices earn their money? | `1 - rate(proofmill_device_busy_seconds_total[5m])` is each one's idle share |
                | How long do jobs wait? | `histogram_quantile(0.95, sum by (priority, le) (rate(proofmill_queue_wait_seconds_bucket[15m])))` |
                | Is the fleet of one build? | `count(count by (build) (proofmill_build_info))` |
                """).toString();
    }
}
