/**
 * Schema registry: a client of the Confluent REST protocol, the five-byte wire format, and Avro values in it.
 *
 * <p>Three kinds of failure, told apart by type:
 *
 * <ul>
 *   <li>{@link io.proofmill.queue.registry.RegistryUnavailableException}: the surroundings are at fault; wait and try again, nothing is wrong with the record;
 *   <li>{@link io.proofmill.queue.registry.UndecodableRecordException}: the bytes are at fault and stay so; dead letter;
 *   <li>{@link io.proofmill.queue.registry.RegistryRefusedException}: the registry answered no (incompatible or invalid schema, unknown subject).
 * </ul>
 *
 * <p>Source of the protocol: Confluent Schema Registry API reference, version 1; also spoken by Apicurio ({@code /apis/ccompat/v7}) and Karapace.
 */
package io.proofmill.queue.registry;
