package io.proofmill.r1cs;

import io.proofmill.math.CurveId;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds a circuit: every gadget and every row at this level becomes an instance of a template. Not thread-safe. */
public final class CircuitBuilder implements ConstraintSystem {
    private final String name;
    private final CurveId curve;
    private final BigInteger modulus;
    private final CoefficientTable coefficients;
    private final Map<Shape, Recorded> recorded = new HashMap<>();
    private final List<Template> templates = new ArrayList<>();
    private final Instances.Builder instances = new Instances.Builder();
    private int inputs = 1;
    private int auxiliaries;
    private long rows;

    /**
     * @param curve the curve whose scalar field the circuit is over
     * @param modulus that field's modulus
     */
    public CircuitBuilder(String name, CurveId curve, BigInteger modulus) {
        this.name = name;
        this.curve = curve;
        this.modulus = modulus;
        this.coefficients = new CoefficientTable(modulus);
    }

    @Override
    public Num alloc() {
        return new Num(Variable.aux(auxiliaries++));
    }

    @Override
    public Num allocInput() {
        throw new IllegalStateException("an input is made inside a gadget, with the row that ties it");
    }

    /** A row of its own becomes a template of one row. */
    @Override
    public void enforce(LinearCombination a, LinearCombination b, LinearCombination c) {
        SingleRow.Bound row = SingleRow.of(a.canonical(modulus), b.canonical(modulus), c.canonical(modulus));
        instance(row.gadget(), row.arguments());
    }

    @Override
    public List<Wire> instance(Gadget gadget, List<? extends Wire> arguments) {
        Binding binding = Binding.of(arguments);
        Shape shape = new Shape(gadget, binding.shape());
        Recorded known = recorded.get(shape);
        if (known == null) {
            known = record(gadget, binding, arguments);
            recorded.put(shape, known);
        }
        Template template = templates.get(known.template);
        int base = auxiliaries;
        instances.add(known.template, base, inputs, Math.toIntExact(rows), binding.variables());
        auxiliaries = Math.addExact(auxiliaries, template.auxiliaries);
        inputs += template.inputs;
        rows += template.rows();
        return known.results.stream().map(wire -> bound(wire, binding, base)).toList();
    }

    /** The variables and rows so far; the builder may go on. */
    public Circuit build() {
        return new Circuit(
                name,
                curve,
                modulus,
                coefficients.toArray(),
                templates.toArray(Template[]::new),
                instances.build(),
                inputs,
                auxiliaries,
                rows);
    }

    private Recorded record(Gadget gadget, Binding binding, List<? extends Wire> arguments) {
        TemplateRecorder recorder = new TemplateRecorder(modulus, coefficients);
        List<Wire> results = gadget.synthesize(recorder, binding.symbolic(arguments));
        templates.add(recorder.template(gadget.name(), binding.variables().length));
        return new Recorded(templates.size() - 1, results);
    }

    private static Wire bound(Wire wire, Binding binding, int base) {
        Variable variable = Binding.variable(wire);
        if (variable == null) {
            return wire;
        }
        return switch (variable.kind()) {
            case ARGUMENT -> Binding.with(wire, Variable.aux(binding.variables()[variable.index()]));
            case AUX -> Binding.with(wire, Variable.aux(base + variable.index()));
            case INPUT -> throw new IllegalStateException("a gadget returned an input");
        };
    }

    private record Recorded(int template, List<Wire> results) {}

    private static final class Shape {
        private final Gadget gadget;
        private final int[] arguments;

        Shape(Gadget gadget, int[] arguments) {
            this.gadget = gadget;
            this.arguments = arguments;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Shape shape
                    && gadget.equals(shape.gadget)
                    && Arrays.equals(arguments, shape.arguments);
        }

        @Override
        public int hashCode() {
            return 31 * gadget.hashCode() + Arrays.hashCode(arguments);
        }
    }
}
