package io.proofmill.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which build this is: version, commit and whether the tree had uncommitted changes. Written by the build into {@code git.properties}.
 */
public record BuildInfo(String version, String commit, boolean dirty) {
    private static final String RESOURCE = "/io/proofmill/git.properties";

    /** The running build. */
    public static BuildInfo current() {
        Properties properties = new Properties();
        try (InputStream in = BuildInfo.class.getResourceAsStream(RESOURCE)) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + RESOURCE, e);
        }
        return new BuildInfo(
                properties.getProperty("git.build.version", "unknown"),
                properties.getProperty("git.commit.id.abbrev", "unknown"),
                Boolean.parseBoolean(properties.getProperty("git.dirty", "false")));
    }

    /** Short form for logs and events, for example {@code 0.1.0+1a2b3c4.dirty}. */
    public String id() {
        return version.replace("-SNAPSHOT", "") + "+" + commit + (dirty ? ".dirty" : "");
    }
}
