package io.proofmill.circom;

import io.proofmill.groth16.CoefficientTable;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.SparseMatrices;
import io.proofmill.groth16.SparseMatrix;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.PrimeField;
import io.proofmill.math.ReasonCode;
import java.lang.foreign.MemorySegment;

/**
 * Turns section 4 of a .zkey, a list of {u32 matrix (0 is A, 1 is B), u32 constraint, u32 variable, value v R^2} in any order, into rows: one pass counts the
 * entries of each row, a second one sorts them in.
 */
final class CoefficientReader {
    /** Bytes of an entry. */
    static final long ENTRY_BYTES = 44;

    private static final int CONSTRAINT = 4;
    private static final int VARIABLE = 8;
    private static final int VALUE = 12;

    private final Section section;
    private final MemorySegment entries;
    private final KeyShape shape;
    private final PrimeField field;
    private final int count;

    CoefficientReader(Section section, KeyShape shape) {
        this.section = section;
        this.entries = section.bytes().asSlice(Integer.BYTES);
        this.shape = shape;
        this.field = Curve.of(shape.curve()).fr();
        this.count = section.reader().count("the number of coefficients");
    }

    SparseMatrices read() {
        if (shape.domain() > Integer.MAX_VALUE / 2) {
            throw new BadInputException(
                    ReasonCode.TOO_LARGE,
                    section.file() + " has a domain of 2^" + shape.domainLog()
                            + ", at most 2^29 is supported for .zkey files");
        }
        int[][] rowStart = countRows();
        int[][] column = new int[2][];
        int[][] coefficient = new int[2][];
        int[][] next = new int[2][];
        for (int matrix = 0; matrix < 2; matrix++) {
            int size = rowStart[matrix][rowStart[matrix].length - 1];
            column[matrix] = new int[size];
            coefficient[matrix] = new int[size];
            next[matrix] = rowStart[matrix].clone();
        }
        CoefficientTable table = new CoefficientTable(field);
        long[] value = field.newElement();
        for (int i = 0; i < count; i++) {
            long at = i * ENTRY_BYTES;
            int matrix = entries.get(Iden3File.U32, at);
            int place = next[matrix][entries.get(Iden3File.U32, at + CONSTRAINT)]++;
            column[matrix][place] = entries.get(Iden3File.U32, at + VARIABLE);
            field.read(entries, at + VALUE, value, 0);
            if (!field.isCanonical(value, 0)) {
                throw bad(i, VALUE, "a value that is not below the field's prime");
            }
            coefficient[matrix][place] = table.indexOf(value);
        }
        return new SparseMatrices(
                field,
                new SparseMatrix(rowStart[0], column[0], coefficient[0]),
                new SparseMatrix(rowStart[1], column[1], coefficient[1]),
                table);
    }

    /** Where each row starts, and after the last row the number of entries; every index is checked on the way. */
    private int[][] countRows() {
        int rows = (int) shape.domain();
        int[][] starts = new int[2][rows + 1];
        for (int i = 0; i < count; i++) {
            long at = i * ENTRY_BYTES;
            int matrix = entries.get(Iden3File.U32, at);
            long constraint = Integer.toUnsignedLong(entries.get(Iden3File.U32, at + CONSTRAINT));
            long variable = Integer.toUnsignedLong(entries.get(Iden3File.U32, at + VARIABLE));
            if (matrix != 0 && matrix != 1) {
                throw bad(i, 0, "matrix " + Integer.toUnsignedString(matrix) + ", expected 0 or 1");
            }
            if (constraint >= rows) {
                throw bad(i, CONSTRAINT, "constraint " + constraint + ", expected one below " + rows);
            }
            if (variable >= shape.variables()) {
                throw bad(i, VARIABLE, "variable " + variable + ", expected one below " + shape.variables());
            }
            starts[matrix][(int) constraint + 1]++;
        }
        for (int[] start : starts) {
            for (int row = 0; row < rows; row++) {
                start[row + 1] += start[row];
            }
        }
        return starts;
    }

    private BadInputException bad(int entry, int field, String found) {
        long offset = section.offset() + Integer.BYTES + entry * ENTRY_BYTES + field;
        return section.malformed("coefficient " + entry + " has at offset " + offset + " " + found);
    }
}
