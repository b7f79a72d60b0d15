package io.proofmill.filecoin.format;

import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PorepPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads one challenge of a C1 output. What the circuit does not use (parents of labels, the encoding proof) is passed over. */
final class C1Challenge {
    private static final int MOST_PARENTS = 64;
    private static final int MOST_LAYERS = 16;
    private static final int MOST_STEPS = 64;
    private static final int MOST_SIBLINGS = 7;

    private final JsonStream in;

    C1Challenge(JsonStream in) {
        this.in = in;
    }

    PorepPart.Challenge read() {
        JsonRecord challenge = JsonRecord.read(in, key -> switch (key) {
            case "comm_d_proofs", "comm_r_last_proof" -> merkleProof();
            case "replica_column_proofs" -> columns();
            case "labeling_proofs" -> in.array("labels", MOST_LAYERS, this::labeledNode);
            default -> in.skip();
        });
        JsonRecord columns = challenge.get("replica_column_proofs", JsonRecord.class);
        List<Long> nodes = challenge.list("labeling_proofs", Long.class);
        if (nodes.isEmpty()) {
            throw in.malformed("a labeling proof", "none");
        }
        return new PorepPart.Challenge(
                nodes.getFirst(),
                challenge.get("comm_d_proofs", MerklePath.class),
                challenge.get("comm_r_last_proof", MerklePath.class),
                columns.get("c_x", PorepPart.Column.class),
                columns.list("drg_parents", PorepPart.Column.class),
                columns.list("exp_parents", PorepPart.Column.class));
    }

    private JsonRecord columns() {
        return JsonRecord.read(in, key -> switch (key) {
            case "c_x" -> column();
            case "drg_parents", "exp_parents" -> in.array("parents", MOST_PARENTS, this::column);
            default -> in.skip();
        });
    }

    private PorepPart.Column column() {
        JsonRecord opening = JsonRecord.read(in, key -> switch (key) {
            case "column" -> labels();
            case "inclusion_proof" -> merkleProof();
            default -> in.skip();
        });
        JsonRecord column = opening.get("column", JsonRecord.class);
        return new PorepPart.Column(
                column.get("index", Long.class),
                column.list("rows", Node.class),
                opening.get("inclusion_proof", MerklePath.class));
    }

    private JsonRecord labels() {
        return JsonRecord.read(in, key -> switch (key) {
            case "index" -> in.number(key);
            case "rows" -> in.array("labels", MOST_LAYERS, () -> in.node("a label"));
            default -> in.skip();
        });
    }

    private Long labeledNode() {
        return JsonRecord.read(in, key -> key.equals("node") ? in.number(key) : in.skip())
                .get("node", Long.class);
    }

    /** {@code {"data": {"Single" | "Sub" | "Top": {..}}}}. */
    private MerklePath merkleProof() {
        return JsonRecord.read(in, key -> key.equals("data") ? data() : in.skip())
                .get("data", MerklePath.class);
    }

    private MerklePath data() {
        MerklePath[] read = new MerklePath[1];
        in.object(kind -> {
            Optional<MerkleForm> form = Arrays.stream(MerkleForm.values())
                    .filter(known -> known.label().equals(kind))
                    .findFirst();
            if (read[0] != null || form.isEmpty()) {
                throw in.malformed("one of Single, Sub and Top", kind);
            }
            read[0] = path(form.get());
        });
        if (read[0] == null) {
            throw in.malformed("one of Single, Sub and Top", "nothing");
        }
        return read[0];
    }

    private MerklePath path(MerkleForm form) {
        JsonRecord proof = JsonRecord.read(in, key -> switch (key) {
            case "root", "leaf" -> in.node(key);
            case "path", "base_proof", "sub_proof", "top_proof" -> steps();
            default -> in.skip();
        });
        List<MerklePath.Step> steps = new ArrayList<>();
        for (String part : form.paths()) {
            steps.addAll(proof.list(part, MerklePath.Step.class));
        }
        return new MerklePath(proof.get("leaf", Node.class), proof.get("root", Node.class), steps);
    }

    private List<MerklePath.Step> steps() {
        JsonRecord path = JsonRecord.read(
                in, key -> key.equals("path") ? in.array("path elements", MOST_STEPS, this::step) : in.skip());
        return path.list("path", MerklePath.Step.class);
    }

    private MerklePath.Step step() {
        JsonRecord step = JsonRecord.read(in, key -> switch (key) {
            case "hashes" -> in.array("siblings", MOST_SIBLINGS, () -> in.node("a sibling"));
            case "index" -> in.number(key);
            default -> in.skip();
        });
        List<Node> siblings = step.list("hashes", Node.class);
        long index = step.get("index", Long.class);
        if (siblings.isEmpty() || Integer.bitCount(siblings.size() + 1) != 1 || index > siblings.size()) {
            throw in.malformed(
                    "1, 3 or 7 siblings and a place among them", siblings.size() + " siblings and place " + index);
        }
        return new MerklePath.Step(siblings, (int) index);
    }
}
