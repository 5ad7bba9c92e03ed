package org.sparkldp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.audit.PairAudit;

/** A million reports each, against the law that the product has by enumeration. Seeds are fixed. */
class LawsTest {
  private static final int DRAWS = 1_000_000;
  private static final double FALSE_ALARM = 1e-6;

  /** AES-128-CTR under a seed. */
  private static Consumer<byte[]> random(int seed) {
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      byte[] key = ByteBuffer.allocate(16).putInt(seed).array();
      cipher.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
      return bytes -> {
        byte[] drawn = cipher.update(new byte[bytes.length]);
        System.arraycopy(drawn, 0, bytes, 0, bytes.length);
      };
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<JsonNode> withLaw() {
    List<JsonNode> questions = new ArrayList<>();
    Conformance.DRAWS.forEach(
        question -> {
          if (question.has("law")) {
            questions.add(question);
          }
        });
    return questions;
  }

  /** The chance of so large a distance from the law, or a larger one. */
  private static double chance(JsonNode question, Fields steps, Consumer<byte[]> random) {
    return chance(question, steps, random, Conformance.places(question.get("law").get("value")));
  }

  private static double chance(
      JsonNode question, Fields steps, Consumer<byte[]> random, double... value) {
    Draw draw = Draw.of(steps);
    Coins coins = new Coins(random);
    JsonNode law = question.get("law");
    Map<String, Double> expected = new HashMap<>();
    law.get("probabilities")
        .properties()
        .forEach(p -> expected.put(p.getKey(), DRAWS * p.getValue().asDouble()));
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < DRAWS; i++) {
      counts.merge(draw.report(value, coins).toString(), 1, Integer::sum);
    }
    assertTrue(expected.keySet().containsAll(counts.keySet()));
    double distance = 0;
    for (Map.Entry<String, Double> outcome : expected.entrySet()) {
      double off = counts.getOrDefault(outcome.getKey(), 0) - outcome.getValue();
      distance += off * off / outcome.getValue();
    }
    return ChiSquaredDistribution.of(expected.size() - 1).survivalProbability(distance);
  }

  @TestFactory
  List<DynamicTest> aMillionReportsFollowTheLaw() {
    List<DynamicTest> tests = new ArrayList<>();
    Set<String> steps = new HashSet<>();
    int seed = 0;
    for (JsonNode question : withLaw()) {
      int own = seed++;
      Fields draw = Conformance.section(question.get("draw"));
      steps.add(draw.text("steps"));
      tests.add(
          DynamicTest.dynamicTest(
              question.get("spec").asText(),
              () -> {
                double chance = chance(question, draw, random(own));
                assertTrue(chance > FALSE_ALARM, chance + "");
              }));
    }
    assertEquals(10, steps.size(), steps.toString());
    return tests;
  }

  private static JsonNode of(String spec) {
    return withLaw().stream()
        .filter(question -> question.get("spec").asText().startsWith(spec))
        .findFirst()
        .orElseThrow();
  }

  /** The steps with the numbers of a name by so many hundredths of what they are. */
  private static Fields changed(JsonNode question, String name, int hundredths) {
    JsonNode draw = question.get("draw").deepCopy();
    BigInteger hundred = BigInteger.valueOf(100);
    assertTrue(
        Conformance.isChanged(
            draw, name, n -> n.multiply(BigInteger.valueOf(hundredths)).divide(hundred)));
    return Conformance.section(draw);
  }

  @ParameterizedTest
  @CsvSource({"grr, weight, 101", "tables, end, 99", "tables, leave_out, 101"})
  void aThresholdThatIsOnePercentOffWouldBeSeen(String spec, String name, int hundredths) {
    double chance = chance(of(spec), changed(of(spec), name, hundredths), random(1));
    assertTrue(chance < FALSE_ALARM, chance + "");
  }

  /** A number between two ends is reported as one of them, by a coin. */
  @Test
  void aCoinForEndsThatIsThreePercentOffWouldBeSeen() {
    JsonNode tables = of("tables");
    double[] value = Conformance.places(tables.get("law").get("value"));
    value[2] += 0.03;
    double chance = chance(tables, changed(tables, "end", 100), random(1), value);
    assertTrue(chance < FALSE_ALARM, chance + "");
  }

  @Test
  void biasedCoinsWouldBeSeen() {
    Consumer<byte[]> fair = random(2);
    Consumer<byte[]> biased =
        bytes -> {
          fair.accept(bytes);
          for (int i = 7; i < bytes.length; i += 8) { // the highest bit is 1 less often by 0.6 %
            bytes[i] &= (byte) ((bytes[i - 1] & 0xff) < 3 ? 0x7f : 0xff);
          }
        };
    for (JsonNode question : withLaw()) {
      if (question.get("draw").get("steps").asText().equals("choice")) {
        Fields draw = Conformance.section(question.get("draw"));
        assertTrue(chance(question, draw, biased) < FALSE_ALARM, question.get("spec").asText());
      }
    }
  }

  /** What {@code ldp audit --pairs} says of reports of known values. */
  private static double shown(Fields steps, int seed) {
    Draw draw = Draw.of(steps);
    Coins coins = new Coins(random(seed));
    PairAudit audit = new PairAudit();
    for (int i = 0; i < DRAWS; i++) {
      int value = i % 2;
      audit.add(value, draw.report(new double[] {value}, coins));
    }
    return audit.run(0, 1).lowerBound();
  }

  @Test
  void anAuditShowsNoMoreThanEpsilon() {
    double shown = shown(changed(of("grr"), "weight", 100), 3);
    assertTrue(shown > 0.95 && shown <= 1, shown + "");
    double more = shown(changed(of("grr"), "weight", 90), 3);
    assertTrue(more > 1, more + "");
  }
}
