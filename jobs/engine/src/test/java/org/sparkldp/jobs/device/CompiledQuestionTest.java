package org.sparkldp.jobs.device;

import static org.apache.spark.sql.functions.lit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.sql.Date;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Golden;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.words.WordsRound;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/**
 * Signed questions, good and bad, each with what a client must say of it, and values with their
 * items. The file is permanent; Node and a browser run it too.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
class CompiledQuestionTest {
  private static final Path FILE =
      DocPage.repository().resolve("udfs/javascript/conformance/questions.json");

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of tests alone. */
  private static final String KEY =
      "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqRxLcwi0QPcpdkbf7bk6GqbXTf9n/n+TojzkfQosLYChRANCAATLWWrvFaTuOETHNpG6aRh1DzVGiTb4ZGNnAvEOcviLNpZZvBW/I5hJ24v0bIoQkMsN/XLBJ1yddo1M41NOpxOy";

  private static final String PUBLIC =
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEy1lq7xWk7jhExzaRumkYdQ81Rok2+GRjZwLxDnL4izaWWbwVvyOYSduL9GyKEJDLDf1ywSdcnXaNTONTTqcTsg==";

  private static final String OTHER_KEY =
      "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0alVihH2KD+cHIoVQHAckIE5ixQIgrNKLjeQ5tUUXnmhRANCAAQT73qbcZPl/MVyZplmlCv2mhUjO2PUl1NEN50jU2eMzjzmS/RwyY7U7q+5zkMipTFd6TQpkUIgFpkCXa6Q3yEH";

  private static final String OTHER_PUBLIC =
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEE+96m3GT5fzFcmaZZpQr9poVIztj1JdTRDedI1NnjM485kv0cMmO1O6vuc5DIqUxXek0KZFCIBaZAl2ukN8hBw==";

  /** Of another curve. */
  private static final String P_384 =
      "MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAECddbFBiuJVunvH3gYek5I4XhUwrJEXOB+RnZfysEm2WsX2iyLwQL15RadsY+d0gTg0PKoyRPc5VgRMN0HpJpc3zoD48wMgSCdmmM0ksOpQvvOldRh3lvKe4Ge4FXBcUA";

  private static final Instant NOW = Instant.parse("2026-01-02T12:00:00Z");
  private static final Instant END = Instant.parse("2026-04-01T00:00:00Z");

  @TempDir Path folder;

  private final SparkSession spark = SparkTest.spark();

  private final ArrayNode cases = JSON.createArrayNode();

  private SigningKey key(String base64) throws IOException {
    return SigningKey.read(file(base64, "rw-------"));
  }

  private Path file(String base64, String permissions) throws IOException {
    Path file = folder.resolve("question.pem");
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    return Files.writeString(
        file, "-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n");
  }

  private static final String[] DAILY = {
    "public = [day, country]",
    "period = day",
    "protocol = \"pgr(epsilon=1.0)\"",
    "domain { type = list, items = [DE, \"a \\\"b\\\"\", é, \"21\", f] }",
    "outside = category",
    "missing = category"
  };

  private static CompiledQuestion question(Plan plan, CompiledQuestion.QuestionTerms terms) {
    return new CompiledQuestion(plan, terms);
  }

  private static CompiledQuestion.QuestionTerms terms(int periodDays) {
    return new CompiledQuestion.QuestionTerms(
        7,
        END,
        "https://collect.example.org/answers",
        periodDays,
        CompiledQuestion.MONDAY,
        OptionalDouble.empty(),
        OptionalDouble.empty());
  }

  private static CompiledQuestion daily() {
    return question(Fixture.plan(DAILY), terms(1));
  }

  private static CompiledQuestion several() {
    String text =
        """
        name = several
        id = id
        attributes = [
          { column = age, domain { type = bins, edges = [-1.5, 18, 65, 120] } }
          { column = n, domain { type = range, from = -1, to = 2 } }
          { column = sex, domain { type = list, items = [F, M] } }
        ]
        protocol = "grr(epsilon=2.0)"
        outside = category
        randomness = write-once
        public = [day]
        period = day
        """;
    return question(Fixture.reader().read(text, "the test's plan"), terms(7));
  }

  private static CompiledQuestion numbers() {
    return question(
        Fixture.plan(
            "public = [day]",
            "period = day",
            "domain { type = list, items = [\"1.50\", \"2\", \"-0.25\", \"0\", \"1e22\"] }",
            "outside = category"),
        terms(1));
  }

  private static CompiledQuestion number(String protocol) {
    String text =
        """
        task = mean
        name = number
        column = x
        id = id
        protocol = "%s"
        outside = fail
        randomness = keyed
        public = [day]
        period = day
        """;
    return question(Fixture.reader().read(text.formatted(protocol), "the test's plan"), terms(1));
  }

  private static Plan words(String outside, String parameters) {
    String text =
        """
        task = words
        name = words
        column = item
        id = id
        protocol = "words(epsilon=3,users=20000,kept=4,%s)"
        outside = %s
        randomness = write-once
        """;
    return Fixture.reader().read(text.formatted(parameters, outside), "the test's plan");
  }

  /** The second round, after people who hold these words in turn. */
  private static Plan next(Plan plan, Object... held) {
    WordsRound first = (WordsRound) plan.protocol();
    Accumulator<Integer> reports = first.newAccumulator();
    SimulationSource coins = new SimulationSource(3);
    for (int i = 0; i < 1000; i++) {
      Object word = held[i % held.length];
      int item =
          word instanceof Long number
              ? first.item(number)
              : first.item(word.toString().getBytes(StandardCharsets.UTF_8));
      reports.add(first.randomize(item, coins));
    }
    return plan.next(reports).orElseThrow();
  }

  private void words(SigningKey key) {
    Plan first = words("category", "rounds=2,length=2");
    ask(
        key,
        "words of bytes",
        first,
        "",
        "a",
        "ab",
        "\u00e9",
        "abc",
        "a\u0000",
        "\u00e9\u00e9",
        null);
    Plan symbols = words("fail", "rounds=2,length=3,alphabet=a-d");
    ask(
        key,
        "words of symbols",
        symbols,
        "",
        "a",
        "ab",
        "abc",
        "\u00e9\u00e9\u00e9",
        "abca",
        "d",
        null);
    Plan letters = words("category", "rounds=2,length=2,alphabet=a-z"); // 729, no power of 2
    ask(key, "words of letters", letters, "zz", "z", "az", "", "ZZ");
    Plan later = next(symbols, "abc", "ca", "d", "bbb");
    ask(
        key,
        "words of symbols, second round",
        later,
        "",
        "abc",
        "abd",
        "ca",
        "cab",
        "\u00e9",
        "bbb",
        "aaa");
    Plan bytes = words("category", "rounds=2,length=2,encoding=bytes");
    ask(key, "bytes", bytes, "ab", "\u00e9", "a", "", "a\u0000", "abc");
    Plan identifiers = next(words("fail", "rounds=16,encoding=identifier"), 7L, -7L, 1L << 40, 0L);
    ask(key, "identifiers, second round", identifiers, 7L, 8L, -7L, 1L << 40, 0L, -1L, 1L << 52);
    Plan identifier = words("category", "rounds=16,encoding=identifier");
    ask(key, "identifiers", identifier, 7L, -7L, 1L << 40, 0L);
  }

  private static Plan table(String more) {
    String text =
        """
        task = table
        name = census
        id = id
        attributes = [
          { column = education, domain { type = list, items = [school, college] } }
          { column = age, domain { type = bins, edges = [0, 18, 65, 100] } }
          { column = children, domain { type = range, from = 0, to = 3 } }
          { column = income, domain { type = bins, edges = [0, 30000, 100000] }, sum = true }
        ]
        protocol = "tables(epsilon=1.0)"
        randomness = write-once
        """;
    return Fixture.reader().read(text + more, "the test's plan");
  }

  private static Map<String, Object> person(
      Object education, Object age, Object children, Object income) {
    Map<String, Object> person = new LinkedHashMap<>();
    person.put("education", education);
    person.put("age", age);
    person.put("children", children);
    person.put("income", income);
    return person;
  }

  /** Of every type, and a range too long for one round. */
  private static Plan typed(String more) {
    String text =
        """
        task = table
        name = typed
        id = id
        attributes = [
          { column = grade, domain { type = list, items = ["1", "2.50"] }, type = "DECIMAL(3,2)" }
          { column = member, domain { type = list, items = [true, false] }, type = BOOLEAN }
          { column = since, domain { type = list, items = [2026-01-01, 2026-02-01] }, type = DATE }
          { column = age, domain { type = bins, edges = [0, 18, 65, 100] }, type = INT }
          { column = price, domain { type = bins, edges = [0, 2.5, 10] }, sum = true,
            type = "DECIMAL(4,1)" }
          { column = weight, domain { type = bins, edges = [0, 0.5, 2] }, sum = true, type = FLOAT }
          { column = children, domain { type = range, from = 0, to = 3 }, type = SMALLINT }
          { column = years, domain { type = range, from = 0, to = 63 }, sum = true }
        ]
        protocol = "tables(epsilon=4.0)"
        randomness = write-once
        """;
    return Fixture.reader().read(text + more, "the test's plan");
  }

  private static final StructType TYPED =
      StructType.fromDDL(
          "grade DOUBLE, member BOOLEAN, since DATE, age DOUBLE, price DOUBLE, weight DOUBLE,"
              + " children DOUBLE, years DOUBLE");

  /** Somebody, who is in a cell of each column, with another value of one. */
  private static Map<String, Object> typed(String column, Object value) {
    Map<String, Object> person = new LinkedHashMap<>();
    Object[] inside = {1, true, "2026-02-01", 44, 2.3, 0.7, 2, 30};
    for (int i = 0; i < inside.length; i++) {
      person.put(TYPED.fieldNames()[i], inside[i]);
    }
    person.put(column, value);
    return person;
  }

  /** More digits than the column's type has are outside, wherever they are. */
  private void typed(SigningKey key) {
    List<Map<String, Object>> people = new ArrayList<>();
    Map<String, Object[]> tried = new LinkedHashMap<>();
    tried.put("grade", new Object[] {1, 1.0, 2.5, 2, null});
    tried.put("member", new Object[] {false, null});
    tried.put("since", new Object[] {"2026-01-01", "2026-03-01", null});
    tried.put("age", new Object[] {0, -0.0, 18, 30.5, 17.999999999999996, 100, 100.5, null});
    tried.put("price", new Object[] {0.3, 0.1 + 0.2, 2.45, 9.9, 10, 1e-9, 11, null});
    tried.put("weight", new Object[] {0.1, 0.123456789, 2, 2.5, null});
    tried.put("children", new Object[] {3, 1.5, 4, null});
    tried.put("years", new Object[] {0, 30.5, 63, 64, null});
    tried.forEach(
        (column, values) ->
            Arrays.stream(values).forEach(value -> people.add(typed(column, value))));
    String ask = "ask = [[grade, member], [since, age], [price, weight], [children, years]]\n";
    for (String outside : RULES) {
      typed(key, "typed columns, " + outside, typed(ask + outside), people);
    }
    typed(key, "a round of typed columns", typed(RULES[RULES.length - 1]), people);
  }

  private void typed(SigningKey key, String name, Plan plan, List<Map<String, Object>> people) {
    ObjectNode said = say(name, question(plan, terms(1)).signed(key), "ok");
    options(said).put("storageLasts", true);
    options(said).putObject("limits").put("day", 4);
    places(said, plan, TYPED, people);
  }

  private static final String[] RULES = {
    "outside = fail",
    "outside = fail, missing = category",
    "outside = category",
    "outside = category, missing = category"
  };

  /** What is not asked is looked at, too: no report and no refusal depends on the table. */
  private void tables(SigningKey key) {
    String ask = "ask = [[education, income], [age, children]]\n";
    List<Map<String, Object>> people =
        List.of(
            person("school", 44, 0, 31_000),
            person("college", 17.5, 3, 0),
            person("school", 100, 1, 100_000),
            person("school", 65, 2, 29_999.99),
            person("PhD", 3, 0, 1),
            person("school", -1, 0, 1),
            person("school", 3, 4, 1),
            person("school", 3, 1.5, 1),
            person("school", 3, 0, 100_001),
            person(null, 3, 0, 1),
            person("school", null, 0, 1),
            person("school", 3, null, 1),
            person("school", 3, 0, null));
    StructType census =
        StructType.fromDDL("education STRING, age DOUBLE, children DOUBLE, income DOUBLE");
    for (String outside : RULES) {
      Plan plan = table(ask + outside);
      CompiledQuestion question = question(plan, terms(1));
      ObjectNode said = say("a table, " + outside, question.signed(key), "ok");
      options(said).put("storageLasts", true);
      places(said, plan, census, people);
      refused(said, person("school", "44", 0, 1), "type", null);
      refused(said, person("school", 44, 0, true), "type", null);
      refused(said, new TreeMap<>(Map.of("education", "school", "income", 1)), "value", null);
      refused(said, "school", "value", null);
    }
    Plan first = table("outside = category");
    ObjectNode rounds = say("a round of tables", question(first, terms(1)).signed(key), "ok");
    options(rounds).put("storageLasts", true);
    places(rounds, first, census, people);
    String payload = question(table(ask + "outside = fail"), terms(1)).payload();
    for (String[] broken :
        new String[][] {
          {"an attribute of another size", "\"size\":\"3\"", "\"size\":\"4\""},
          {"an attribute that no grid is of", "\"attributes\":\"1 2\"", "\"attributes\":\"1 4\""},
          {"a table of other attributes", "\"attributes\":\"1 2\"", "\"attributes\":\"0 2\""},
          {"a cell without a width", "\"width\":\"65536\"", "\"width\":\"0\""},
          {"a table without steps", "\"steps\":\"line\"", "\"stops\":\"line\""}
        }) {
      String signed = key.signed(CompiledQuestion.HEADER, with(payload, broken[1], broken[2]));
      options(say(broken[0], signed, "malformed")).put("storageLasts", true);
    }
  }

  /** The places are the plan's. */
  private void places(
      ObjectNode said, Plan plan, StructType schema, List<Map<String, Object>> people) {
    List<Row> rows = new ArrayList<>();
    for (Map<String, Object> person : people) {
      Object[] row =
          person.values().stream()
              .map(level -> level instanceof Number number ? number.doubleValue() : level)
              .toArray();
      for (int i = 0; i < row.length; i++) {
        if (row[i] != null && schema.fields()[i].dataType().equals(DataTypes.DateType)) {
          row[i] = Date.valueOf((String) row[i]);
        }
      }
      rows.add(RowFactory.create(row));
    }
    Column places = plan.task().values().number(plan, schema, lit(1L)).orElseThrow();
    Column item = plan.task().values().item(plan, schema, places);
    List<Row> mapped = spark.createDataFrame(rows, schema).select(item, places).collectAsList();
    for (int i = 0; i < rows.size(); i++) {
      ObjectNode one = said.withArray("values").addObject();
      one.set("value", JSON.valueToTree(people.get(i)));
      if (mapped.get(i).getLong(0) < 0) {
        one.put("outcome", "outside");
        continue;
      }
      ArrayNode each = one.putArray("item");
      mapped.get(i).<Double>getList(1).forEach(place -> each.add(whole(place)));
    }
  }

  private static JsonNode whole(double place) {
    return place == Math.rint(place) ? IntNode.valueOf((int) place) : DoubleNode.valueOf(place);
  }

  /** The items are the plan's. */
  private void ask(SigningKey key, String name, Plan plan, Object... values) {
    CompiledQuestion question = question(plan, terms(1));
    ObjectNode said = say(name, question.signed(key), "ok");
    options(said).put("storageLasts", true);
    for (Object value : values) {
      long item = item(question, Collections.singletonMap("item", value));
      value(said, value, item < 0 ? null : (int) item);
    }
  }

  /** A case: the question, the application's arguments, and what becomes of it. */
  private ObjectNode say(String name, String jws, String outcome) {
    ObjectNode said = cases.addObject();
    said.put("name", name);
    said.put("jws", jws);
    ObjectNode options = said.putObject("options");
    options.putArray("pinnedKeys").add(PUBLIC);
    options.putObject("limits").put("day", 3);
    said.put("now", NOW.toEpochMilli());
    said.put("outcome", outcome);
    return said;
  }

  private static ObjectNode options(ObjectNode said) {
    return (ObjectNode) said.get("options");
  }

  private static void value(ObjectNode said, Object value, Integer item) {
    refused(said, value, item == null ? "outside" : null, item);
  }

  private static void refused(ObjectNode said, Object value, String outcome, Integer item) {
    ObjectNode one = said.withArray("values").addObject();
    one.set("value", JSON.valueToTree(value));
    if (item == null) {
      one.put("outcome", outcome);
    } else {
      one.put("item", item);
    }
  }

  /** Besides, the item is what the plan itself makes of the value in a table. */
  private void value(ObjectNode said, CompiledQuestion question, Object value, Integer item) {
    value(said, value, item);
    Map<String, Object> columns =
        value instanceof Map<?, ?> levels
            ? JSON.convertValue(levels, new TypeReference<>() {})
            : Collections.singletonMap("item", value);
    long found = item(question, columns);
    assertEquals(item == null ? -1 : item, found, () -> said.get("name") + ", " + value);
  }

  /** What the plan makes of a row; -1 outside. */
  private long item(CompiledQuestion question, Map<String, Object> columns) {
    StructType schema = schema(columns);
    Row row = RowFactory.create(columns.values().toArray());
    Column mapped = question.plan().task().values().item(question.plan(), schema, lit(null));
    return spark.createDataFrame(List.of(row), schema).select(mapped).first().getLong(0);
  }

  private static StructType schema(Map<String, Object> columns) {
    StructType schema = new StructType();
    for (Map.Entry<String, Object> column : columns.entrySet()) {
      Object level = column.getValue();
      schema =
          schema.add(
              column.getKey(),
              level instanceof Integer
                  ? DataTypes.IntegerType
                  : level instanceof Long
                      ? DataTypes.LongType
                      : level instanceof Double ? DataTypes.DoubleType : DataTypes.StringType);
    }
    return schema;
  }

  private static Map<String, Object> levels(Object age, Object n, Object sex) {
    Map<String, Object> levels = new LinkedHashMap<>();
    levels.put("age", age);
    levels.put("n", n);
    levels.put("sex", sex);
    return levels;
  }

  private static String with(String payload, String text, String other) {
    assertTrue(payload.contains(text), payload);
    return payload.replace(text, other);
  }

  private void write() throws IOException {
    SigningKey key = key(KEY);
    SigningKey another = key(OTHER_KEY);
    String payload = daily().payload();
    String good = daily().signed(key);

    ObjectNode list = say("a list with other and missing", good, "ok");
    CompiledQuestion daily = daily();
    value(list, daily, "DE", 0);
    value(list, daily, "a \"b\"", 1);
    value(list, daily, "\u00e9", 2);
    value(list, daily, 21, 3);
    value(list, daily, "f", 4);
    value(list, daily, "de", 5);
    value(list, daily, "", 5);
    value(list, daily, "21.0", 5);
    refused(list, 21.0, null, 3); // in a table 21.0 is other; JavaScript writes both 21
    value(list, daily, null, 6);
    refused(list, List.of("DE"), "value", null);
    refused(list, Map.of("item", List.of("DE")), "type", null);
    CompiledQuestion spelled = numbers();
    ObjectNode numbers = say("a list of numbers", spelled.signed(key), "ok");
    for (Object same : new Object[] {1.5, "1.50", "1.500", "15e-1", "+0.15E1"}) {
      value(numbers, spelled, same, 0);
    }
    for (Object same : new Object[] {2, "2.", "2.0", "0.002e3"}) {
      value(numbers, spelled, same, 1);
    }
    for (Object same : new Object[] {-0.25, "-2.50e-1"}) {
      value(numbers, spelled, same, 2);
    }
    for (Object zero : new Object[] {0, 0.0, "-0", "0e9"}) {
      value(numbers, spelled, zero, 3);
    }
    for (Object large : new Object[] {1e22, "1e22", "10000000000000000000000"}) {
      value(numbers, spelled, large, 4);
    }
    for (Object other : new Object[] {"02", "1.5 ", "1,5", "0.25", ".5", 1.51, "2e0000"}) {
      value(numbers, spelled, other, 5);
    }
    ObjectNode product = say("bins, a range and a list, by weeks", several().signed(key), "ok");
    // Levels are 4, 5 and 3, each with one for values outside and missing ones.
    CompiledQuestion several = several();
    value(product, several, levels(-1.5, -1, "F"), 0);
    value(product, several, levels(18, 0, "M"), 15 + 3 + 1);
    value(product, several, levels(17.999999999999996, 2, "F"), 9);
    value(product, several, levels(120.5, 3, null), 45 + 12 + 2);
    value(product, levels(120, 2.5, "f"), 30 + 12 + 2); // as in a table of text
    refused(product, Map.of("age", 35), "value", null);
    refused(product, levels("35", 1, "F"), "type", null); // of an input element
    refused(product, levels(35, "1", "F"), "type", null);
    refused(product, levels(35, true, "F"), "type", null);
    CompiledQuestion closed = question(Fixture.plan("public = [day]", "period = day"), terms(1));
    ObjectNode strict = say("a domain that is closed", closed.signed(key), "ok");
    value(strict, closed, "e", 4);
    value(strict, closed, "z", null);
    value(strict, closed, null, null);
    for (String clipped : new String[] {"", ",outside=clip"}) {
      ObjectNode mean =
          say(
              "a number" + clipped,
              number("mean(epsilon=1,lower=0,upper=10" + clipped + ")").signed(key),
              "ok");
      mean.put("isNumber", true);
      value(mean, 0, 0);
      value(mean, 10, 1 << 20);
      value(mean, 2.5, 1 << 18);
      value(mean, 10.5, clipped.isEmpty() ? null : 1 << 20);
      value(mean, null, null);
      refused(mean, "2.5", "type", null);
    }

    words(key);
    tables(key);
    typed(key);

    options(say("the second key", daily().signed(another), "ok"))
        .withArray("pinnedKeys")
        .add(OTHER_PUBLIC);
    ObjectNode mistyped = say("a mistyped first key", good, "ok");
    options(mistyped).putArray("pinnedKeys").add(PUBLIC.substring(1)).add(PUBLIC);
    options(say("a mistyped key", good, "keys")).putArray("pinnedKeys").add(PUBLIC.substring(1));
    options(say("a key of P-384", good, "keys")).putArray("pinnedKeys").add(P_384);
    options(say("a key of P-384 before the right one", good, "ok"))
        .putArray("pinnedKeys")
        .add(P_384)
        .add(PUBLIC);
    options(say("three keys", good, "keys"))
        .withArray("pinnedKeys")
        .add(OTHER_PUBLIC)
        .add(OTHER_PUBLIC);
    options(say("no key", good, "keys")).putArray("pinnedKeys");
    say("a foreign key", daily().signed(another), "signature");
    String[] parts = good.split("[.]");
    say("unsigned", parts[0] + "." + parts[1] + ".", "signature");
    say(
        "no algorithm",
        base64("{\"alg\":\"none\",\"typ\":\"ldp-question\"}") + "." + parts[1] + ".",
        "signature");
    say(
        "another algorithm",
        key.signed("{\"alg\":\"ES384\",\"typ\":\"ldp-question\"}", payload),
        "signature");
    say(
        "a token of another kind",
        key.signed("{\"alg\":\"ES256\",\"typ\":\"JWT\"}", payload),
        "signature");
    say(
        "a critical header",
        key.signed(
            "{\"alg\":\"ES256\",\"crit\":[\"x\"],\"typ\":\"ldp-question\",\"x\":1}", payload),
        "signature");
    say(
        "another payload",
        parts[0]
            + "."
            + base64(with(payload, "\"version\":\"7\"", "\"version\":\"8\""))
            + "."
            + parts[2],
        "signature");
    say("cut off", good.substring(0, good.length() - 4), "signature");
    say(
        "a signature in DER",
        parts[0]
            + "."
            + parts[1]
            + "."
            + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[70]),
        "signature");
    say("no question", "question", "signature");
    for (String[] blank :
        new String[][] {
          {"a space", " "},
          {"a tab", "\t"},
          {"a line's end", "\n"},
          {"a return", "\r"},
          {"all of them", " \t\r\n"},
          {"nothing", "\0"},
          {"a line tabulation", "\u000b"},
          {"a form feed", "\f"},
          {"a next line", "\u0085"},
          {"a no-break space", "\u00a0"},
          {"a line separator", "\u2028"},
          {"a byte order mark", "\ufeff"}
        }) {
      String outcome = " \t\r\n".contains(blank[1]) ? "ok" : "signature";
      say(blank[0] + " before it", blank[1] + good, outcome);
      say(blank[0] + " after it", good + blank[1], outcome);
      say(blank[0] + " before a blank after it", good + blank[1] + " ", outcome);
    }
    byte[] order =
        new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16)
            .toByteArray();
    byte[] one = BigInteger.ONE.toByteArray();
    for (byte[][] wrong :
        new byte[][][] {{{0}, {0}}, {{0}, one}, {one, {0}}, {order, order}, {order, one}}) {
      say(
          "a signature of numbers out of range " + (cases.size() - 1),
          parts[0] + "." + parts[1] + "." + base64(half(wrong[0]), half(wrong[1])),
          "signature");
    }
    String digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    int end = good.length() - 1;
    String loose = good.substring(0, end) + digits.charAt(digits.indexOf(good.charAt(end)) + 1);
    say("a signature with bits that nothing is made of", loose, "signature");
    say("a signature with padding", good + "==", "signature");
    say("a signature with a digit too many", good + "A", "signature");
    say(
        "the other alphabet",
        parts[0] + "." + parts[1] + "." + base64(key, parts[0] + "." + parts[1]),
        "signature");

    say("expired", good, "expired").put("now", END.toEpochMilli());
    say("just not expired", good, "ok").put("now", END.toEpochMilli() - 1);
    options(say("older than the application's", good, "version")).put("minVersion", 8);
    options(say("as old as the application's", good, "ok")).put("minVersion", 7);
    say(
        "another format",
        key.signed(CompiledQuestion.HEADER, with(payload, "\"format\":\"1\"", "\"format\":\"2\"")),
        "format");
    say(
        "unknown steps",
        key.signed(
            CompiledQuestion.HEADER, with(payload, "\"steps\":\"line\"", "\"steps\":\"toString\"")),
        "unknown-steps");
    say(
        "a missing threshold",
        key.signed(CompiledQuestion.HEADER, with(payload, "\"leave_out\"", "\"left_out\"")),
        "malformed");
    say(
        "no integer",
        key.signed(CompiledQuestion.HEADER, with(payload, "\"replicas\":\"", "\"replicas\":\"1e")),
        "malformed");
    say(
        "another number of items",
        key.signed(CompiledQuestion.HEADER, with(payload, "\"f\"]", "\"f\",\"g\"]")),
        "ok");
    say(
        "another size",
        key.signed(CompiledQuestion.HEADER, with(payload, "\"size\":\"7\"", "\"size\":\"8\"")),
        "malformed");
    say("no object", key.signed(CompiledQuestion.HEADER, "[]"), "format");
    say("no JSON", key.signed(CompiledQuestion.HEADER, "{"), "malformed");
    for (String[] broken :
        new String[][] {
          {"nothing left out", "\"leave_out\":\"[0-9]+\"", "\"leave_out\":\"0\""},
          {"no public columns", "\"public\":\\[\"country\"],", ""},
          {"an item that is no text", "\"f\"]", "[]]"},
          {"a column that is no text", "\"column\":\"item\"", "\"column\":[]"},
          {"no steps", "\"steps\":\"line\",", ""},
          {"steps that are no text", "\"steps\":\"line\"", "\"steps\":[\"line\"]"},
          {"a name that stands twice", "^[{]", "{\"name\":\"x\","},
          {"a number that is no text", "^[{]", "{\"x\":1,"},
          {"a control character", "\"name\":\"", "\"name\":\"\n"},
          {"an escape that is none", "\"name\":\"", "\"name\":\"\\\\u-001"},
          {"something after the end", "$", "\0"},
          {"no number of days", "\"days\":\"1\"", "\"days\":\"x\""},
          {"no days", "\"days\":\"1\"", "\"days\":\"0\""},
          {"no number of other", "\"other\":\"5\"", "\"other\":\"x\""},
          {"a version with a sign", "\"version\":\"7\"", "\"version\":\"+7\""},
          {"no number of a limit", "\"limits\":[{]", "\"limits\":{\"day\":\"x\""},
          {"an epsilon in hexadecimal", "\"exact_epsilon\":\"1.0", "\"exact_epsilon\":\"0x1"}
        }) {
      String other = payload.replaceFirst(broken[1], broken[2]);
      assertNotEquals(payload, other, broken[0]);
      say(broken[0], key.signed(CompiledQuestion.HEADER, other), "malformed");
    }

    unbounded(key);

    options(say("more than the day's limit", good, "limit")).putObject("limits").put("day", 0.5);
    options(say("no limit", good, "limits")).putObject("limits");
    options(say("a life's limit where storage may go", good, "storage"))
        .putObject("limits")
        .put("day", 1)
        .put("life", 9);
    ObjectNode life =
        options(say("a life's limit where it stays", good, "ok")).put("storageLasts", true);
    life.putObject("limits").put("day", 1).put("life", 9);
    String once = question(Fixture.plan("public = []"), terms(1)).signed(key);
    say("once, where storage may go", once, "storage");
    options(say("once, where it stays", once, "ok")).put("storageLasts", true);
    say("periods of two weeks", question(Fixture.plan(DAILY), terms(14)).signed(key), "storage");
    String lowered = with(payload, "\"limits\":{}", "\"limits\":{\"day\":\"0.25\"}");
    say("a limit that the question lowers", key.signed(CompiledQuestion.HEADER, lowered), "limit");
    String raised = with(payload, "\"limits\":{}", "\"limits\":{\"day\":\"9\"}");
    options(
            say(
                "a limit that it cannot raise",
                key.signed(CompiledQuestion.HEADER, raised),
                "limit"))
        .putObject("limits")
        .put("day", 0.5);
  }

  /** By numbers that would keep a client busy for ever, take all its memory, or draw no cell. */
  private void unbounded(SigningKey key) {
    String[] day = {"public = [day]", "period = day"};
    CompiledQuestion hash = closed(day, "olh(epsilon=1.0,g=4,hash=linear)");
    CompiledQuestion words = question(words("category", "rounds=2,length=2"), terms(1));
    CompiledQuestion table =
        question(
            table("ask = [[education, income], [age, children]]\noutside = category"), terms(1));
    CompiledQuestion typed = question(typed(RULES[2]), terms(1));
    String huge = "9".repeat(308);
    for (Object[] broken :
        new Object[][] {
          {daily(), "taken", "65536"},
          {daily(), "taken", "-1"},
          {daily(), "taken", "0"},
          {daily(), "cosets", "0"},
          {daily(), "q", "0"},
          {daily(), "cells", "6"},
          {daily(), "cells", "999999999999999"},
          {daily(), "replicas", "0"},
          {daily(), "replicas", huge},
          {daily(), "size", ""},
          {daily(), "other", "-1"},
          {hash, "p", "1"},
          {hash, "p", "0"},
          {hash, "g", "1"},
          {hash, "digits", "999999999999999"},
          {hash, "powers", "1 9 3"},
          {hash, "seeds", "0"},
          {closed(day, "subset(epsilon=1.0)"), "size", "2147483647"},
          {closed(day, "oue(epsilon=1.0)"), "k", "999999999999999"},
          {number("mean(epsilon=1,lower=0,upper=10)"), "window", "0"},
          {words, "dimensions", "2147483647"},
          {words, "dimensions", "31"},
          {words, "length", "1000000"},
          {words, "width", "65536"},
          {words, "asked", "17"},
          {words, "bits", huge},
          {words, "round", "3"},
          {words, "ends", "0 0"},
          {table, "width", "2147483647"},
          {table, "ends", "2"},
          {table, "groups", "0 1 2 4"},
          {typed, "digits", "101"},
          {typed, "to", huge},
          {typed, "not_after", "65536"},
        }) {
      CompiledQuestion question = (CompiledQuestion) broken[0];
      String payload = question.payload();
      String other =
          payload.replaceFirst(
              "\"" + broken[1] + "\":\"[^\"]*\"", "\"" + broken[1] + "\":\"" + broken[2] + "\"");
      assertNotEquals(payload, other, () -> broken[1] + " of " + payload);
      String shown = broken[2].equals(huge) ? "308 nines" : broken[2].toString();
      String name =
          question.plan().protocol().spec().name() + " with " + broken[1] + " of " + shown;
      ObjectNode said = say(name, key.signed(CompiledQuestion.HEADER, other), "malformed");
      options(said).put("storageLasts", true).putObject("limits").put("day", 9);
    }
    String many =
        with(daily().payload(), "\"zero\":\"0\"", "\"zero\":\"0" + " 0".repeat(9999) + "\"");
    say("ten thousand numbers", key.signed(CompiledQuestion.HEADER, many), "ok");
  }

  private static CompiledQuestion closed(String[] day, String protocol) {
    return question(Fixture.plan(day[0], day[1], "protocol = \"" + protocol + "\""), terms(1));
  }

  private static byte[] half(byte[] number) {
    byte[] half = new byte[32];
    int length = Math.min(number.length, half.length); // without the sign's byte
    System.arraycopy(number, number.length - length, half, half.length - length, length);
    return half;
  }

  private static String base64(byte[] r, byte[] s) {
    byte[] both = Arrays.copyOf(r, r.length + s.length);
    System.arraycopy(s, 0, both, r.length, s.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(both);
  }

  /** A right signature that has a digit of the other alphabet. */
  private static String base64(SigningKey key, String signed) {
    String[] parts = signed.split("[.]");
    String header = new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.UTF_8);
    String payload = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
    while (true) {
      String signature = key.signed(header, payload).split("[.]")[2];
      String other = signature.replace('-', '+').replace('_', '/');
      if (!other.equals(signature)) {
        return other;
      }
    }
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Signatures differ each time; all else is compared, and signatures are verified. */
  @Test
  void theFileSaysWhatTheProductSigns() throws IOException, GeneralSecurityException {
    write();
    if (Golden.isToWrite(!Files.exists(FILE))) {
      Files.writeString(
          FILE, JSON.writeValueAsString(cases).replace("},{\"name\"", "},\n{\"name\"") + "\n");
    }
    JsonNode there = JSON.readTree(FILE.toFile());
    assertIterableEquals(unsigned(cases), unsigned(there));
    int verified = 0;
    for (JsonNode one : there) {
      if (one.get("outcome").asText().equals("ok")
          && !one.get("name").asText().contains("second")) {
        String signed = one.get("jws").asText().strip();
        assertTrue(isSigned(signed, PUBLIC), one.get("name").asText());
        assertFalse(isSigned(signed, OTHER_PUBLIC));
        verified++;
      }
    }
    assertTrue(verified > 5);
  }

  private static List<String> unsigned(JsonNode cases) {
    List<String> unsigned = new ArrayList<>();
    cases.forEach(
        one ->
            unsigned.add(
                one.toString().replaceAll("(\"jws\":\"[^\".]*[.][^\".]*)[.][^\"]*", "$1")));
    return unsigned;
  }

  private static boolean isSigned(String jws, String key) throws GeneralSecurityException {
    PublicKey known =
        KeyFactory.getInstance("EC")
            .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(key)));
    Signature es256 = Signature.getInstance("SHA256withECDSAinP1363Format");
    es256.initVerify(known);
    es256.update(jws.substring(0, jws.lastIndexOf('.')).getBytes(StandardCharsets.US_ASCII));
    return es256.verify(Base64.getUrlDecoder().decode(jws.substring(jws.lastIndexOf('.') + 1)));
  }

  @Test
  void everyNumberIsText() throws IOException {
    for (CompiledQuestion question :
        new CompiledQuestion[] {daily(), several(), number("duchi(epsilon=1,lower=0,upper=1)")}) {
      JsonNode read = JSON.readTree(question.payload());
      assertEquals(List.of(), numbers(read));
      assertEquals(question.plan().fingerprint(), read.get("fingerprint").asText());
      assertEquals(
          question.plan().protocol().guarantee().exactEpsilon(),
          Double.parseDouble(read.get("exact_epsilon").asText()));
    }
  }

  private static List<Object> numbers(JsonNode read) {
    List<Object> numbers = new ArrayList<>();
    read.forEach(each -> numbers.addAll(numbers(each)));
    if (read.isNumber()) {
      numbers.add(read);
    }
    return numbers;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "protocol = \"loloha(epsilon=2.0)\" | protocol that is compiled",
        "block { pool = a, from = 0, to = 1, blocks = 2 } | a device has none",
        "public = [day, ms], numbers = [ms] | envelopes hold none",
        "missing = drop | shows that its value is missing",
      })
  void refusesWhatNoDeviceCanAnswer(String line, String reason) {
    assertThrowsWith(
        reason,
        () -> question(Fixture.plan("public = [day]", "period = day", line), terms(1)).payload());
  }

  @Test
  void refusesToSignWhatClientsCallTooLong() throws IOException {
    SigningKey key = key(KEY);
    String items =
        IntStream.range(0, 1 << 14)
            .mapToObj(i -> "x".repeat(200) + i)
            .collect(Collectors.joining(", ", "domain { type = list, items = [", "] }"));
    Plan plan = Fixture.plan("protocol = \"hadamard(epsilon=1.0)\"", "outside = fail", items);
    assertThrowsWith("fewer than 2^22 characters", () -> question(plan, terms(1)).signed(key));
  }

  /** The plans of the page of tasks: who can be asked on devices is, and the rest refused. */
  @Test
  void saysInOneSentenceWhichTasksNoClientAnswers() throws IOException {
    TreeMap<String, String> ended = new TreeMap<>();
    Matcher plans =
        Pattern.compile("```hocon\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(DocPage.repository().resolve("jobs/docs/tasks.md")));
    while (plans.find()) {
      Plan plan = Fixture.reader().read(plans.group(1), "the page's plan");
      String said = "asked";
      try {
        question(plan, terms(1)).payload();
      } catch (IllegalArgumentException refused) {
        said = refused.getMessage().replaceFirst("[.] Provided.*", "");
        assertEquals(1, refused.getMessage().lines().count(), said);
      }
      ended.merge(said, plan.task().kind().name(), (a, b) -> a + ", " + b);
    }
    assertEquals("histogram, words, table, mean", ended.remove("asked"));
    assertEquals(1, ended.size(), ended.toString());
    assertTrue(
        ended
            .firstKey()
            .startsWith(
                "a question for devices must have a protocol that is compiled to integers"));
  }

  @Test
  void refusesTermsThatMeanNothing() {
    assertThrowsWith("between 1 and 366", () -> terms(0));
    assertThrowsWith(
        "https://",
        () ->
            new CompiledQuestion.QuestionTerms(
                1,
                END,
                "http://x",
                1,
                CompiledQuestion.MONDAY,
                OptionalDouble.empty(),
                OptionalDouble.empty()));
    assertThrowsWith(
        "above 0",
        () ->
            new CompiledQuestion.QuestionTerms(
                1,
                END,
                "",
                1,
                CompiledQuestion.MONDAY,
                OptionalDouble.of(0),
                OptionalDouble.empty()));
  }

  @Test
  void refusesLimitsBelowItsEpsilonAndDaysWithoutPeriods() {
    OptionalDouble none = OptionalDouble.empty();
    for (boolean isDay : new boolean[] {true, false}) {
      OptionalDouble less = OptionalDouble.of(0.99);
      CompiledQuestion.QuestionTerms low =
          new CompiledQuestion.QuestionTerms(
              7, END, "", 1, CompiledQuestion.MONDAY, isDay ? less : none, isDay ? none : less);
      assertThrowsWith("at least the question's", () -> question(Fixture.plan(DAILY), low));
    }
    assertThrowsWith(
        "a plan that has periods", () -> question(Fixture.plan("public = []"), terms(7)));
  }

  /** No message shows what is in the file. */
  @Test
  void refusesKeysThatOthersCanReadAndOtherKeys() throws IOException {
    assertThrowsWith("chmod 600", () -> SigningKey.read(file(KEY, "rw-r--r--")));
    String cut = KEY.substring(0, 100);
    IllegalArgumentException refused =
        assertThrowsWith("a private key of P-256", () -> SigningKey.read(file(cut, "rw-------")));
    assertFalse(refused.toString().contains(KEY.substring(0, 8)));
    assertThrowsWith("P-256", () -> SigningKey.read(folder.resolve("none")));
    assertFalse(key(KEY).toString().contains(KEY.substring(0, 8)));
  }

  private interface Attempt {
    void run() throws IOException;
  }

  private static IllegalArgumentException assertThrowsWith(String reason, Attempt attempt) {
    IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, attempt::run);
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    return refused;
  }
}
