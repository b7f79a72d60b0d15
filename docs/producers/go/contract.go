package main

import (
	"encoding/json"
	"os"
	"path/filepath"
)

const namespace = "io.proofmill.schemas."

// contract is a set of .avsc files, of which one is written out as a schema that stands alone: a registry takes no references between files.
type contract struct {
	definitions map[string]map[string]interface{}
	written     map[string]bool
}

// readContract returns the schema called name, with the definition of each type it names written out at its first use.
func readContract(folder, name string) (string, error) {
	c := contract{map[string]map[string]interface{}{}, map[string]bool{}}
	for _, pattern := range []string{"*.avsc", "enums/*.avsc"} {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return "", err
		}
		for _, file := range files {
			if err := c.define(file); err != nil {
				return "", err
			}
		}
	}
	text, err := json.Marshal(c.writeOut(name))
	return string(text), err
}

func (c contract) define(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var definition map[string]interface{}
	if err := json.Unmarshal(text, &definition); err != nil {
		return err
	}
	c.definitions[definition["name"].(string)] = definition
	return nil
}

func (c contract) writeOut(schema interface{}) interface{} {
	switch part := schema.(type) {
	case string:
		definition, known := c.definitions[part]
		if !known {
			return part
		}
		if c.written[part] {
			return namespace + part
		}
		return c.writeOut(definition)
	case []interface{}:
		branches := []interface{}{}
		for _, branch := range part {
			branches = append(branches, c.writeOut(branch))
		}
		return branches
	case map[string]interface{}:
		return c.writeOutMap(part)
	}
	return schema
}

// writeOutMap writes out a record, an enum, an array or a map.
func (c contract) writeOutMap(part map[string]interface{}) interface{} {
	if name, named := part["name"].(string); named {
		c.written[name] = true
	}
	out := map[string]interface{}{}
	for key, value := range part {
		out[key] = value
	}
	for _, key := range []string{"items", "values"} {
		if value, there := out[key]; there {
			out[key] = c.writeOut(value)
		}
	}
	if fields, there := part["fields"].([]interface{}); there {
		written := []interface{}{}
		for _, field := range fields {
			copied := map[string]interface{}{}
			for key, value := range field.(map[string]interface{}) {
				copied[key] = value
			}
			copied["type"] = c.writeOut(copied["type"])
			written = append(written, copied)
		}
		out["fields"] = written
	}
	return out
}
