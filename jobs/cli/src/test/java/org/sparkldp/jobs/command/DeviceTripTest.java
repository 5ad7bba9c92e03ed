package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.client.LoadOptions;
import org.sparkldp.client.Outbox;
import org.sparkldp.client.Question;
import org.sparkldp.client.Store;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/** The whole trip of questions that a browser's test does not ask: from a plan to answers. */
@Tag("slow")
@ExtendWith({SparkTest.class, Interpreted.class})
class DeviceTripTest {
  private static final int DEVICES = 4000;

  @RegisterExtension final Sandbox box = new Sandbox();

  private final Random coins = new Random(59);
  private final List<Device> devices = new ArrayList<>();
  private String key;
  private Process collector;

  /** Storage of its own. */
  private static final class Device implements Store {
    private String text;

    @Override
    public void update(UnaryOperator<String> next) {
      text = next.apply(text);
    }
  }

  @BeforeEach
  void makeAKeyAndDevices() throws IOException, GeneralSecurityException {
    KeyPairGenerator curve = KeyPairGenerator.getInstance("EC");
    curve.initialize(256);
    KeyPair keys = curve.generateKeyPair();
    key = Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
    String secret = Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded());
    box.write(
        "own.pem", "-----BEGIN PRIVATE KEY-----\n" + secret + "\n-----END PRIVATE KEY-----\n");
    Files.setPosixFilePermissions(box.at("own.pem"), PosixFilePermissions.fromString("rw-------"));
    for (int i = 0; i < DEVICES; i++) {
      devices.add(new Device());
    }
  }

  /** The sample collector, once it listens. */
  private URI collector(String folder) throws IOException {
    String source =
        DocPage.repository().resolve("udfs/javascript/sample/Collector.java").toString();
    collector =
        new ProcessBuilder("java", "-XX:TieredStopAtLevel=1", source, box.path(folder), "0")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader said = collector.inputReader();
    String port = said.readLine().replaceFirst(".* port ", "");
    return URI.create("http://127.0.0.1:" + port + "/");
  }

  @AfterEach
  void endTheCollector() throws InterruptedException {
    if (collector != null) {
      collector.destroy(); // it closes its file
      collector.waitFor();
    }
  }

  private Question question(String plan) {
    box.ldp("compile --plan %s --output @question.jws --sign @own.pem", plan).done();
    LoadOptions options =
        LoadOptions.of(4, key).mostForLife(4).storageLasts().random(coins::nextBytes);
    return Question.load(box.read("question.jws"), options);
  }

  /** All devices answer, each twice; how many in this round. */
  private int answer(Question question, List<?> values, Outbox.Transport transport)
      throws IOException {
    int answered = 0;
    for (int i = 0; i < DEVICES; i++) {
      Outbox outbox = new Outbox(devices.get(i), transport, e -> {});
      for (int again = 0; again < 2; again++) {
        Question.Answered ended = question.answer(values.get(i % values.size()), null, outbox);
        answered += again == 0 && ended == Question.Answered.SENT ? 1 : 0;
      }
    }
    return answered;
  }

  private Ended estimated(String plan, String sent, String as) {
    box.ldp("ingest --plan %s --input @%s --output @%s-reports", plan, sent, as).done();
    box.ldp("accumulate --input @%s-reports --output @%s-sums", as, as).done();
    return box.ldp("estimate --input @%s-sums --output @%s --format csv", as, as).done();
  }

  /** The page's plan of a table. */
  private static String tablePlan() throws IOException {
    return Pattern.compile("```hocon\n(task = table.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(DocPage.repository().resolve("udfs/docs/devices.md")))
        .results()
        .map(block -> block.group(1))
        .findFirst()
        .orElseThrow();
  }

  /** Of 20 people 8 have been to college, and these earn more. */
  private static List<Map<String, Object>> people() {
    List<Map<String, Object>> people = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String education = i < 8 ? "college" : "school";
      int income = i < 8 ? 70_000 : 12_000;
      people.add(Map.of("education", education, "age", 18 + 4 * i, "income", income));
    }
    return people;
  }

  private void assertAnswers(String folder) {
    String query =
        "SELECT education, count(*) AS n, avg(income) AS income FROM people GROUP BY education";
    Ended asked = Ended.of("ask", "--input", box.path(folder), "--format", "csv", query).done();
    Map<String, Double> truth =
        Map.of(
            "college n", 1600.0,
            "college income", 70_000.0,
            "school n", 2400.0,
            "school income", 12_000.0);
    assertHold(truth, Ended.csv(asked.out()), 2);
    Map<String, Double> twin = new HashMap<>(truth);
    twin.put("college n", 2400.0);
    twin.put("school n", 1600.0);
    assertThrows(AssertionError.class, () -> assertHold(twin, Ended.csv(asked.out()), 2));
  }

  /**
   * Estimates are within five errors of the truth, and all intervals but one hold it; the coins are
   * fixed.
   *
   * @param keys columns that name a row, before the estimate, its error and its interval
   */
  private static void assertHold(Map<String, Double> truth, List<String[]> rows, int keys) {
    int answers = 0;
    int inside = 0;
    for (String[] row : rows) {
      Double is = truth.get(String.join(" ", Arrays.copyOf(row, keys)));
      if (is != null) {
        double[] said =
            Arrays.stream(row, keys, keys + 4).mapToDouble(Double::parseDouble).toArray();
        assertEquals(is, said[0], 5 * said[1], row[0]);
        inside += said[2] <= is && is <= said[3] ? 1 : 0;
        answers++;
      }
    }
    assertEquals(truth.size(), answers);
    assertTrue(inside >= answers - 1, inside + " of " + answers + " intervals hold the truth");
  }

  @Test
  void aTableIsAskedOnDevicesAndAnswersAnySql() throws Exception {
    box.write("plan.conf", tablePlan());
    URI endpoint = collector("sent");
    HttpClient http = HttpClient.newHttpClient();
    Outbox.Transport transport =
        (envelope, to) -> {
          HttpRequest post =
              HttpRequest.newBuilder(endpoint)
                  .POST(HttpRequest.BodyPublishers.ofString(envelope + "\n"))
                  .build();
          assertEquals(204, http.send(post, HttpResponse.BodyHandlers.discarding()).statusCode());
        };
    assertEquals(DEVICES, answer(question(box.path("plan.conf")), people(), transport));
    endTheCollector();
    estimated(box.path("plan.conf"), "sent", "census");
    assertAnswers("census");
  }

  /** Rounds: a device answers in one, and the next is the plan of all reports before. */
  private Ended rounds(int rounds, List<?> values) throws IOException {
    String plan = box.path("plan.conf");
    int answered = 0;
    Ended estimated = null;
    for (int round = 1; round <= rounds; round++) {
      List<String> sent = new ArrayList<>();
      answered += answer(question(plan), values, (envelope, to) -> sent.add(envelope));
      box.write("sent" + round + ".jsonl", String.join("\n", sent) + "\n");
      estimated = estimated(plan, "sent" + round + ".jsonl", "round" + round);
      plan = box.path("round" + round + "/next/plan.conf");
    }
    assertEquals(DEVICES, answered);
    return estimated;
  }

  @Test
  void tablesAreChosenInThreeRoundsOfDevices() throws IOException {
    box.write(
        "plan.conf", tablePlan().replaceFirst("\\nask = .*", "").replace("epsilon=2", "epsilon=4"));
    rounds(3, people());
    assertAnswers("round3");
  }

  @Test
  void wordsAreAskedOnDevicesInTwoRounds() throws IOException {
    String plan =
        """
        task = words
        name = words
        column = word
        id = id
        protocol = "words(epsilon=4,users=4000,kept=4,rounds=2,length=2,alphabet=a-z)"
        outside = category
        randomness = write-once
        """;
    box.write("plan.conf", plan);
    List<String> held = List.of("hi", "hi", "hi", "hi", "yo", "yo", "yo", "qx", "ab", "z");
    Ended ended = rounds(2, held);
    List<String[]> rows = Ended.csv(ended.out()).subList(1, ended.lines().size());
    Map<String, Double> truth =
        Map.of("hi", 1600.0, "yo", 1200.0, "ab", 400.0, "qx", 400.0, "z", 400.0);
    assertEquals(truth.size(), rows.size());
    assertHold(truth, rows, 1);
    Map<String, Double> twin = new HashMap<>(truth);
    twin.put("hi", 1200.0);
    twin.put("yo", 1600.0);
    assertThrows(AssertionError.class, () -> assertHold(twin, rows, 1));
  }
}
