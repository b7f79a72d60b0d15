// Reads one of Proofmill's contracts from the .avsc files as a schema that stands alone: a registry takes no references between files.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const NAMESPACE = "io.proofmill.schemas";

/** The schema called name, with the definition of each type it names written out at its first use. */
export function readContract(folder, name) {
  const definitions = new Map();
  for (const part of [folder, join(folder, "enums")]) {
    for (const file of readdirSync(part).filter((f) => f.endsWith(".avsc"))) {
      const definition = JSON.parse(readFileSync(join(part, file), "utf8"));
      definitions.set(definition.name, definition);
    }
  }
  const written = new Set();
  const writeOut = (type) => {
    if (Array.isArray(type)) return type.map(writeOut);
    if (typeof type === "string") {
      if (!definitions.has(type)) return type;
      return written.has(type) ? `${NAMESPACE}.${type}` : writeOut(definitions.get(type));
    }
    const out = { ...type };
    if (out.name) written.add(out.name);
    if (out.items) out.items = writeOut(out.items);
    if (out.values) out.values = writeOut(out.values);
    if (out.fields) out.fields = out.fields.map((field) => ({ ...field, type: writeOut(field.type) }));
    return out;
  };
  return writeOut(name);
}
