package org.sparkldp.jobs.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.json.JSONOptions;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.sparkldp.sql.catalyst.Scala;

/**
 * Looks at files of JSON: counts objects, and notes how the keys that a plan names are spelled. Of
 * a line that is no object Spark makes a row of NULL, which would be a person, and of two objects
 * in a line it forgets the second.
 */
public final class JsonLook extends FileLook {
  /** The option that names the keys. */
  static final String KEYS = "ldp.keys";

  /** Whether a file of JSON is one document. */
  static boolean isDocument(Map<String, String> options) {
    return Boolean.parseBoolean(options.get("multiLine"));
  }

  @Override
  protected boolean isCut(Map<String, String> options) {
    return !isDocument(options);
  }

  @Override
  protected Eye eye(Map<String, String> options) {
    String charset = options.getOrDefault("encoding", "UTF-8");
    String lineEnd = options.getOrDefault("lineSep", "");
    boolean isDocument = isDocument(options);
    return (slice, hadoop, facts) -> {
      if (slice.start() == 0) {
        facts.broken = Packed.kind(slice.toPath(), hadoop);
      }
      if (!facts.broken.isEmpty()) {
        return;
      }
      Set<String> spelled = new TreeSet<>();
      JsonKeys keys = JsonKeys.of(CsvFiles.columns(options, KEYS));
      // It takes what Spark's reader takes.
      JsonFactory json = new JSONOptions(Scala.map(options), "UTC", "").buildJsonFactory();
      if (isDocument) {
        document(json, slice, options.get("encoding"), hadoop, facts, keys, spelled);
      } else {
        try (Lines lines = Lines.open(slice, charset, lineEnd, true, hadoop)) {
          lines(json, lines, facts, keys, spelled);
        }
      }
      spelled.forEach(name -> facts.fields.add(new FileFacts.Field(name, "")));
    };
  }

  private static void lines(
      JsonFactory json, Lines lines, FileFacts facts, JsonKeys keys, Set<String> spelled)
      throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      facts.lines++;
      if (lines.isBad()) {
        facts.bad.add(facts.lines);
      }
      long rows = rows(json, line, keys, spelled);
      if (rows < 0) {
        facts.flawed.add(facts.lines);
      } else {
        facts.rows += rows;
      }
    }
  }

  /** How many people a line holds: one object, or an array of some; -1 for what is neither. */
  static long rows(JsonFactory json, String line, JsonKeys keys, Set<String> spelled) {
    try (JsonParser in = json.createParser(line)) {
      JsonToken token = in.nextToken();
      if (token == null) {
        return 0; // of blanks alone
      }
      boolean isArray = token == JsonToken.START_ARRAY;
      token = isArray ? in.nextToken() : token;
      long rows = 0;
      do {
        if (token != JsonToken.START_OBJECT) {
          return -1;
        }
        object(in, "", keys, spelled);
        rows++;
        token = in.nextToken();
      } while (isArray && token != JsonToken.END_ARRAY);
      return (isArray ? in.nextToken() : token) == null ? rows : -1;
    } catch (IOException e) {
      return -1;
    }
  }

  /**
   * Keys that a plan names.
   *
   * @param names at any depth, such as {@code payload.country}
   * @param structs objects in which they lie
   */
  record JsonKeys(Set<String> names, Set<String> structs) {
    static JsonKeys of(Collection<String> names) {
      Set<String> inAnyCase = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
      inAnyCase.addAll(names);
      return new JsonKeys(inAnyCase, StructFields.structs(names));
    }
  }

  /** Passes over an object, and notes which of the keys it has. */
  private static void object(JsonParser in, String before, JsonKeys keys, Set<String> spelled)
      throws IOException {
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String key = in.currentName();
      if (key == null) {
        throw new CutOff();
      }
      String name = before + StructFields.quoted(key);
      if (keys.names.contains(name) || keys.names.contains(before + key.strip())) {
        spelled.add(name);
      } else if (before.isEmpty() && keys.names.contains(key)) {
        spelled.add(key);
      }
      if (in.nextToken() == JsonToken.START_OBJECT && keys.structs.contains(name)) {
        object(in, name + ".", keys, spelled);
      } else {
        in.skipChildren();
      }
    }
  }

  /** The text has ended within an object. */
  private static final class CutOff extends IOException {
    private static final long serialVersionUID = 1;
  }

  /** A file that is one array of objects. */
  private static void document(
      JsonFactory json,
      PartitionedFile slice,
      String charset,
      Configuration hadoop,
      FileFacts facts,
      JsonKeys keys,
      Set<String> spelled)
      throws IOException {
    try (JsonParser in =
        charset == null
            ? json.createParser(Lines.unpacked(slice.toPath(), hadoop))
            : json.createParser(
                new InputStreamReader(
                    Lines.unpacked(slice.toPath(), hadoop), Charset.forName(charset)))) {
      JsonToken token = in.nextToken();
      if (token == null) {
        return;
      }
      boolean isWhole = token == JsonToken.START_ARRAY;
      while (isWhole && (token = in.nextToken()) == JsonToken.START_OBJECT) {
        object(in, "", keys, spelled);
        facts.rows++;
      }
      isWhole = isWhole && token == JsonToken.END_ARRAY && in.nextToken() == null;
      if (!isWhole) {
        facts.flawed.add(Math.max(1, in.currentLocation().getLineNr()));
      }
    } catch (JsonProcessingException | CutOff e) {
      facts.flawed.add(0);
    }
  }
}
