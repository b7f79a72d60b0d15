package io.proofmill.circom;

import java.nio.charset.StandardCharsets;

/** The kinds of iden3 binary files. */
public enum FileKind {
    R1CS("r1cs", 1),
    WTNS("wtns", 2),
    ZKEY("zkey", 1);

    private final String magic;
    private final int version;

    FileKind(String magic, int version) {
        this.magic = magic;
        this.version = version;
    }

    /** The four characters that a file of this kind starts with. */
    public String magic() {
        return magic;
    }

    /** The one version of the format that is read. */
    public int version() {
        return version;
    }

    /** How a sentence names such a file. */
    public String described() {
        return (this == R1CS ? "an ." : "a .") + magic + " file";
    }

    /** What the first bytes of a file say it is, in words. */
    static String describe(byte[] start) {
        String magic = new String(start, 0, Math.min(4, start.length), StandardCharsets.ISO_8859_1);
        for (FileKind kind : values()) {
            if (kind.magic.equals(magic)) {
                return kind.described();
            }
        }
        return switch (magic) {
            case "\0asm" -> "a .wasm module";
            case "ptau" -> "a .ptau file";
            default -> magic.stripLeading().startsWith("{") ? "a JSON file" : "something else";
        };
    }
}
