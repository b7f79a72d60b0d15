package io.proofmill.chaos;

import io.proofmill.schemas.RecordCoordinates;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Where a record stands. */
record Place(String topic, int partition, long offset) {
    static Place of(RecordCoordinates at) {
        return new Place(at.getTopic(), at.getPartition(), at.getOffset());
    }

    static Place of(ConsumerRecord<?, ?> record) {
        return new Place(record.topic(), record.partition(), record.offset());
    }

    TopicPartition topicPartition() {
        return new TopicPartition(topic, partition);
    }

    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset;
    }
}
