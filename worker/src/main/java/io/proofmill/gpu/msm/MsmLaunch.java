package io.proofmill.gpu.msm;

import io.proofmill.gpu.driver.LaunchShape;

/**
 * One kernel of an MSM.
 *
 * @param module the kernel module that holds it
 * @param step the round, level, or number of either that the kernel is told
 */
record MsmLaunch(String module, String kernel, LaunchShape shape, MsmFrame frame, int step) {}
