package org.sparkldp.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;

/** The conformance files of all clients, as Jackson reads them. */
final class Conformance {
  private static final Path FILES = Path.of("../javascript/conformance");

  private static final ObjectMapper JSON = new ObjectMapper();

  static final List<JsonNode> DRAWS = draws();

  static final JsonNode QUESTIONS = read("questions.json");

  private Conformance() {}

  private static List<JsonNode> draws() {
    List<JsonNode> all = new ArrayList<>();
    read("draws.json").forEach(all::add);
    read("tables.json").forEach(all::add);
    return all;
  }

  private static JsonNode read(String file) {
    try {
      return JSON.readTree(FILES.resolve(file).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a caller has a value: a text, number, boolean, list, map or null. */
  static Object value(JsonNode node) {
    return JSON.convertValue(node, Object.class);
  }

  /** As the client reads an object. */
  static Fields section(JsonNode object) {
    return Fields.of(object.toString());
  }

  /** Changes the numbers of a name, wherever they stand in a draw; whether there were any. */
  static boolean isChanged(JsonNode draw, String name, UnaryOperator<BigInteger> change) {
    boolean isChanged = draw.has(name);
    if (isChanged) {
      BigInteger number = new BigInteger(draw.get(name).asText());
      ((ObjectNode) draw).put(name, change.apply(number).toString());
    }
    for (JsonNode within : draw) {
      isChanged |= isChanged(within, name, change);
    }
    return isChanged;
  }

  /** The value of a draw: a number, or several. */
  static double[] places(JsonNode value) {
    return Arrays.stream(value.asText().split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  static JsonNode question(String name) {
    for (JsonNode question : QUESTIONS) {
      if (question.get("name").asText().equals(name)) {
        return question;
      }
    }
    throw new AssertionError("no question " + name);
  }

  /** What a question says. */
  static JsonNode payload(String name) {
    String payload = question(name).get("jws").asText().split("[.]")[1];
    return json(new String(Base64.getUrlDecoder().decode(payload), StandardCharsets.UTF_8));
  }

  /** A payload, signed by a key of the test's. */
  static String signed(KeyPair key, String payload) throws GeneralSecurityException {
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    String header = question("a list with other and missing").get("jws").asText().split("[.]")[0];
    String signed = header + "." + base64.encodeToString(payload.getBytes(StandardCharsets.UTF_8));
    Signature es256 = Signature.getInstance("SHA256withECDSAinP1363Format");
    es256.initSign(key.getPrivate());
    es256.update(signed.getBytes(StandardCharsets.US_ASCII));
    return signed + "." + base64.encodeToString(es256.sign());
  }

  /** The application's arguments of a case. */
  static LoadOptions options(JsonNode said) {
    JsonNode given = said.get("options");
    JsonNode limits = given.get("limits");
    List<String> keys = new ArrayList<>();
    given.get("pinnedKeys").forEach(key -> keys.add(key.asText()));
    LoadOptions options =
        LoadOptions.of(
                limits.has("day") ? limits.get("day").asDouble() : Double.NaN,
                keys.toArray(String[]::new))
            .clock(Clock.fixed(Instant.ofEpochMilli(said.get("now").asLong()), ZoneOffset.UTC))
            .minVersion(given.path("minVersion").asLong());
    if (limits.has("life")) {
      options = options.mostForLife(limits.get("life").asDouble());
    }
    return given.path("storageLasts").asBoolean() ? options.storageLasts() : options;
  }

  /** The code of a refusal; ok without one. */
  static String outcome(Runnable attempt) {
    try {
      attempt.run();
      return "ok";
    } catch (Refusal e) {
      return e.code();
    }
  }
}
