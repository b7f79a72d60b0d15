package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Container file, compose file and Kubernetes manifests agree with the code and with each other. There is neither an engine nor a cluster here to ask. */
class DeployFilesTest {
    private static final Path ROOT = Path.of("..");
    private static final Path KUBERNETES = ROOT.resolve("ops/kubernetes");

    @Test
    void the_image_is_built_in_one_stage_runs_in_another_and_not_as_root() throws IOException {
        String file = Files.readString(ROOT.resolve("ops/container/Dockerfile"));
        List<String> stages =
                file.lines().filter(line -> line.startsWith("FROM ")).toList();

        assertThat(stages.getLast()).isEqualTo("FROM eclipse-temurin:25-jre");
        assertThat(file.substring(file.indexOf(stages.getLast())))
                .contains("--uid 10001", "\nUSER 10001\n")
                .doesNotContain("USER root");
        assertThat(file).contains("io.proofmill.cli.Main");
        for (String copied : new String[] {"pom.xml", "schemas", "kernels", "worker"}) {
            assertThat(ROOT.resolve(copied)).exists();
            assertThat(file).contains("COPY " + copied + " ");
        }
        String version = xml("<version>", ROOT.resolve("pom.xml"));
        assertThat(file).contains("proofmill-worker-" + version + ".jar");
    }

    @Test
    void the_image_starts_the_java_program_as_the_build_s_tests_do() throws IOException {
        String file = Files.readString(ROOT.resolve("ops/container/Dockerfile"));
        String modules = xml("<jvm.modules>", ROOT.resolve("pom.xml"));

        assertThat(modules.split(" ")).allSatisfy(option -> assertThat(file).contains('"' + option + '"'));
        assertThat(file).contains("-Dorg.apache.avro.SERIALIZABLE_PACKAGES=io.proofmill.schemas");
    }

    @Test
    void the_compose_file_watches_the_worker_where_its_settings_open_the_port() throws IOException {
        Configuration worker = Configuration.read(ROOT.resolve("ops/compose/worker.toml"), Map.of());
        String port = worker.get(WorkerKeys.STATUS_PORT).toString();
        JsonNode services = yaml(ROOT.resolve("docker-compose.yml")).path("services");

        assertThat(worker.get(WorkerKeys.STATUS_HOST)).isEqualTo("0.0.0.0");
        assertThat(worker.get(WorkerKeys.STATUS_ACTIONS)).isEmpty();
        assertThat(texts(services.at("/worker/ports"))).containsExactly("127.0.0.1:" + port + ":" + port);
        assertThat(services.at("/worker/healthcheck/test").toString())
                .contains("/dev/tcp/127.0.0.1/" + port, "GET /healthz ");
        assertThat(Files.readString(ROOT.resolve("ops/prometheus/prometheus.yml")))
                .contains("\"worker:" + port + "\"");
        assertThat(services.at("/worker-gpu/profiles/0").asText()).isEqualTo("gpu");
        assertThat(services.at("/worker-gpu/deploy/resources/reservations/devices/0/capabilities/0")
                        .asText())
                .isEqualTo("gpu");
    }

    @Test
    void what_the_compose_file_mounts_is_there_and_every_image_has_a_version() throws IOException {
        JsonNode services = yaml(ROOT.resolve("docker-compose.yml")).path("services");
        services.properties().forEach(service -> {
            texts(service.getValue().path("volumes")).stream()
                    .filter(volume -> volume.startsWith("./") && !volume.startsWith("./circuits"))
                    .forEach(volume ->
                            assertThat(ROOT.resolve(volume.split(":")[0])).exists());
            if (service.getValue().has("image")) {
                assertThat(service.getValue().path("image").asText())
                        .as(service.getKey())
                        .contains(":")
                        .doesNotEndWith(":latest");
            }
        });
        assertThat(ROOT.resolve("ops/grafana/provisioning/datasources/prometheus.yml"))
                .content()
                .contains("http://prometheus:9090");
        String home = services.at("/grafana/environment/GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH")
                .asText();
        assertThat(ROOT.resolve("ops/grafana/dashboards")
                        .resolve(Path.of(home).getFileName().toString()))
                .exists();
    }

