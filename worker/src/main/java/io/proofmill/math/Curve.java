package io.proofmill.math;

import java.math.BigInteger;

/** The parameters of a pairing-friendly curve: base field, scalar field and the two groups. One instance a curve, thread-safe. */
public final class Curve {
    private final CurveId id;
    private final PrimeField fq;
    private final PrimeField fr;
    private final QuadraticField fq2;
    private final Group g1;
    private final Group g2;
    private Pairing pairing;

    private Curve(CurveId id, String q, String r, BigInteger[] b, BigInteger[] g1, BigInteger[] b2, BigInteger[] g2) {
        this.id = id;
        this.fq = PrimeField.of(new BigInteger(q, 16));
        this.fr = PrimeField.of(new BigInteger(r, 16));
        this.fq2 = new QuadraticField(fq);
        this.g1 = new Group(id, fq, fr.modulus(), b, g1);
        this.g2 = new Group(id, fq2, fr.modulus(), b2, g2);
    }

    public static Curve of(CurveId id) {
        return switch (id) {
            case BN254 -> Bn254.CURVE;
            case BLS12_381 -> Bls12381.CURVE;
        };
    }

    public CurveId id() {
        return id;
    }

    /** The base field, of the coordinates of G1. */
    public PrimeField fq() {
        return fq;
    }

    /** The base field's extension by u^2 = -1, of the coordinates of G2. */
    public QuadraticField fq2() {
        return fq2;
    }

    /** The scalar field: of witnesses, constraints and exponents. */
    public PrimeField fr() {
        return fr;
    }

    public Group g1() {
        return g1;
    }

    /** The group on the sextic twist over Fp2. */
    public Group g2() {
        return g2;
    }

    /** Made when first asked for: a proof is begun long before it is checked. */
    public synchronized Pairing pairing() {
        if (pairing == null) {
            pairing = Pairing.of(id, fq2);
        }
        return pairing;
    }

    private static BigInteger[] ints(String... hex) {
        BigInteger[] values = new BigInteger[hex.length];
        for (int i = 0; i < hex.length; i++) {
            values[i] = new BigInteger(hex[i], 16);
        }
        return values;
    }

    /** Made when first asked for, as the other one is: most processes need one of the two. */
    private static final class Bn254 {
        static final Curve CURVE = new Curve(
                CurveId.BN254,
                "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
                "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
                ints("3"),
                ints("1", "2"),
                ints(
                        "2b149d40ceb8aaae81be18991be06ac3b5b4c5e559dbefa33267e6dc24a138e5",
                        "9713b03af0fed4cd2cafadeed8fdf4a74fa084e52d1852e4a2bd0685c315d2"),
                ints(
                        "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed",
                        "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2",
                        "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa",
                        "90689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"));
    }

    private static final class Bls12381 {
        static final Curve CURVE = new Curve(
                CurveId.BLS12_381,
                "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
                "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
                ints("4"),
                ints(
                        "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
                        "8b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1"),
                ints("4", "4"),
                ints(
                        "24aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
                        "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
                        "ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
                        "606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be"));
    }
}
