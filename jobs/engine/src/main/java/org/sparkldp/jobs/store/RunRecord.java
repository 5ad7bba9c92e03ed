package org.sparkldp.jobs.store;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.sparkldp.protocols.check.Require;

/**
 * The records of runs: Java records, whose components are the keys in their order. Each reader asks
 * for a record of the keys that it needs; a list or a text that is not there is empty.
 */
public final class RunRecord {
  private static final ObjectMapper JSON = mapper();

  private RunRecord() {}

  private static ObjectMapper mapper() {
    JsonMapper mapper =
        JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    JsonSetter.Value empty = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);
    mapper.configOverride(List.class).setSetterInfo(empty);
    mapper.configOverride(Map.class).setSetterInfo(empty);
    mapper.configOverride(String.class).setSetterInfo(empty);
    return mapper;
  }

  /** The keys of a record, as a run writes them. */
  static ObjectNode written(Record record) {
    return JSON.valueToTree(record);
  }

  /** A record as JSON. */
  public static String text(Record record) {
    return written(record).toString();
  }

  /** A record from JSON. */
  public static <R extends Record> R of(String json, Class<R> type) {
    try {
      return read(JSON.readTree(json), type);
    } catch (JsonProcessingException e) {
      throw Require.refusal(e, "a record must be JSON. Provided: text that is none.");
    }
  }

  static <R extends Record> R read(JsonNode record, Class<R> type) {
    try {
      return JSON.treeToValue(record, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a run's record has other keys than runs write", e);
    }
  }
}
