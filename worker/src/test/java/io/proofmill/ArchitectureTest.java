package io.proofmill;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The plan of the house: which room may import which, and which library lives in which room only. */
class ArchitectureTest {
    /** Rooms from the ground up. A room imports only rooms that stand before it here. */
    private static final List<String> ROOMS =
            List.of("math", "r1cs", "groth16", "circom", "filecoin", "gpu", "engine", "queue", "status", "cli");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.proofmill");

    @Test
    void a_room_imports_only_rooms_beneath_it() {
        for (int i = 0; i < ROOMS.size() - 1; i++) {
            String[] above = ROOMS.subList(i + 1, ROOMS.size()).stream()
                    .map(ArchitectureTest::packageOf)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(packageOf(ROOMS.get(i)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above)
                    .allowEmptyShould(true)
                    .check(CLASSES);
        }
    }

    @Test
    void queue_and_engine_do_not_know_each_other() {
        noClasses()
                .that()
                .resideInAPackage(packageOf("queue"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        packageOf("engine"),
                        packageOf("math"),
                        packageOf("r1cs"),
                        packageOf("groth16"),
                        packageOf("circom"),
                        packageOf("filecoin"),
                        packageOf("gpu"))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void only_the_gpu_room_imports_jcuda() {
        noClasses()
                .that()
                .resideOutsideOfPackage(packageOf("gpu"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jcuda..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void only_the_queue_room_imports_kafka() {
        noClasses()
                .that()
                .resideOutsideOfPackage(packageOf("queue"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "kafka..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void rooms_have_no_cycles_between_them() {
        SlicesRuleDefinition.slices()
                .matching("io.proofmill.(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    private static String packageOf(String room) {
        return "io.proofmill." + room + "..";
    }
}
