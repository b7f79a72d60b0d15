package io.proofmill.groth16;

import io.proofmill.math.Point;

/** The single points of a proving key that the proof's assembly needs; the digit is the group. */
public record KeyConstants(Point alpha1, Point beta1, Point beta2, Point delta1, Point delta2) {}
