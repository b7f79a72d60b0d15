package io.proofmill.gpu.memory;

/**
 * What proving one part of a circuit asks of a device, known from the circuit's sizes before anything runs.
 *
 * @param circuit names the circuit in messages
 * @param keyBytes points, tables and matrices of the proving key
 * @param workspaceBytes vectors and scratch of one job when the key is on the device
 * @param streamedWorkspaceBytes vectors, scratch and two chunk buffers of one job when the key stays on the host and streams through
 */
public record Footprint(String circuit, long keyBytes, long workspaceBytes, long streamedWorkspaceBytes) {
    public Footprint {
        if (keyBytes < 0 || workspaceBytes < 0 || streamedWorkspaceBytes < 0) {
            throw new IllegalArgumentException("impossible footprint of %s: key %d, workspace %d, streamed workspace %d"
                    .formatted(circuit, keyBytes, workspaceBytes, streamedWorkspaceBytes));
        }
    }

    long residentBytes(int jobs) {
        return DeviceArena.rounded(keyBytes) + jobs * DeviceArena.rounded(workspaceBytes);
    }
}
