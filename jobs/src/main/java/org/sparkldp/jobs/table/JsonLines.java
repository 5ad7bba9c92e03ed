package org.sparkldp.jobs.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Map;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.protocols.check.Require;

/**
 * Lines of JSON, looked at before anybody reads a value: of a line that is no object Spark makes a
 * row of NULL, which would be a person, and of two objects in a line it forgets the second. What it
 * says holds a count, and no value.
 */
final class JsonLines {
  /** Takes what Spark's reader takes. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private JsonLines() {}

  /** Refuses a table that has such lines. */
  static void require(SparkSession spark, String path, Map<String, String> options) {
    String encoding = Charset.forName(options.getOrDefault("encoding", "UTF-8")).name();
    long others =
        spark
            .read()
            .format("text")
            .options(options)
            .load(path)
            .selectExpr("CAST(value AS BINARY)")
            .as(Encoders.BINARY())
            .filter((FilterFunction<byte[]>) line -> !isRows(line, encoding))
            .count();
    Require.that(others == 0)
        .orRefuse(
            "every line of JSON must be one object. Lines that are none, or hold more: %s; mend them,"
                + " or say --read multiLine=true where a file holds one array of objects. Nothing"
                + " was written.",
            others);
  }

  /** Whether a line is an object, or an array of some, or blank, which is no row. */
  private static boolean isRows(byte[] line, String encoding) throws IOException {
    try (JsonParser in = JSON.createParser(new String(line, encoding))) {
      JsonToken token = in.nextToken();
      if (token == null) {
        return true;
      }
      boolean isArray = token == JsonToken.START_ARRAY;
      token = isArray ? in.nextToken() : token;
      do {
        if (token != JsonToken.START_OBJECT) {
          return false;
        }
        in.skipChildren();
        token = in.nextToken();
      } while (isArray && token != JsonToken.END_ARRAY);
      return (isArray ? in.nextToken() : token) == null;
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
