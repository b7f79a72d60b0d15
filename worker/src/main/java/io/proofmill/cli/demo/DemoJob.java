package io.proofmill.cli.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One request of the demo.
 *
 * @param id job id
 * @param kind circuit without its curve
 * @param curve the resource folder's name for the curve
 * @param form what is sent, and what is wrong with it
 */
record DemoJob(String id, String kind, String curve, Form form) {
    /** How the request states what to prove. */
    enum Form {
        WITNESS("witness"),
        INPUT("input"),
        BROKEN_WITNESS("witness, one value changed"),
        MISSING_CIRCUIT("input, circuit not installed");

        private final String words;

        Form(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    private static final int VALUE_BYTES = 32;
    private static final int BAD = 2;

    /** The demo's jobs: good ones over both curves by witness and by input in turn, then one broken witness and one unknown circuit. */
    static List<DemoJob> list(int count) {
        List<DemoJob> jobs = new ArrayList<>();
        for (int i = 0; i < count - BAD; i++) {
            String curve = DemoCircuits.CURVES.get(i % 2);
            Form form = i / 2 % 2 == 0 ? Form.WITNESS : Form.INPUT;
            jobs.add(new DemoJob("demo-" + (i + 1), "chain", curve, form));
        }
        jobs.add(new DemoJob("demo-" + (count - 1), "chain", "bn128", Form.BROKEN_WITNESS));
        jobs.add(new DemoJob("demo-" + count, "bits", "bls12381", Form.MISSING_CIRCUIT));
        return jobs;
    }

    String circuit() {
        return DemoCircuits.name(kind, curve);
    }

    boolean isWitness() {
        return form == Form.WITNESS || form == Form.BROKEN_WITNESS;
    }

    byte[] payload() throws IOException {
        byte[] bytes = isWitness() ? DemoCircuits.witness(kind, curve) : DemoCircuits.input(kind, curve);
        if (form == Form.BROKEN_WITNESS) {
            bytes[bytes.length - VALUE_BYTES] ^= 1;
        }
        return bytes;
    }
}
