// Sends one request: produce BOOTSTRAP REGISTRY JOB CIRCUIT INPUT_JSON [SCHEMAS]
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/confluentinc/confluent-kafka-go/kafka"
	"github.com/linkedin/goavro"
)

var topic = "proof.requests"

func main() {
	if len(os.Args) != 6 && len(os.Args) != 7 {
		fmt.Fprintln(os.Stderr, "usage: produce BOOTSTRAP REGISTRY JOB CIRCUIT INPUT_JSON [SCHEMAS]")
		os.Exit(2)
	}
	schemas := "../../../schemas/src/main/avro"
	if len(os.Args) == 7 {
		schemas = os.Args[6]
	}
	if err := produce(os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5], schemas); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func produce(bootstrap, registry, jobID, circuit, inputFile, schemas string) error {
	input, err := os.ReadFile(inputFile)
	if err != nil {
		return err
	}
	schema, err := readContract(schemas, "ProofRequest")
	if err != nil {
		return err
	}
	id, err := register(registry, schema)
	if err != nil {
		return err
	}
	value, err := framed(id, schema, request(jobID, circuit, input))
	if err != nil {
		return err
	}
	return send(bootstrap, jobID, value)
}

// request is a record as goavro takes it. Fields that have a default need not be set.
func request(jobID, circuit string, input []byte) map[string]interface{} {
	return map[string]interface{}{
		"jobId":   jobID,
		"circuit": circuit,
		"payloads": []interface{}{map[string]interface{}{
			"kind":      "INPUT",
			"mediaType": "application/json",
			"inline":    goavro.Union("bytes", input),
		}},
		"createdAt": time.Now(),
		"producer":  "minimal-go",
	}
}

// register registers the schema, or finds it there, and returns its id.
func register(registry, schema string) (uint32, error) {
	body, err := json.Marshal(map[string]string{"schema": schema})
	if err != nil {
		return 0, err
	}
	url := registry + "/subjects/" + topic + "-value/versions"
	response, err := http.Post(url, "application/vnd.schemaregistry.v1+json", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	var answer struct {
		ID      uint32 `json:"id"`
		Message string `json:"message"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return 0, err
	}
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("registry: %d %s", response.StatusCode, answer.Message)
	}
	return answer.ID, nil
}

// framed is one zero byte, the schema id as a big-endian int, the Avro binary encoding.
func framed(id uint32, schema string, record map[string]interface{}) ([]byte, error) {
	codec, err := goavro.NewCodec(schema)
	if err != nil {
		return nil, err
	}
	header := make([]byte, 5)
	binary.BigEndian.PutUint32(header[1:], id)
	return codec.BinaryFromNative(header, record)
}

// send waits until the brokers have the record.
func send(bootstrap, jobID string, value []byte) error {
	// This partitioner is Java's: a job's request, events and result then have the same partition number.
	producer, err := kafka.NewProducer(&kafka.ConfigMap{
		"bootstrap.servers":  bootstrap,
		"acks":               "all",
		"partitioner":        "murmur2_random",
		"message.timeout.ms": 30000,
	})
	if err != nil {
		return err
	}
	defer producer.Close()
	delivered := make(chan kafka.Event, 1)
	err = producer.Produce(&kafka.Message{
		TopicPartition: kafka.TopicPartition{Topic: &topic, Partition: kafka.PartitionAny},
		Key:            []byte(jobID),
		Value:          value,
	}, delivered)
	if err != nil {
		return err
	}
	sent := (<-delivered).(*kafka.Message).TopicPartition
	if sent.Error != nil {
		return sent.Error
	}
	fmt.Printf("sent %s to %s-%d@%d\n", jobID, *sent.Topic, sent.Partition, sent.Offset)
	return nil
}
