"""Reads one of Proofmill's contracts from the .avsc files as a schema that stands alone: a registry takes no references between files."""

import json
from pathlib import Path

NAMESPACE = "io.proofmill.schemas"


def read_contract(folder, name):
    """The schema called name, with the definition of each type it names written out at its first use."""
    files = [*Path(folder).glob("*.avsc"), *Path(folder, "enums").glob("*.avsc")]
    definitions = {schema["name"]: schema for schema in (json.loads(file.read_text()) for file in files)}
    written = set()

    def write_out(schema):
        if isinstance(schema, list):
            return [write_out(branch) for branch in schema]
        if isinstance(schema, str):
            if schema not in definitions:
                return schema
            return f"{NAMESPACE}.{schema}" if schema in written else write_out(definitions[schema])
        out = dict(schema)
        if "name" in out:
            written.add(out["name"])
        for part in ("items", "values"):
            if part in out:
                out[part] = write_out(out[part])
        if "fields" in out:
            out["fields"] = [{**field, "type": write_out(field["type"])} for field in out["fields"]]
        return out

    return write_out(name)
