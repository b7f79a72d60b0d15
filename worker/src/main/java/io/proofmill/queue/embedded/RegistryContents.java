package io.proofmill.queue.embedded;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaValidationException;

/** What a registry knows, in memory: schemas by id, versions by subject. A schema that is under several subjects has one id. */
final class RegistryContents {
    /** Level for subjects without one of their own; Confluent's default too. */
    private static final CompatibilityLevel DEFAULT_LEVEL = CompatibilityLevel.BACKWARD;

    private final List<Schema> byId = new ArrayList<>();
    private final Map<String, List<Integer>> subjects = new LinkedHashMap<>();
    private final Map<String, CompatibilityLevel> levels = new LinkedHashMap<>();
    private CompatibilityLevel globalLevel = DEFAULT_LEVEL;

    /** One version of a subject. */
    record Version(String subject, int version, int id, Schema schema) {}

    synchronized int register(String subject, Schema schema) {
        List<Integer> ids = subjects.getOrDefault(subject, List.of());
        for (int id : ids) {
            if (schema(id).equals(schema)) {
                return id;
            }
        }
        try {
            level(subject).check(schema, ids.stream().map(this::schema).toList());
        } catch (SchemaValidationException e) {
            throw RegistryError.incompatible(subject, e.getMessage());
        }
        int id = idOf(schema);
        subjects.computeIfAbsent(subject, name -> new ArrayList<>()).add(id);
        return id;
    }

    private int idOf(Schema schema) {
        int index = byId.indexOf(schema);
        if (index < 0) {
            index = byId.size();
            byId.add(schema);
        }
        return index + 1;
    }

    synchronized Version lookup(String subject, Schema schema) {
        List<Integer> ids = idsOf(subject);
        for (int i = 0; i < ids.size(); i++) {
            if (schema(ids.get(i)).equals(schema)) {
                return new Version(subject, i + 1, ids.get(i), schema);
            }
        }
        throw RegistryError.schemaNotFound("under subject '" + subject + "'");
    }

    synchronized Schema schema(int id) {
        if (id < 1 || id > byId.size()) {
            throw RegistryError.schemaNotFound(Integer.toString(id));
        }
        return byId.get(id - 1);
    }

    synchronized List<String> subjects() {
        return List.copyOf(subjects.keySet());
    }

    synchronized List<Integer> versions(String subject) {
        List<Integer> versions = new ArrayList<>();
        for (int i = 1; i <= idsOf(subject).size(); i++) {
            versions.add(i);
        }
        return versions;
    }

    /** A subject's version by number, or by the word {@code latest}. */
    synchronized Version version(String subject, String version) {
        List<Integer> ids = idsOf(subject);
        int number = "latest".equals(version) ? ids.size() : number(version);
        if (number > ids.size()) {
            throw RegistryError.versionNotFound(version);
        }
        int id = ids.get(number - 1);
        return new Version(subject, number, id, schema(id));
    }

    private static int number(String version) {
        try {
            int number = Integer.parseInt(version);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw RegistryError.invalidVersion(version);
        }
        throw RegistryError.invalidVersion(version);
    }

    /** Whether the subject's level allows the schema beside the one version. */
    synchronized boolean isCompatible(String subject, String version, Schema schema) {
        Schema other = version(subject, version).schema();
        try {
            level(subject).check(schema, List.of(other));
            return true;
        } catch (SchemaValidationException e) {
            return false;
        }
    }

    synchronized CompatibilityLevel level(String subject) {
        return levels.getOrDefault(subject, globalLevel);
    }

    synchronized void setLevel(String subject, CompatibilityLevel level) {
        levels.put(subject, level);
    }

    synchronized CompatibilityLevel globalLevel() {
        return globalLevel;
    }

    synchronized void setGlobalLevel(CompatibilityLevel level) {
        globalLevel = level;
    }

    private List<Integer> idsOf(String subject) {
        List<Integer> ids = subjects.get(subject);
        if (ids == null) {
            throw RegistryError.subjectNotFound(subject);
        }
        return ids;
    }
}
