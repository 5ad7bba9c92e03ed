package org.sparkldp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The conformance files, which the TypeScript client runs too: word for word, refusal for refusal.
 */
class ConformanceTest {
  /** Given words, and none beyond. Writes down each draw. */
  private static final class GivenCoins extends Coins {
    private final Deque<Long> words = new ArrayDeque<>();
    private final List<List<String>> steps = new ArrayList<>();

    GivenCoins(JsonNode words) {
      super(bytes -> {});
      words.forEach(word -> this.words.add(Long.parseUnsignedLong(word.asText())));
    }

    private void step(Object... said) {
      steps.add(List.of(said).stream().map(Object::toString).toList());
    }

    @Override
    long word() {
      return words.remove();
    }

    @Override
    boolean below(long t) {
      boolean isBelow = super.below(t);
      step("below", Long.toUnsignedString(t), isBelow ? 1 : 0);
      return isBelow;
    }

    @Override
    int uniform(int bound) {
      int drawn = super.uniform(bound);
      step("uniform", bound, drawn);
      return drawn;
    }

    @Override
    long choose(int value, int k, long weight, int bits) {
      long drawn = super.choose(value, k, weight, bits);
      step("choose", value, k, Long.toUnsignedString(weight), bits, drawn);
      return drawn;
    }

    @Override
    long[] bits(long t, int count) {
      long[] drawn = super.bits(t, count);
      List<String> groups = new ArrayList<>();
      for (long group : drawn) {
        groups.add(Long.toUnsignedString(group));
      }
      step("bits", Long.toUnsignedString(t), count, String.join(" ", groups));
      return drawn;
    }
  }

  /** What is drawn otherwise than the file says; one line a case. */
  private static List<String> wrong(JsonNode question) {
    List<String> wrong = new ArrayList<>();
    Draw draw = Draw.of(Conformance.section(question.get("draw")));
    for (JsonNode one : question.get("cases")) {
      GivenCoins coins = new GivenCoins(one.get("words"));
      Object report = null;
      String said;
      try {
        report = draw.report(Conformance.places(one.get("value")), coins);
        said = report + " " + coins.steps;
      } catch (RuntimeException e) {
        said = e.toString();
      }
      List<List<String>> steps = new ArrayList<>();
      for (JsonNode step : one.get("steps")) {
        List<String> words = new ArrayList<>();
        step.forEach(word -> words.add(word.asText()));
        steps.add(words);
      }
      if (!said.equals(one.get("report").asText() + " " + steps) || !coins.words.isEmpty()) {
        wrong.add(said + " for " + one);
      } else if (one.has("envelope")) {
        JsonNode expected = Conformance.json(one.get("envelope").asText());
        String envelope =
            Question.envelope(
                question.get("spec").asText(),
                question.get("fingerprint").asText(),
                expected.get("id").asText(),
                LocalDate.of(2026, 1, 2),
                expected.path("round").asInt(0),
                Map.of("country", "DE", "a", "\u00e9\"\\"),
                report);
        if (!envelope.equals(one.get("envelope").asText())) {
          wrong.add(envelope);
        }
      }
    }
    return wrong;
  }

  @Test
  void drawsAreTheProducts() {
    int tried = 0;
    for (JsonNode question : Conformance.DRAWS) {
      assertEquals(List.of(), wrong(question), question.get("spec").asText());
      tried += question.get("cases").size();
    }
    assertTrue(tried > 500, tried + " cases");
  }

  @Test
  void aThresholdThatIsOneOffWouldBeSeen() {
    Set<String> tried = new TreeSet<>();
    for (JsonNode question : Conformance.DRAWS) {
      String steps = question.get("draw").get("steps").asText();
      for (String name : List.of("weight", "leave_out", "least", "end", "offset", "q")) {
        ObjectNode broken = question.deepCopy();
        boolean isThreshold = !name.equals("q") || steps.equals("bits");
        if (isThreshold && Conformance.isChanged(broken.get("draw"), name, BigInteger.ONE::add)) {
          assertNotEquals(List.of(), wrong(broken), name + " of " + broken.get("spec").asText());
          tried.add(steps + " " + name);
        }
      }
    }
    assertEquals(
        "[bits q, choice weight, hadamard weight, hash weight, hyperplanes leave_out, line"
            + " leave_out, subset leave_out, tables end, tables leave_out, tables offset,"
            + " two-points least, window leave_out]",
        tried.toString());
  }

