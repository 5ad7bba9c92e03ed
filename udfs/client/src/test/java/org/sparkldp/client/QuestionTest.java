package org.sparkldp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.client.Question.Answered;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.envelope.EnvelopeCheck;
import org.sparkldp.protocols.envelope.EnvelopeReader;
import org.sparkldp.protocols.envelope.Flaw;

/**
 * What a device answers, and what it does not: once a period, stored before it is sent, within the
 * limits.
 */
class QuestionTest {
  private static final String DAILY = "a list with other and missing";
  private static final String TABLE = "a table, outside = fail";
  private static final String WEEKLY = "bins, a range and a list, by weeks";
  private static final Map<String, String> GERMANY = Map.of("country", "DE");
  private static final Map<String, Object> PERSON = Map.of("age", 3, "n", 0, "sex", "F");

  /** A device: its storage, its clock, and what it has sent. */
  private static final class Device extends Clock implements Store {
    private Instant now = Instant.parse("2026-01-02T12:00:00Z");
    private String text;
    private final List<String> sent = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private boolean isOnline = true;
    private int drawn;
    private Consumer<byte[]> coins = new Random(59)::nextBytes;
    private final Outbox outbox = new Outbox(this, this::send, e -> failures.add(e.getMessage()));

    @Override
    public void update(UnaryOperator<String> next) {
      text = next.apply(text);
    }

