package io.proofmill.queue;

import io.proofmill.queue.registry.RegistryRefusedException;
import io.proofmill.queue.registry.RegistryUnavailableException;
import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.schemas.ControlCommand;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.DelayedJob;
import io.proofmill.schemas.JobRecord;
import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.util.List;
import org.apache.avro.Schema;

/** A registry in memory with the same ids in every process, that can be taken away. */
class FixedRegistry implements SchemaRegistry {
    private static final List<Schema> SCHEMAS = List.of(
            ProofRequest.getClassSchema(),
            ProofResult.getClassSchema(),
            ProofEvent.getClassSchema(),
            DeadLetter.getClassSchema(),
            DelayedJob.getClassSchema(),
            JobRecord.getClassSchema(),
            ControlCommand.getClassSchema());

    private volatile boolean away;

    void setAway(boolean nowAway) {
        away = nowAway;
    }

    @Override
    public int register(String subject, Schema schema) {
        answer();
        return SCHEMAS.indexOf(schema) + 1;
    }

    @Override
    public int lookup(String subject, Schema schema) {
        return register(subject, schema);
    }

    @Override
    public Schema byId(int id) {
        answer();
        if (id < 1 || id > SCHEMAS.size()) {
            throw new RegistryRefusedException(RegistryRefusedException.SCHEMA_NOT_FOUND, "no schema " + id);
        }
        return SCHEMAS.get(id - 1);
    }

    @Override
    public List<Integer> versions(String subject) {
        return List.of(1);
    }

    @Override
    public boolean isCompatible(String subject, Schema schema) {
        return true;
    }

    private void answer() {
        if (away) {
            throw new RegistryUnavailableException("the test took the registry away");
        }
    }
}
