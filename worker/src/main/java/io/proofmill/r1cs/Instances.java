package io.proofmill.r1cs;

/** The instances of a circuit in the order of their rows, as columns: template, first private variable, first input, first row, bound arguments. */
final class Instances {
    private final int[] templates;
    private final int[] auxBases;
    private final int[] inputBases;
    private final int[] firstRows;
    private final int[] argumentStarts;
    private final int[] arguments;

    private Instances(Builder builder) {
        templates = builder.templates.toArray();
        auxBases = builder.auxBases.toArray();
        inputBases = builder.inputBases.toArray();
        firstRows = builder.firstRows.toArray();
        argumentStarts = builder.argumentStarts.toArray();
        arguments = builder.arguments.toArray();
    }

    int count() {
        return templates.length;
    }

    int template(int instance) {
        return templates[instance];
    }

    int firstRow(int instance) {
        return firstRows[instance];
    }

    int auxBase(int instance) {
        return auxBases[instance];
    }

    /** The instance that holds a row. */
    int holding(int row) {
        int low = 0;
        int high = firstRows.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (firstRows[middle] <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Index among the private variables, or {@code -1 - i} for input {@code i}. */
    int resolve(int instance, int code) {
        if (code >= Variable.FIRST_AUX_CODE) {
            return auxBases[instance] + (code - Variable.FIRST_AUX_CODE);
        }
        int index = Variable.indexOf(code);
        return switch (Variable.kindOf(code)) {
            case ARGUMENT -> arguments[argumentStarts[instance] + index];
            case INPUT -> index == 0 ? -1 : -inputBases[instance] - index;
            case AUX -> throw new IllegalStateException("a private variable's code is the highest");
        };
    }

    /** Where to cut the instances into pieces of at least so many rows: the first instance of each piece, then the end. */
    int[] pieces(long rows) {
        IntList starts = new IntList();
        starts.add(0);
        long next = rows;
        for (int i = 1; i < count(); i++) {
            if (firstRow(i) >= next) {
                starts.add(i);
                next = firstRow(i) + rows;
            }
        }
        starts.add(count());
        return starts.toArray();
    }

    long bytes() {
        return 4L * (5L * templates.length + arguments.length);
    }

    static final class Builder {
        private final IntList templates = new IntList();
        private final IntList auxBases = new IntList();
        private final IntList inputBases = new IntList();
        private final IntList firstRows = new IntList();
        private final IntList argumentStarts = new IntList();
        private final IntList arguments = new IntList();

        void add(int template, int auxBase, int inputBase, int firstRow, int[] bound) {
            templates.add(template);
            auxBases.add(auxBase);
            inputBases.add(inputBase);
            firstRows.add(firstRow);
            argumentStarts.add(arguments.size());
            arguments.addAll(bound);
        }

        Instances build() {
            return new Instances(this);
        }
    }
}