    private void send(String envelope, String endpoint) throws IOException {
      assertEquals("https://collect.example.org/answers", endpoint);
      String stored = Json.write(envelope);
      assertTrue(text.contains(stored), "stored before it is sent");
      if (!isOnline) {
        throw new IOException("offline");
      }
      sent.add(envelope);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    private void pass(int days) {
      now = now.plus(Duration.ofDays(days));
    }

    private Question question(String name, UnaryOperator<LoadOptions> change) {
      JsonNode said = Conformance.question(name);
      LoadOptions options =
          Conformance.options(said)
              .clock(this)
              .random(
                  bytes -> {
                    drawn++;
                    coins.accept(bytes);
                  });
      return Question.load(said.get("jws").asText(), change.apply(options));
    }

    private Question question(String name) {
      return question(name, options -> options);
    }

    private LocalDate today() {
      return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    private Answered answer(Question question, Object value) throws IOException {
      return question.answer(value, today(), GERMANY, outbox);
    }

    private List<String> ids() {
      return sent.stream().map(one -> Conformance.json(one).get("id").asText()).toList();
    }

    private long spent(String of) {
      return Conformance.json(text).path("spent").path(of).asLong();
    }
  }

  private static LoadOptions own(double day) {
    return LoadOptions.of(
        day, Conformance.question(DAILY).get("options").get("pinnedKeys").get(0).asText());
  }

  private static void refused(String code, Callable<?> attempt) {
    assertEquals(code, assertThrows(Refusal.class, attempt::call).code());
  }

  @Test
  void anAnswerIsOneEnvelopeWhoseValueAndTimeAreNowhere() throws IOException {
    Device device = new Device();
    Question question = device.question(DAILY);
    assertEquals(Answered.SENT, device.answer(question, "a \"b\""));
    JsonNode envelope = Conformance.json(device.sent.get(0));
    List<String> fields = new ArrayList<>();
    envelope.fieldNames().forEachRemaining(fields::add);
    assertEquals(
        List.of("version", "spec", "fingerprint", "id", "period", "public", "report"), fields);
    assertTrue(envelope.get("id").asText().matches("[0-9a-f]{32}"));
    assertEquals(question.fingerprint, envelope.get("fingerprint").asText());
    assertEquals("2026-01-02", envelope.get("period").asText());
    assertTrue(envelope.get("report").isInt());
    assertFalse(device.text.contains("a \\\"b"), "the value is not stored");
    assertTrue(device.text.length() < 300, device.text);
  }

  @Test
  void onceAPeriodWhateverTheValueIsLaterAndHoweverOften() throws IOException {
    Device device = new Device();
    Question question = device.question(DAILY);
    for (Object value : new Object[] {"DE", "f", null, "DE"}) {
      assertEquals(Answered.SENT, device.answer(question, value));
    }
    assertEquals(1, device.sent.size());
    device.pass(1);
    device.answer(question, "DE");
    assertEquals(2, new HashSet<>(device.ids()).size());
  }

  /** Its store forgets that the period has its answer. */
  @Test
  void aWrongTwinThatIgnoresThePeriodSpendsTwice() throws IOException {
    Device device = new Device();
    Store forgetful =
        next ->
            device.update(
                before ->
                    next.apply(
                        before == null
                            ? null
                            : before.replaceFirst("\"answered\":\\{[^}]*}", "\"answered\":{}")));
    Question question = device.question(DAILY);
    Outbox outbox = new Outbox(forgetful, device::send, e -> {});
    question.answer("DE", device.today(), GERMANY, outbox);
    long once = device.spent("today");
    question.answer("DE", device.today(), GERMANY, outbox);
    assertEquals(2 * once, device.spent("today"));
    assertNotEquals(device.ids().get(0), device.ids().get(1));
  }

  @Test
  void aWeekOfflineSendsTheSameReportUnderTheSameIdLater() throws IOException {
    Device device = new Device();
    Question question = device.question(DAILY);
    device.isOnline = false;
    assertEquals(Answered.KEPT, device.answer(question, "DE"));
    String stored = device.text;
    assertEquals(Answered.KEPT, device.answer(question, "f"));
    assertEquals(stored, device.text);
    assertEquals(List.of("offline", "offline"), device.failures);
    device.pass(7);
    device.isOnline = true;
    assertEquals(List.of(), question.send(device.outbox));
    assertEquals(List.of(), question.send(device.outbox));
    assertEquals(1, device.sent.size());
    assertTrue(stored.contains(device.ids().get(0)));
  }

  @Test
  void aTransportThatFailsAfterItHasSentMakesAReplay() throws IOException {
    Device device = new Device();
    Question question = device.question(DAILY);
    Outbox lost =
        new Outbox(
            device,
            (envelope, endpoint) -> {
              device.send(envelope, endpoint);
              throw new IllegalStateException("no answer");
            },
            e -> device.failures.add(e.getMessage()));
    assertEquals(Answered.KEPT, question.answer("DE", device.today(), GERMANY, lost));
    assertEquals(List.of("no answer"), device.failures);
    assertEquals(Answered.SENT, device.answer(question, "f"));
    assertEquals(2, device.sent.size());
    assertEquals(device.sent.get(0), device.sent.get(1));
  }

  @Test
  void aDaysLimitIsOfAllQuestionsAndAnEmptiedStorageForgetsIt() throws IOException {
    Device device = new Device();
    Question one = device.question(DAILY, any -> own(2.5).clock(device));
    Question two = device.question(WEEKLY, any -> own(2.5).clock(device));
    LocalDate monday = LocalDate.of(2025, 12, 29);
    device.answer(one, "DE");
    refused("limit-day", () -> two.answer(PERSON, monday, device.outbox));
    device.pass(1);
    two.answer(PERSON, monday, device.outbox);
    assertEquals(2, device.sent.size());
    // What is spent is known from storage alone: emptied, the person spends the day's epsilon anew.
    device.text = null;
    device.answer(one, "DE");
    assertEquals(3, device.sent.size());
    assertEquals(1e9 * one.epsilon, device.spent("today"));
  }

  @Test
  void aLimitForLifeHoldsWhereStorageLasts() throws IOException {
    Device device = new Device();
    Question question =
        device.question(DAILY, any -> own(1).mostForLife(3).storageLasts().clock(device));
    for (int i = 0; i < 3; i++) {
      device.answer(question, "DE");
      device.pass(1);
    }
    refused("limit-life", () -> device.answer(question, "DE"));
    assertEquals(3, device.sent.size());
  }

  @Test
  void aClockThatIsSetBackGainsNothing() throws IOException {
    Device device = new Device();
    Question question = device.question(DAILY, any -> own(1).clock(device));
    device.answer(question, "DE");
    device.pass(-1);
    refused("past", () -> device.answer(question, "DE"));
    Question other = device.question("a domain that is closed", any -> own(1).clock(device));
    refused("limit-day", () -> other.answer("a", device.today(), device.outbox));
  }

  @ParameterizedTest
  @ValueSource(ints = {70, 62, 1, -1, -62, -70})
  void aClockThatJumpsDrawsNoPeriodTwiceAndForgetsNothing(int jump) throws IOException {
    Device device = new Device();
    Question question = device.question(DAILY, any -> own(9).clock(device));
    device.isOnline = false;
    device.answer(question, "DE");
    device.pass(jump);
    if (jump < 0) {
      refused("past", () -> device.answer(question, "DE"));
    } else {
      device.answer(question, "DE");
    }
    device.pass(-jump);
    assertEquals(Answered.KEPT, device.answer(question, "DE"));
    device.isOnline = true;
    assertEquals(Answered.SENT, device.answer(question, "DE"));
    assertEquals(jump > 0 ? 2 : 1, device.sent.size());
    assertEquals(device.sent.size() * 1e9 * question.epsilon, device.spent("life"));
  }

  @Test
  void aWeekHasOneFirstDayAMonday() throws IOException {
    Device device = new Device();
    Question question = device.question(WEEKLY);
    List<LocalDate> ended = new ArrayList<>();
    for (LocalDate day = LocalDate.of(2025, 12, 20);
        day.getYear() < 2027 && day.getDayOfYear() != 10;
        day = day.plusDays(1)) {
      LocalDate period = day;
      String code =
          Conformance.outcome(
              () -> {
                try {
                  question.answer(PERSON, period, device.outbox);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      if (code.equals("ok")) {
        ended.add(day);
      } else {
        assertEquals("period", code);
      }
    }
    assertEquals(List.of(LocalDate.of(2025, 12, 29)), ended);
  }

  @Test
  void periodsThatAreNotNowAreRefused() throws IOException {
    Device device = new Device();
    Question question = device.question(DAILY);
    for (int days : new int[] {-2, 2}) {
      LocalDate period = device.today().plusDays(days);
      refused("period", () -> question.answer("DE", period, GERMANY, device.outbox));
    }
    refused("period", () -> question.answer("DE", null, GERMANY, device.outbox));
    for (int days : new int[] {-1, 1}) { // somewhere on earth it is that day
      question.answer("DE", device.today().plusDays(days), GERMANY, device.outbox);
    }
    assertEquals(2, device.sent.size());
    Question once = device.question("once, where it stays");
    refused("period", () -> once.answer("a", device.today(), device.outbox));
    once.answer("a", null, device.outbox);
    assertFalse(device.sent.get(2).contains("period"));
  }

  @Test
  void refusesValuesOutsideAndForeignColumnsWithoutShowingThem() throws IOException {
    Device device = new Device();
    Question closed = device.question("a domain that is closed");
    Refusal outside =
        assertThrows(Refusal.class, () -> closed.answer("a secret", device.today(), device.outbox));
    assertEquals("outside", outside.code());
    assertFalse(outside.getMessage().contains("secret"));
    Question daily = device.question(DAILY);
    List<Map<String, String>> all = new ArrayList<>();
    all.add(Map.of());
    all.add(Map.of("country", "DE", "town", "B"));
    all.add(Map.of("Country", "DE"));
    for (String wrong : new String[] {"a\nb", "\ud800", "\u0085", "\u00e9".repeat(129), null}) {
      all.add(Collections.singletonMap("country", wrong));
    }
    for (Map<String, String> columns : all) {
      refused("public", () -> daily.answer("DE", device.today(), columns, device.outbox));
    }
    assertEquals(0, device.spent("life"));
    assertEquals(0, device.drawn);
    daily.answer("DE", device.today(), Map.of("country", "\ud83d\ude00"), device.outbox);
  }

  @Test
  void anOlderQuestionIsRefusedOnceANewerWasSeen() throws IOException {
    Device device = new Device();
    device.answer(device.question(DAILY), "DE");
    device.text = device.text.replace("\"test\":\"7\"", "\"test\":\"8\"");
    device.pass(1);
    refused("version", () -> device.answer(device.question(DAILY), "DE"));
  }

  @Test
  void whatWaitsGoesWithTheNextVersionOfItsName() throws IOException {
    Device device = new Device();
    device.isOnline = false;
    device.answer(device.question(DAILY), "DE");
    device.isOnline = true;
    Question next = device.question("a domain that is closed"); // of the same name
    assertEquals(List.of(), next.send(device.outbox));
    assertEquals(1, device.sent.size());
    device.isOnline = false;
    device.pass(1);
    device.answer(device.question(DAILY), "DE");
    Question foreign = device.question(WEEKLY);
    assertEquals(List.of(), foreign.send(device.outbox));
    assertEquals(1, next.send(device.outbox).size());
  }

  @Test
  void aQuestionExpiresWhileItIsOpen() throws IOException {
    Device device = new Device();
    Question question = device.question(DAILY);
    device.now = Instant.parse("2026-04-01T00:00:00Z");
    refused("expired", () -> device.answer(question, "DE"));
  }

  @Test
  void aDeadSourceOfRandomBytesDrawsNothing() throws IOException {
    Device device = new Device();
    Question dead = device.question(DAILY, any -> any.random(bytes -> {}));
    refused("random", () -> device.answer(dead, "DE"));
    Question half =
        device.question(
            DAILY, any -> any.random(bytes -> System.arraycopy(new byte[] {1}, 0, bytes, 0, 1)));
    refused("random", () -> device.answer(half, "DE"));
    assertEquals(0, device.spent("life"));
  }

  @Test
  void aMistypedPinnedKeyDoesNotStandBeforeTheRightOne() throws IOException {
    JsonNode said = Conformance.question(DAILY);
    String right = said.get("options").get("pinnedKeys").get(0).asText();
    String jws = said.get("jws").asText();
    Device device = new Device();
    for (String mistyped :
        List.of(right.substring(0, right.length() - 9), "?", "A" + right.substring(1))) {
      Question.load(jws, LoadOptions.of(3, mistyped, right).clock(device));
      refused("keys", () -> Question.load(jws, LoadOptions.of(3, mistyped).clock(device)));
    }
  }

  @Test
  void aQuestionThatIsTooLongOrNumbersAValueBeyondItsItemsIsMalformedAndDrawsNothing()
      throws IOException, GeneralSecurityException {
    Device device = new Device();
    String blanks = Conformance.question(DAILY).get("jws").asText() + " ".repeat(1 << 22);
    refused("malformed", () -> Question.load(blanks, own(3)));
    KeyPairGenerator curve = KeyPairGenerator.getInstance("EC");
    curve.initialize(256);
    KeyPair key = curve.generateKeyPair();
    String own = Base64.getEncoder().encodeToString(key.getPublic().getEncoded());
    String broken =
        Conformance.payload(DAILY).toString().replace("\"other\":\"5\"", "\"other\":\"8\"");
    Question question =
        Question.load(Conformance.signed(key, broken), LoadOptions.of(3, own).clock(device));
    refused("malformed", () -> device.answer(question, "elsewhere"));
    assertEquals(0, device.spent("life"));
    assertEquals(Answered.SENT, device.answer(question, "DE"));
  }

  @Test
  void aStoreThatGivesSomethingElseBackIsNoReasonToDrawAgain() throws IOException {
    Device device = new Device();
    Question question = device.question(DAILY);
    for (String text : List.of("", "x", "{\"answered\":[]}", "{\"spent\":{\"day\":\"x\"}}")) {
      device.text = text;
      assertThrows(IllegalStateException.class, () -> device.answer(question, "DE"));
      assertEquals(text, device.text);
    }
    assertEquals(0, device.drawn);
  }

  /** Rounds have 3800 and 296 of 4096 parts; one that dealt evenly would have half. */
  @Test
  void aDeviceAnswersInOneRoundAsItsOwnCoinSays() throws IOException {
    assertTrue(Math.abs(errorOfSeconds(new Device())) < 5); // by chance with probability 6e-7
    Device biased = new Device();
    Consumer<byte[]> fair = biased.coins;
    biased.coins = // its first word, which is the round's coin, has a bit that is set too often
        bytes -> {
          fair.accept(bytes);
          bytes[7] |= (byte) (bytes[0] & 0x80);
        };
    assertTrue(Math.abs(errorOfSeconds(biased)) > 5);
  }

  /** Of those who answer in the second round, in standard deviations of their number. */
  private static double errorOfSeconds(Device device) throws IOException {
    Question first = device.question("words of symbols");
    Question second = device.question("words of symbols, second round");
    int seconds = 0;
    int devices = 3000;
    for (int i = 0; i < devices; i++) {
      device.text = null;
      Answered inFirst = first.answer("abc", null, device.outbox);
      Answered inSecond = second.answer("abc", null, device.outbox);
      assertEquals(
          Set.of(Answered.SENT, Answered.OTHER_ROUND), Set.of(inFirst, inSecond), device.text);
      assertEquals(inSecond, second.answer("d", null, device.outbox));
      assertEquals(1e9 * 3, device.spent("life"));
      int round = Conformance.json(device.sent.get(i)).get("round").asInt();
      assertEquals(inSecond == Answered.SENT ? 2 : 1, round);
      seconds += round - 1;
    }
    assertEquals(devices, device.sent.size());
    double share = 296 / 4096.0;
    double error = Math.sqrt(devices * share * (1 - share));
    return (seconds - devices * share) / error;
  }

  /** What is drawn of it is stored by itself: else who is refused would be dealt out anew. */
  @Test
  void aRefusalDoesNotTossARoundsCoinAgain() throws IOException {
    Device device = new Device();
    Question first = device.question("words of symbols");
    device.answer(device.question(DAILY), "DE");
    String before = device.text;
    Set<Long> rounds = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      device.text = before;
      long own = 2;
      try {
        assertEquals(Answered.OTHER_ROUND, first.answer("abc", null, device.outbox));
      } catch (Refusal e) {
        assertEquals("limit-day", e.code());
        own = 1;
      }
      JsonNode stored = Conformance.json(device.text).get("rounds");
      assertEquals(own, stored.elements().next().asLong());
      rounds.add(own);
    }
    assertEquals(Set.of(1L, 2L), rounds);
  }

  @Test
  void whatWaitsGoesWhateverBecomesOfThisValueWhichIsLookedAtOnlyWhereItIsDrawn()
      throws IOException {
    Device device = new Device();
    Question closed = device.question("a domain that is closed");
    device.isOnline = false;
    closed.answer("a", device.today(), device.outbox);
    assertEquals(Answered.KEPT, closed.answer("a secret", device.today(), device.outbox));
    device.pass(1);
    device.isOnline = true;
    refused("outside", () -> closed.answer("a secret", device.today(), device.outbox));
    assertEquals(1, device.sent.size());
    closed.answer("b", device.today(), device.outbox);
    assertEquals(2, device.sent.size());
  }

  @Test
  void aClockThatWasAheadCostsNothingWhereNothingWasDrawn() throws IOException {
    Device device = new Device();
    Question question = device.question(DAILY, any -> own(1).clock(device));
    device.pass(60);
    question.send(device.outbox);
    device.pass(-60);
    device.answer(question, "DE");
    device.pass(1);
    assertEquals(Answered.SENT, device.answer(question, "DE"));
    assertEquals(2, device.sent.size());
  }

  /** Else who is refused would tell the table, or the report what it does not ask. */
  @Test
  void ofATableWhatIsNotAskedIsInNoReportAndLookedAtAllTheSame() throws IOException {
    JsonNode tables =
        Conformance.json(
                Jws.payload(
                    Conformance.question(TABLE).get("jws").asText(),
                    Conformance.options(Conformance.question(TABLE)).pinnedKeys))
            .get("draw")
            .get("tables");
    Set<Integer> asked = new HashSet<>();
    for (int seed = 0; seed < 20; seed++) {
      String own = answered(seed, person("school", 44, 0, 31_000));
      int report = Conformance.json(own).get("report").asInt();
      int table = report < tables.get(1).get("offset").asInt() ? 0 : 1;
      String other = // of the same words of randomness
          answered(seed, table == 0 ? person("school", 3, 2, 31_000) : person("college", 44, 0, 1));
      assertEquals(own, other);
      asked.add(table);
      for (Map<String, Object> outside :
          List.of(person("school", 44, 0, -1), person("school", 101, 0, 1))) {
        Device device = new Device();
        device.coins = new Random(seed)::nextBytes;
        Question question = device.question(TABLE);
        refused("outside", () -> question.answer(outside, null, device.outbox));
        assertEquals(0, device.drawn);
      }
    }
    assertEquals(Set.of(0, 1), asked);
  }

  private static Map<String, Object> person(String education, int age, int children, int income) {
    return Map.of("education", education, "age", age, "children", children, "income", income);
  }

  private static String answered(int seed, Map<String, Object> person) throws IOException {
    Device device = new Device();
    device.coins = new Random(seed)::nextBytes;
    assertEquals(Answered.SENT, device.question(TABLE).answer(person, null, device.outbox));
    return device.sent.get(0);
  }

  @Test
  void publicColumnsAreInTheOrderOfTheirNamesWhateverTheseAre() {
    assertEquals(
        "{\"version\":1,\"spec\":\"s\",\"fingerprint\":\"f\",\"id\":\"i\","
            + "\"public\":{\"10\":\"3\",\"9\":\"2\",\"b\":\"1\"},\"report\":0}",
        Question.envelope("s", "f", "i", null, 0, Map.of("b", "1", "9", "2", "10", "3"), 0));
  }

  /** The product's check of an envelope, of a plan with this protocol; null if it is taken. */
  private static Flaw flaw(Question question, String envelope) {
    EnvelopeReader reader = new EnvelopeReader();
    byte[] line = envelope.getBytes(StandardCharsets.UTF_8);
    assertNull(reader.read(line, line.length));
    Map<String, List<String>> groups = new TreeMap<>();
    question.publicColumns.forEach(column -> groups.put(column, null));
    List<String> periods = envelope.contains("\"period\"") ? List.of("2026-01-02") : null;
    return new EnvelopeCheck(Protocols.of(question.spec), question.fingerprint, periods, groups)
        .check(reader.fields());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        DAILY,
        "a domain that is closed",
        "a list of numbers",
        "a number,outside=clip",
        "once, where it stays",
        "words of letters",
        "identifiers"
      })
  void whatADeviceSendsTheProductTakes(String name) throws IOException {
    Device device = new Device();
    Question question = device.question(name);
    Object value = name.contains("number") ? (Object) 1.5 : name.equals("identifiers") ? 7L : "a";
    LocalDate period = Conformance.payload(name).has("period") ? device.today() : null;
    while (device.sent.isEmpty()) { // until the device is one of the round's
      device.text = null;
      Map<String, String> columns = question.publicColumns.isEmpty() ? Map.of() : GERMANY;
      question.answer(value, period, columns, device.outbox);
    }
    String envelope = device.sent.get(0);
    assertNull(flaw(question, envelope), envelope);
    if (envelope.contains("round")) {
      assertEquals(
          Flaw.OTHER_ROUND, flaw(question, envelope.replace("\"round\":1", "\"round\":2")));
    }
    String foreign = envelope.replace(question.fingerprint, "0".repeat(64));
    assertEquals(Flaw.FOREIGN_PLAN, flaw(question, foreign));
  }

  @Test
  void whatAQuestionSays() {
    Question question = new Device().question(DAILY);
    Map<String, Object> said = new HashMap<>();
    said.put("name", question.name);
    said.put("spec", question.spec);
    said.put("version", question.version);
    said.put("epsilon", question.epsilon);
    said.put("columns", question.publicColumns);
    assertEquals(
        Map.of(
            "name",
            "test",
            "spec",
            "pgr(epsilon=1.0,k=7,q=7,size=2)",
            "version",
            7L,
            "epsilon",
            1.0,
            "columns",
            List.of("country")),
        said);
  }
}
