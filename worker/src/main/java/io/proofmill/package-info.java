/** Proofmill: Groth16 proving workers fed by Kafka. One package a room; a room imports only the rooms beneath it. */
package io.proofmill;