    @Test
    void a_pod_has_one_gpu_no_rights_and_more_time_to_stop_than_it_needs() throws IOException {
        JsonNode pod = yaml(KUBERNETES.resolve("deployment.yaml")).at("/spec/template/spec");
        JsonNode container = pod.at("/containers/0");

        assertThat(container.at("/resources/limits/nvidia.com~1gpu").asInt()).isEqualTo(1);
        assertThat(Duration.ofSeconds(pod.path("terminationGracePeriodSeconds").asLong()))
                .isGreaterThan(settings().get(WorkerKeys.DRAIN_BUDGET).plusSeconds(60));
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(Files.readString(ROOT.resolve("ops/container/Dockerfile")))
                .contains("\nUSER " + pod.at("/securityContext/runAsUser").asText() + "\n");
        assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean())
                .isTrue();
        assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true))
                .isFalse();
        assertThat(container.at("/securityContext/capabilities/drop/0").asText())
                .isEqualTo("ALL");
    }

    @Test
    void probes_ask_the_status_port_and_health_is_not_readiness() throws IOException {
        JsonNode container = yaml(KUBERNETES.resolve("deployment.yaml")).at("/spec/template/spec/containers/0");

        assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/healthz");
        assertThat(container.at("/startupProbe/httpGet/path").asText()).isEqualTo("/healthz");
        assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/readyz");
        assertThat(container.at("/ports/0/containerPort").asInt())
                .isEqualTo(settings().get(WorkerKeys.STATUS_PORT));
        assertThat(settings().get(WorkerKeys.STATUS_HOST)).isEqualTo("0.0.0.0");
        assertThat(settings().get(WorkerKeys.STATUS_ACTIONS)).isEmpty();
    }

    @Test
    void what_the_worker_reads_and_writes_is_mounted() throws IOException {
        JsonNode container = yaml(KUBERNETES.resolve("deployment.yaml")).at("/spec/template/spec/containers/0");
        List<String> mounted = container.path("volumeMounts").findValuesAsText("mountPath");

        assertThat(mounted)
                .contains(
                        "/tmp", settings().get(WorkerKeys.STATE_DIR), settings().get(WorkerKeys.CIRCUITS_DIR));
        assertThat(mounted).containsAll(settings().get(WorkerKeys.PAYLOAD_FOLDERS));
        List<String> arguments = texts(container.path("args"));
        assertThat(arguments).startsWith("worker", "--config");
        assertThat(mounted).contains(arguments.get(2));
        String override = arguments.getLast();
        Configuration.of(Map.of(override.substring(0, override.indexOf('=')), "pod"));
    }

    @Test
    void the_manifests_mean_the_same_pods_and_kustomize_knows_them_all() throws IOException {
        JsonNode deployment = yaml(KUBERNETES.resolve("deployment.yaml"));
        JsonNode labels = deployment.at("/spec/template/metadata/labels");

        assertThat(deployment.at("/spec/selector/matchLabels")).isEqualTo(labels);
        assertThat(yaml(KUBERNETES.resolve("poddisruptionbudget.yaml")).at("/spec/selector/matchLabels"))
                .isEqualTo(labels);
        assertThat(yaml(KUBERNETES.resolve("service.yaml")).at("/spec/selector"))
                .isEqualTo(labels);
        assertThat(yaml(KUBERNETES.resolve("scaledobject.yaml")).at("/spec/scaleTargetRef/name"))
                .isEqualTo(deployment.at("/metadata/name"));
        try (Stream<Path> files = Files.list(KUBERNETES)) {
            List<String> manifests = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml") && !name.equals("kustomization.yaml"))
                    .toList();
            assertThat(texts(yaml(KUBERNETES.resolve("kustomization.yaml")).path("resources")))
                    .containsExactlyInAnyOrderElementsOf(manifests);
        }
    }

    @Test
    void no_more_workers_are_asked_for_than_there_are_partitions_and_never_none() throws IOException {
        JsonNode spec = yaml(KUBERNETES.resolve("scaledobject.yaml")).path("spec");

        assertThat(spec.path("minReplicaCount").asInt()).isEqualTo(1);
        assertThat(spec.path("maxReplicaCount").asInt()).isEqualTo(settings().get(WorkerKeys.TOPIC_PARTITIONS));
        Duration grace = Duration.ofSeconds(yaml(KUBERNETES.resolve("deployment.yaml"))
                .at("/spec/template/spec/terminationGracePeriodSeconds")
                .asLong());
        assertThat(Duration.ofSeconds(
                        spec.at("/advanced/horizontalPodAutoscalerConfig/behavior/scaleDown/stabilizationWindowSeconds")
                                .asLong()))
                .isGreaterThan(grace);
    }

    private static Configuration settings() throws IOException {
        return Configuration.read(KUBERNETES.resolve("worker.toml"), Map.of());
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }

    /** The first element of this name. */
    private static String xml(String tag, Path file) throws IOException {
        String text = Files.readString(file);
        int start = text.indexOf(tag) + tag.length();
        return text.substring(start, text.indexOf('<', start));
    }

    private static JsonNode yaml(Path file) throws IOException {
        return new ObjectMapper(new YAMLFactory()).readTree(file.toFile());
    }
}