  @Test
  void questionsEndAsTheyMust() {
    int values = 0;
    for (JsonNode one : Conformance.QUESTIONS) {
      String name = one.get("name").asText();
      String jws = one.get("jws").asText();
      assertEquals(
          one.get("outcome").asText(),
          Conformance.outcome(() -> Question.load(jws, Conformance.options(one))),
          name);
      for (JsonNode value : one.path("values")) {
        assertValue(name, jws, one, value);
        values++;
      }
    }
    assertTrue(values > 50, values + " values");
  }

  private static void assertValue(String name, String jws, JsonNode one, JsonNode value) {
    String payload = Jws.payload(jws, Conformance.options(one).pinnedKeys);
    Fields question = Fields.of(payload);
    Input input = Input.of(question.section("value"));
    List<String> found = new ArrayList<>();
    String ended =
        Conformance.outcome(
            () -> {
              for (double item : input.of(Conformance.value(value.get("value")))) {
                double place =
                    one.has("isNumber")
                        ? Draw.place(question.section("draw")).applyAsLong(item)
                        : item;
                found.add(place == Math.rint(place) ? "" + (long) place : "" + place);
              }
            });
    assertEquals(value.path("outcome").asText("ok"), ended, name + ", " + value);
    if (value.has("item")) {
      JsonNode item = value.get("item");
      List<String> expected = new ArrayList<>();
      (item.isArray() ? item : List.of(item)).forEach(each -> expected.add(each.asText()));
      assertEquals(expected, found, name + ", " + value);
    }
  }

  @Test
  void numbersOfEveryTypeHaveTheirItem() {
    Input list =
        Input.of(
            Fields.of(
                "{\"attributes\":[{\"column\":\"x\",\"size\":\"2\",\"domain\":"
                    + "{\"type\":\"range\",\"from\":\"9007199254740993\",\"to\":"
                    + "\"9007199254740994\"}}]}"));
    assertEquals(0, list.of(9007199254740993L)[0]);
    assertEquals(1, list.of(new BigInteger("9007199254740994"))[0]);
    assertEquals(1, list.of(9007199254740994.0)[0]);
    Input large =
        Input.of(
            Fields.of(
                "{\"attributes\":[{\"column\":\"x\",\"size\":\"2\",\"domain\":"
                    + "{\"type\":\"range\",\"from\":\"1152921504606846976\",\"to\":"
                    + "\"1152921504606846977\"}}]}"));
    assertEquals(0, large.of((double) (1L << 60))[0]); // whose text ends in 6980
    assertEquals(0, large.of((float) (1L << 60))[0]);
    Input texts =
        Input.of(
            Fields.of(
                "{\"attributes\":[{\"column\":\"x\",\"size\":\"3\",\"domain\":{\"type\":"
                    + "\"list\",\"items\":[\"a\",\"1073741824\",\"0.1\"]}}]}"));
    assertEquals(1, texts.of((float) (1 << 30))[0]); // whose text ends in 820
    assertEquals(1, texts.of(1073741824.0)[0]);
    assertEquals(2, texts.of(0.1f)[0]);
    for (Object other :
        new Object[] {9007199254740992L, 1.5f, Double.POSITIVE_INFINITY, Long.MIN_VALUE, null}) {
      assertEquals("outside", Conformance.outcome(() -> list.of(other)));
    }
  }

  @Test
  void textsThatAreNoQuestionsAreRefused() {
    for (String text :
        List.of(
            "",
            "{",
            "{}x",
            "{\"a\"}",
            "{\"a\":1}",
            "{\"a\":null}",
            "{\"a\":\"\\x\"}",
            "[]",
            "{\"a\":\"b}",
            "{,}",
            "{\"a\":\"b\",}",
            "{}\0",
            "{\"a\":\"\n\"}",
            "{\"a\":\"\\u-001\"}",
            "{\"a\":\"\\u00e",
            "{\"a\":\"b\",\"a\":\"c\"}",
            "\"a\"",
            "[".repeat(10_000))) {
      assertThrows(IllegalArgumentException.class, () -> Fields.of(text), text);
    }
    String all = "{\"a \\\"\\\\\\n\\u00e9\":{\"x\":{}}}";
    assertEquals(
        all.replace("\\n", "\\u000a").replace("\\u00e9", "\u00e9"), Json.write(Json.read(all)));
  }
}
