package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the launcher to the code that it starts. */
class LauncherTest {
    private static final Path LAUNCHER = Path.of("../proofmill");
    private static final Pattern SHORT_CLASS_PATH = Pattern.compile("(?m)^ +(.+)\\) file_class_path=");

    /** What prove, verify, keys, r1cs and filecoin are made of. */
    private static final String[] COMMANDS_ON_FILES = {
        "io.proofmill.math",
        "io.proofmill.r1cs",
        "io.proofmill.groth16",
        "io.proofmill.circom",
        "io.proofmill.filecoin",
        "io.proofmill.gpu",
        "io.proofmill.cli.files",
        "io.proofmill.cli.filecoin"
    };

    @Test
    void commands_on_files_find_every_library_in_the_short_class_path() throws Exception {
        List<PathMatcher> jars = jarsOfTheShortClassPath();
        Set<String> missing = new TreeSet<>();
        for (JavaClass used : librariesOf(COMMANDS_ON_FILES)) {
            Path jar = jarOf(used);
            if (jar != null && jars.stream().noneMatch(matcher -> matcher.matches(jar))) {
                missing.add(jar + " for " + used.getName());
            }
        }
        assertThat(jars).hasSizeGreaterThan(5);
        assertThat(missing).isEmpty();
    }

    private static List<PathMatcher> jarsOfTheShortClassPath() throws IOException {
        Matcher line = SHORT_CLASS_PATH.matcher(Files.readString(LAUNCHER));
        assertThat(line.find()).isTrue();
        return Arrays.stream(line.group(1).split(" \\| "))
                .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob.strip()))
                .toList();
    }

    private static Set<JavaClass> librariesOf(String... packages) {
        Set<JavaClass> libraries = new TreeSet<>((a, b) -> a.getName().compareTo(b.getName()));
        for (JavaClass each : classesOf(packages)) {
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (!target.isPrimitive() && !target.getPackageName().startsWith("io.proofmill")) {
                    libraries.add(target);
                }
            }
        }
        return libraries;
    }

    /** Without looking into the libraries' own classes: their names are enough here. */
    private static JavaClasses classesOf(String... packages) {
        return ArchConfiguration.withThreadLocalScope(configuration -> {
            configuration.setResolveMissingDependenciesFromClassPath(false);
            return new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages(packages);
        });
    }

    /** The file name of the jar that holds the class, null for a class of the JDK. */
    private static Path jarOf(JavaClass used) throws ClassNotFoundException, URISyntaxException {
        Class<?> type = Class.forName(used.getName(), false, LauncherTest.class.getClassLoader());
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null || !source.getLocation().getPath().endsWith(".jar")) {
            return null;
        }
        return Path.of(source.getLocation().toURI()).getFileName();
    }
}
