/**
 * Job in, checked proof out. The room knows circuits, keys, memory and devices; it knows nothing of queues. Whoever brings a {@link
 * io.proofmill.engine.ProofTask} gets a {@link io.proofmill.engine.ProofAnswer} whose proof has passed its pairing check, or a {@link
 * io.proofmill.math.ProofmillException} with a reason code; nothing unchecked ever leaves.
 */
package io.proofmill.engine;
