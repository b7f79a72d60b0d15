package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** C2 inlines hot methods of up to 325 bytecodes and compiles none above 8,000: the lane kernels must stay between the two. */
class LaneBytecodeTest {
    private static final int LONGEST_INLINED = 325;
    private static final int LONGEST_COMPILED = 8000;

    @ParameterizedTest
    @CsvSource({
        "PrimeLanes, add",
        "PrimeLanes, sub",
        "PrimeLanes, reduce",
        "PrimeLanes, pack",
        "PrimeLanes, sumAndDifference",
        "NineLimbLanes, mul",
        "FourteenLimbLanes, mul"
    })
    void a_kernel_is_neither_inlined_nor_too_long_to_compile(String type, String method) throws IOException {
        assertThat(codeLengths(type, method))
                .isNotEmpty()
                .allSatisfy(length ->
                        assertThat(length).isGreaterThan(LONGEST_INLINED).isLessThan(LONGEST_COMPILED));
    }

    private static List<Integer> codeLengths(String type, String method) throws IOException {
        try (InputStream in = LaneBytecodeTest.class.getResourceAsStream(type + ".class")) {
            Stream<MethodModel> methods = ClassFile.of().parse(in.readAllBytes()).methods().stream();
            return methods.filter(m -> m.methodName().equalsString(method))
                    .map(m -> m.findAttribute(Attributes.code()).orElseThrow().codeLength())
                    .toList();
        }
    }
}
