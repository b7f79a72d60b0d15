package io.proofmill.filecoin.format;

import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PorepPart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes a C1 output as serde_json writes {@code SealCommitPhase1Output}: no white space, 32 bytes as numbers. */
final class C1Json {
    private final StringBuilder out = new StringBuilder();
    private final C1Output output;
    private final MerkleForm replicaForm;

    private C1Json(C1Output output) {
        this.output = output;
        this.replicaForm = MerkleForm.replica(output.size());
    }

    static byte[] write(C1Output output) {
        C1Json json = new C1Json(output);
        json.output();
        return json.out.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private void output() {
        out.append("{\"registered_proof\":\"").append(output.registeredProof());
        out.append("\",\"vanilla_proofs\":{\"StackedDrg")
                .append(output.size().label())
                .append("V1\":");
        list(output.parts(), part -> list(part.challenges(), this::challenge));
        out.append('}');
        bytes("comm_r", output.commR());
        bytes("comm_d", output.commD());
        bytes("replica_id", output.replicaId());
        bytes("seed", output.seed());
        bytes("ticket", output.ticket());
        out.append('}');
    }

    private void challenge(PorepPart.Challenge challenge) {
        out.append("{\"comm_d_proofs\":");
        proof(MerkleForm.SINGLE, challenge.data());
        out.append(",\"comm_r_last_proof\":");
        proof(replicaForm, challenge.replica());
        out.append(",\"replica_column_proofs\":{\"c_x\":");
        column(challenge.column());
        out.append(",\"drg_parents\":");
        list(challenge.drgParents(), this::column);
        out.append(",\"exp_parents\":");
        list(challenge.expanderParents(), this::column);
        out.append("},\"labeling_proofs\":");
        List<Integer> layers = new ArrayList<>();
        for (int layer = 1; layer <= output.size().layers(); layer++) {
            layers.add(layer);
        }
        list(layers, layer -> labeling(challenge, layer));
        out.append(",\"encoding_proof\":");
        labeling(challenge, output.size().layers());
        out.append('}');
    }

    private void column(PorepPart.Column column) {
        out.append("{\"column\":{\"index\":").append(column.node()).append(",\"rows\":");
        list(column.labels(), this::bytes);
        out.append(",\"_h\":null},\"inclusion_proof\":");
        proof(replicaForm, column.inclusion());
        out.append('}');
    }

    private void labeling(PorepPart.Challenge challenge, int layer) {
        List<Node> parents = challenge.labelParents(layer);
        List<Node> hashed = new ArrayList<>();
        for (int i = 0; i < PorepPart.LABEL_PARENTS; i++) {
            hashed.add(parents.get(i % parents.size()));
        }
        out.append("{\"parents\":");
        list(hashed, this::bytes);
        out.append(",\"layer_index\":").append(layer);
        out.append(",\"node\":").append(challenge.node()).append('}');
    }

    private void proof(MerkleForm form, MerklePath path) {
        out.append("{\"data\":{\"").append(form.label()).append("\":{");
        if (form == MerkleForm.SINGLE) {
            ends(path);
            out.append(',');
            paths(form, path);
        } else {
            paths(form, path);
            out.append(',');
            ends(path);
        }
        out.append("}}}");
    }

    private void ends(MerklePath path) {
        out.append("\"root\":");
        bytes(path.root());
        bytes("leaf", path.leaf());
    }

    private void paths(MerkleForm form, MerklePath path) {
        List<List<MerklePath.Step>> cut = form.cut(path.steps());
        for (int i = 0; i < cut.size(); i++) {
            out.append(i == 0 ? "\"" : ",\"").append(form.paths().get(i)).append("\":{\"path\":");
            list(cut.get(i), step -> {
                out.append("{\"hashes\":");
                list(step.siblings(), this::bytes);
                out.append(",\"index\":").append(step.index()).append('}');
            });
            out.append('}');
        }
    }

    private void bytes(String name, Node node) {
        out.append(",\"").append(name).append("\":");
        bytes(node);
    }

    private void bytes(Node node) {
        out.append('[');
        for (int i = 0; i < Node.BYTES; i++) {
            int unsigned = (int) (node.limb(i / 8) >>> (8 * (i % 8))) & 0xff;
            out.append(i == 0 ? "" : ",").append(unsigned);
        }
        out.append(']');
    }

    private <T> void list(List<T> elements, Consumer<T> element) {
        out.append('[');
        for (int i = 0; i < elements.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            element.accept(elements.get(i));
        }
        out.append(']');
    }
}
