"""Sends one request: produce.py BOOTSTRAP REGISTRY JOB CIRCUIT INPUT_JSON [SCHEMAS]"""

import io
import json
import struct
import sys
import urllib.request
from datetime import datetime, timezone
from pathlib import Path

import avro.io
import avro.schema
from confluent_kafka import Producer

from contract import read_contract

TOPIC = "proof.requests"


def register(registry, schema):
    """Registers the schema, or finds it there, and returns its id."""
    request = urllib.request.Request(
        f"{registry}/subjects/{TOPIC}-value/versions",
        data=json.dumps({"schema": json.dumps(schema)}).encode(),
        headers={"Content-Type": "application/vnd.schemaregistry.v1+json"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["id"]


def encoded(schema, record):
    """The Avro binary encoding. This library wants every field named, so what has a default is filled in."""
    filled = {field["name"]: field["default"] for field in schema["fields"] if "default" in field}
    out = io.BytesIO()
    writer = avro.io.DatumWriter(avro.schema.parse(json.dumps(schema)))
    writer.write({**filled, **record}, avro.io.BinaryEncoder(out))
    return out.getvalue()


def main(bootstrap, registry, job_id, circuit, input_json, schemas="../../../schemas/src/main/avro"):
    schema = read_contract(schemas, "ProofRequest")
    payload = {
        "kind": "INPUT",
        "name": "",
        "mediaType": "application/json",
        "compression": "NONE",
        "inline": Path(input_json).read_bytes(),
        "reference": None,
    }
    request = {
        "jobId": job_id,
        "circuit": circuit,
        "payloads": [payload],
        "createdAt": datetime.now(timezone.utc),
        "producer": "minimal-python",
    }
    # One zero byte, the schema id as a big-endian int, the record.
    value = struct.pack(">bI", 0, register(registry, schema)) + encoded(schema, request)

    def delivered(error, message):
        if error is not None:
            sys.exit(f"not sent: {error}")
        print(f"sent {job_id} to {message.topic()}-{message.partition()}@{message.offset()}")

    # This partitioner is Java's: a job's request, events and result then have the same partition number.
    producer = Producer({"bootstrap.servers": bootstrap, "acks": "all", "partitioner": "murmur2_random"})
    producer.produce(TOPIC, key=job_id, value=value, on_delivery=delivered)
    if producer.flush(30) > 0:
        sys.exit("not sent within 30 s")


if __name__ == "__main__":
    if len(sys.argv) not in (6, 7):
        sys.exit(__doc__)
    main(*sys.argv[1:])
