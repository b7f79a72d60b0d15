// Sends one request: node produce.mjs BOOTSTRAP REGISTRY JOB CIRCUIT INPUT_JSON [SCHEMAS]
import { readFileSync } from "node:fs";
import avro from "avsc";
import { Kafka, Partitioners, logLevel } from "kafkajs";
import { readContract } from "./contract.mjs";

const TOPIC = "proof.requests";

const [bootstrap, registry, jobId, circuit, input, schemas = "../../../schemas/src/main/avro"] = process.argv.slice(2);
if (!input) {
  console.error("usage: node produce.mjs BOOTSTRAP REGISTRY JOB CIRCUIT INPUT_JSON [SCHEMAS]");
  process.exit(2);
}

/** Registers the schema, or finds it there, and returns its id. */
async function register(schema) {
  const response = await fetch(`${registry}/subjects/${TOPIC}-value/versions`, {
    method: "POST",
    headers: { "Content-Type": "application/vnd.schemaregistry.v1+json" },
    body: JSON.stringify({ schema: JSON.stringify(schema) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`registry: ${answer.error_code} ${answer.message}`);
  return answer.id;
}

/** One zero byte, the schema id as a big-endian int, the Avro binary encoding. */
function framed(id, encoded) {
  const header = Buffer.alloc(5);
  header.writeInt32BE(id, 1);
  return Buffer.concat([header, encoded]);
}

const schema = readContract(schemas, "ProofRequest");
// Fields that have a default need not be set.
const request = {
  jobId,
  circuit,
  payloads: [{ kind: "INPUT", mediaType: "application/json", inline: readFileSync(input) }],
  createdAt: Date.now(),
  producer: "minimal-node",
};

const kafka = new Kafka({ clientId: "minimal-node", brokers: bootstrap.split(","), logLevel: logLevel.ERROR });
// This partitioner is Java's: a job's request, events and result then have the same partition number.
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
await producer.connect();
try {
  const value = framed(await register(schema), avro.Type.forSchema(schema).toBuffer(request));
  const [sent] = await producer.send({ topic: TOPIC, acks: -1, messages: [{ key: jobId, value }] });
  console.log(`sent ${jobId} to ${TOPIC}-${sent.partition}@${sent.baseOffset}`);
} finally {
  await producer.disconnect();
}
