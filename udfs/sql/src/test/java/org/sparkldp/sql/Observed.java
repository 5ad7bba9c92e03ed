package org.sparkldp.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.spark.SparkFirehoseListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.util.QueryExecutionListener;
import org.apache.spark.util.JsonProtocol;

/**
 * All that a piece of work lets anybody see beside the reports: what it returned or how it failed,
 * the log at INFO, the event log (from which web page, REST answers and history server are made),
 * and the plans of its queries. Two pieces of work over tables that differ in private values alone
 * must be the same to the byte, by {@link #assertSame}.
 *
 * <pre>{@code
 * Observed.warm(work);                        // first use of code writes lines of its own
 * Observed one = Observed.of(() -> work(tableA)).with("files", listing(outputA));
 * Observed two = Observed.of(() -> work(tableB)).with("files", listing(outputB));
 * Observed.assertSame(one, two);
 * }</pre>
 *
 * <p>What two runs over <em>equal</em> tables do not share is replaced first, by {@link #NOISE}: a
 * list of patterns, each with its reason. Lines are then sorted, because threads race. Nothing else
 * is forgiven. Work of other threads in this JVM is observed too, so tests that use this do not run
 * beside others.
 */
public final class Observed {

  /**
   * What differs from run to run.
   *
   * @param pattern in a line
   * @param replacement what is compared instead; null leaves the line out
   */
  private record Noise(Pattern pattern, String replacement) {}

  private static Noise noise(String pattern, String replacement) {
    return new Noise(Pattern.compile(pattern), replacement);
  }

  /** In this order; of events, in each of their texts. */
  private static final List<Noise> NOISE =
      List.of(
          // The collector of garbage decides when blocks are dropped, other queries left some
          // behind.
          noise("^INFO (BlockManager|BlockManagerInfo|MemoryStore): (Removed|Removing) .*", null),
          noise("^INFO ContextCleaner: .*", null),
          noise("free:? [0-9.]+ [KMGT]?i?B", "free _"),
          // Generated code is compiled once and found again later.
          noise("^INFO CodeGenerator: Code generated in .*", null),
          // What is sent to tasks holds the numbers of jobs and accumulators, and is compressed.
          noise("((broadcast|Broadcast|block).*size:? )[0-9.]+ [KMGT]?i?B", "$1_"),
          noise("(_LOCAL|ANY|NO_PREF|RACK_LOCAL), [0-9]+ bytes\\)", "$1, _ bytes)"),
          // A task's result holds those of its clocks that are not at 0 yet.
          noise("[0-9]+ bytes result sent ", "_ bytes result sent "),
          noise("taskresult_[0-9]+", "taskresult_"),
          // Frames hold no data, and the JVM leaves them out when it likes; so are sets in no
          // order.
          noise("^\\s*(at [A-Za-z0-9_.$/<>-]+\\(.*\\)|\\.\\.\\. [0-9]+ more)$", null),
          noise("(HashSet|DAGScheduler: [a-z]+: Set)\\(.*\\)", "$1(_)"),
          // Who looks.
          noise("(Test|IT)\\.java:[0-9]+", "$1.java:_"),
          noise("lambda\\$([A-Za-z]+)\\$[0-9]+", "lambda-$1"),
          // Names of temporary things.
          noise("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "_uuid_"),
          // Paths in plans are cut off in the middle of such a name.
          noise("-[0-9a-f]{8}(-[0-9a-f]{0,12})*\\.\\.\\.", "-_uuid_"),
          noise("(local|app)-[0-9]{13}", "_app_"),
          noise("junit-?[0-9]{6,}", "_folder_"),
          noise("0x[0-9a-f]{6,}|@[0-9a-f]{5,8}\\b|\\$Lambda[$0-9]*", "_address_"),
          // Clocks.
          noise("[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+Z?", "_time_"),
          noise("\\b[0-9]+(\\.[0-9]+)? (ms|s|seconds|milliseconds)\\b", "_ms_"),
          noise("\"seconds\":[0-9.E-]+", "\"seconds\":_"),
          // Counters that go on from query to query, in whichever order threads get there.
          noise(
              "(#|plan_id=|execution id |query execution |-root-id-|\"id\":\"|RDD\\[)-?[0-9]+L?",
              "$1_"),
          noise(
              "\\b(TID|[Jj]ob|[Ss]tage|[Ss]huffle|RDD|[Tt]ask|[Bb]roadcast|task set|TaskSet"
                  + "|ResultStage|ShuffleMapStage)"
                  + " #?[0-9]+(\\.[0-9]+)*",
              "$1 _"),
          noise("\\b(attempt|task)_[0-9_]+([mr])_([0-9]{6})(_[0-9]+)?", "$1_$2_$3"),
          noise("'(attempt_[0-9_#]+m_[0-9]{6})_[0-9]+'", "'$1'"),
          noise("_common_expr_[0-9]+", "_common_expr"),
          noise("spark_plan_[0-9]+", "spark_plan"),
          noise("(CollectMetrics .*\\]), [0-9]+", "$1, _"),
          noise("shuffle\\([0-9]+(, [0-9]+)*", "shuffle(_"),
          noise("\\b(broadcast|shuffle|rdd|piece|task|attempt|job|stage|m|r)_[0-9_]+", "$1_#"));

  /** An adaptive plan is made again when a stage ends: as often as stages do not end together. */
  private static final Pattern PLANNED = Pattern.compile("INFO FileSourceStrategy: .*");

  /** Events that no event log holds unless a setting asks for it. */
  private static final Pattern NOT_LOGGED =
      Pattern.compile("SparkListener(BlockUpdated|ExecutorMetricsUpdate|StageExecutorMetrics).*");

  /** Entries of events that are clocks, or how far memory was filled, or frames without data. */
  private static final Pattern CLOCK =
      Pattern.compile(
          "(?i)time|timestamp|.*[ a-z](time|timestamp|duration)|.*executor metrics|result size"
              + "|stack trace");

  /** Entries of events that are counters; those of partitions are none. */
  private static final Pattern COUNTER =
      Pattern.compile(
          "ID|.*(?<!Partition) IDs?|accumulatorId|executionId|rootExecutionId"
              + "|spark\\.sql\\.execution(\\.root)?\\.id|spark\\.sql\\.dataset\\.queryExecution\\.id");

  /** Metrics that are clocks, by name or by type. */
  private static final Pattern TIMING =
      Pattern.compile("(?i).*(time|duration|timing|resultSize).*");

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final int ATTEMPTS = 5;

  private static final String CUT_OFF = "spark.sql.maxMetadataStringLength";

  /** Lines whose normal form is kept. */
  private static final int REMEMBERED = 20_000;

  /** Plans and messages come many times: in logs, and in each event of a query. */
  private static final Map<String, Optional<String>> NORMAL =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Optional<String>> eldest) {
              return size() > REMEMBERED;
            }
          });

  /** Lines of each part that a difference shows. */
  private static final int SHOWN = 8;

  private static final int SHOWN_BEFORE = 80;
  private static final int SHOWN_AFTER = 160;

  private final Map<String, List<String>> parts;

  private Observed(Map<String, List<String>> parts) {
    this.parts = parts;
  }

  /** Runs the work unobserved, so that what only a first run does is done. */
  public static void warm(Callable<String> work) {
    outcome(work);
  }

  /**
   * Runs the work.
   *
   * @param work gives what it shows: rows, output; a failure is shown as its stack trace
   */
  public static Observed of(Callable<String> work) {
    SparkSession spark = SparkSession.active();
    Capture capture = new Capture();
    drain(spark);
    // What Spark cuts off it cuts off after so many signs, and its counters get longer.
    spark.conf().set(CUT_OFF, "100000");
    capture.open(spark);
    String outcome;
    try {
      outcome = outcome(work);
      drain(spark);
    } finally {
      capture.close(spark);
      spark.conf().unset(CUT_OFF);
    }
    return new Observed(new TreeMap<>())
        .with("outcome", outcome)
        .with("log", capture.log)
        .with("events", canonical(capture.events))
        .with("plans", capture.plans);
  }

  /** Another thing that can be seen, line by line. */
  public Observed with(String part, String text) {
    return with(part, List.of(text));
  }

  private Observed with(String part, Collection<String> texts) {
    List<String> lines = new ArrayList<>();
    synchronized (texts) {
      for (String text : texts) {
        text.lines().map(Observed::normal).filter(line -> line != null).forEach(lines::add);
      }
    }
    Collections.sort(lines);
    Set<String> planned = new HashSet<>();
    lines.removeIf(line -> PLANNED.matcher(line).matches() && !planned.add(line));
    Map<String, List<String>> more = new TreeMap<>(parts);
    more.put(part, List.copyOf(lines));
    return new Observed(more);
  }

  /** The same with all that matches masked: what a documented exception lets depend on values. */
  public Observed masking(Pattern exception) {
    Map<String, List<String>> masked = new TreeMap<>();
    parts.forEach(
        (part, lines) ->
            masked.put(
                part,
                lines.stream().map(l -> exception.matcher(l).replaceAll("_")).sorted().toList()));
    return new Observed(masked);
  }

  /** The same without some parts. */
  public Observed without(String... left) {
    Map<String, List<String>> rest = new TreeMap<>(parts);
    List.of(left).forEach(rest::remove);
    return new Observed(rest);
  }

  /** The lines of a part: outcome, log, events, plans, and what was added. */
  public List<String> lines(String part) {
    return parts.get(part);
  }

  /** What differs, as a test may show it: at most some lines of each part; empty where nothing. */
  public List<String> differences(Observed other) {
    List<String> differences = new ArrayList<>();
    if (!parts.keySet().equals(other.parts.keySet())) {
      differences.add("parts: " + parts.keySet() + " and " + other.parts.keySet());
    }
    for (String part : parts.keySet()) {
      List<String> mine = new ArrayList<>(parts.get(part));
      List<String> theirs = new ArrayList<>(other.parts.getOrDefault(part, List.of()));
      for (String line : List.copyOf(mine)) {
        if (theirs.remove(line)) {
          mine.remove(line);
        }
      }
      for (int i = 0; i < Math.min(SHOWN, Math.max(mine.size(), theirs.size())); i++) {
        String one = i < mine.size() ? mine.get(i) : "";
        String two = i < theirs.size() ? theirs.get(i) : "";
        int same =
            Math.max(0, Arrays.mismatch(one.toCharArray(), two.toCharArray()) - SHOWN_BEFORE);
        differences.add(part + " of one: " + shown(one, same));
        differences.add(part + " of two: " + shown(two, same));
      }
    }
    return differences;
  }

  private static String shown(String line, int from) {
    int start = Math.min(from, line.length());
    return (start > 0 ? "..." : "")
        + line.substring(start, Math.min(line.length(), start + SHOWN_BEFORE + SHOWN_AFTER));
  }

  /** Work over one of two tables, observed. */
  public interface Look<E extends Exception> {
    /** Looks once more. */
    Observed at() throws E;
  }

  /**
   * Fails if the two differ in each of five attempts: a loaded machine differs now and then, in
   * which line of a log comes at all; what follows from a value does so every time.
   */
  public static <E extends Exception> void assertSame(Look<E> one, Look<E> two) throws E {
    for (int attempt = 1; ; attempt++) {
      try {
        assertSame(one.at(), two.at());
        return;
      } catch (AssertionError difference) {
        if (attempt == ATTEMPTS) {
          throw difference;
        }
      }
    }
  }

  /** Fails unless nothing differs, and something was seen of every kind. */
  public static void assertSame(Observed one, Observed two) {
    for (String part : one.parts.keySet()) {
      if (one.lines(part).isEmpty()) {
        throw new AssertionError("nothing was observed of " + part);
      }
    }
    List<String> differences = one.differences(two);
    if (!differences.isEmpty()) {
      throw new AssertionError(
          "what is seen depends on a private value:\n" + String.join("\n", differences));
    }
  }

  private static String outcome(Callable<String> work) {
    try {
      return work.call();
    } catch (Exception e) {
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text));
      return text.toString();
    }
  }

  /** A line without noise; null where it is nothing else. */
  private static String normal(String line) {
    return NORMAL
        .computeIfAbsent(line, text -> Optional.ofNullable(withoutNoise(text)))
        .orElse(null);
  }

  private static String withoutNoise(String line) {
    String normal = line;
    for (Noise noise : NOISE) {
      if (noise.replacement != null) {
        normal = noise.pattern.matcher(normal).replaceAll(noise.replacement);
      } else if (noise.pattern.matcher(normal).find()) {
        return null;
      }
    }
    return normal;
  }

  /** Events with all that is noise in them replaced. */
  private static List<String> canonical(List<String> events) {
    List<JsonNode> read = new ArrayList<>();
    Map<Long, String> metrics = new TreeMap<>();
    for (String event : List.copyOf(events)) {
      JsonNode node = read(event);
      if (node.path("Event").asText().equals("SparkListenerTaskStart")) {
        // On 3.5 a task that has ended since says here, too, what its end says.
        ((ObjectNode) node.get("Task Info")).remove("Accumulables");
      }
      if (!NOT_LOGGED.matcher(node.path("Event").asText()).matches()) {
        read.add(node);
        for (JsonNode metric : node.findParents("Name")) {
          metrics.put(metric.path("ID").asLong(-1), metric.get("Name").asText());
        }
        for (JsonNode metric : node.findParents("accumulatorId")) {
          metrics.put(
              metric.get("accumulatorId").asLong(),
              metric.path("name").asText() + " " + metric.path("metricType").asText());
        }
      }
    }
    return read.stream().map(event -> canonical("", event, metrics).toString()).toList();
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an event is JSON", e);
    }
  }

  private static JsonNode canonical(String key, JsonNode node, Map<Long, String> metrics) {
    if (CLOCK.matcher(key).matches() || (COUNTER.matcher(key).matches() && !node.isTextual())) {
      return new TextNode("_");
    }
    if (node.isTextual()) {
      String text =
          node.asText()
              .lines()
              .map(Observed::normal)
              .filter(line -> line != null)
              .collect(Collectors.joining(" "));
      return new TextNode(COUNTER.matcher(key).matches() ? text.replaceAll("[0-9]+", "_") : text);
    }
    if (node.isArray()) {
      // Threads race, and hash tables have no order.
      List<JsonNode> items = new ArrayList<>();
      for (JsonNode item : node) {
        // Clocks at 0 are left out of these, so all clocks are.
        if (!isClock(key, item, metrics)) {
          items.add(
              key.equals("accumUpdates") ? update(item, metrics) : canonical("", item, metrics));
        }
      }
      boolean isOrdered = items.stream().noneMatch(JsonNode::isContainerNode);
      if (isOrdered) {
        return JSON.createArrayNode().addAll(items);
      }
      ArrayNode sorted = JSON.createArrayNode();
      items.stream()
          .map(item -> Map.entry(item.toString(), item)) // each written once
          .sorted(Map.Entry.comparingByKey())
          .forEach(item -> sorted.add(item.getValue()));
      return sorted;
    }
    if (node.isObject()) {
      ObjectNode object = JSON.createObjectNode();
      for (Map.Entry<String, JsonNode> entry : sorted(node)) {
        // A total so far, which depends on the order in which tasks end.
        // When a stage was completed is in an event or not, as threads race.
        boolean isClock = CLOCK.matcher(entry.getKey()).matches();
        if (!isClock && !(entry.getKey().equals("Value") && node.has("Update"))) {
          object.set(entry.getKey(), canonical(entry.getKey(), entry.getValue(), metrics));
        }
      }
      return object;
    }
    return node;
  }

  private static List<Map.Entry<String, JsonNode>> sorted(JsonNode object) {
    return object.properties().stream().sorted(Map.Entry.comparingByKey()).toList();
  }

  private static boolean isClock(String list, JsonNode item, Map<Long, String> metrics) {
    return switch (list) {
      case "accumUpdates" -> TIMING.matcher(name(item, metrics)).matches();
      case "Accumulables", "Accumulator Updates" ->
          TIMING.matcher(metrics.getOrDefault(item.path("ID").asLong(-1), "")).matches();
      default -> false;
    };
  }

  private static String name(JsonNode update, Map<Long, String> metrics) {
    return metrics.getOrDefault(update.get(0).asLong(), "");
  }

  /** A metric that the driver set: a pair of its number and its value. */
  private static JsonNode update(JsonNode pair, Map<Long, String> metrics) {
    return JSON.createArrayNode().add(name(pair, metrics)).add(pair.get(1));
  }

  private static void drain(SparkSession spark) {
    try {
      spark.sparkContext().listenerBus().waitUntilEmpty(30_000);
    } catch (TimeoutException e) {
      throw new IllegalStateException("Spark's events must arrive within 30 s", e);
    }
  }

  /** The ears. */
  private static final class Capture extends SparkFirehoseListener
      implements QueryExecutionListener {
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final List<String> plans = Collections.synchronizedList(new ArrayList<>());
    private final Appender appender =
        new AbstractAppender("observed", null, null, true, Property.EMPTY_ARRAY) {
          @Override
          public void append(LogEvent event) {
            String logger = event.getLoggerName();
            StringWriter text = new StringWriter();
            text.write(
                event.getLevel()
                    + " "
                    + logger.substring(logger.lastIndexOf('.') + 1)
                    + ": "
                    + event.getMessage().getFormattedMessage());
            if (event.getThrown() != null) {
              text.write("\n");
              event.getThrown().printStackTrace(new PrintWriter(text));
            }
            log.add(text.toString());
          }
        };
    private Level before;

    void open(SparkSession spark) {
      LoggerContext context = (LoggerContext) LogManager.getContext(false);
      LoggerConfig root = context.getConfiguration().getRootLogger();
      before = root.getLevel();
      // Whoever listened goes on hearing what they heard, and no more.
      for (Appender other : List.copyOf(root.getAppenders().values())) {
        root.removeAppender(other.getName());
        root.addAppender(other, before, null);
      }
      appender.start();
      root.addAppender(appender, Level.INFO, null);
      root.setLevel(Level.INFO);
      context.updateLoggers();
      spark.sparkContext().addSparkListener(this);
      spark.listenerManager().register(this);
    }

    void close(SparkSession spark) {
      spark.listenerManager().unregister(this);
      spark.sparkContext().removeSparkListener(this);
      LoggerContext context = (LoggerContext) LogManager.getContext(false);
      LoggerConfig root = context.getConfiguration().getRootLogger();
      root.removeAppender(appender.getName());
      root.setLevel(before);
      context.updateLoggers();
    }

    @Override
    public void onEvent(SparkListenerEvent event) {
      if (event.logEvent()) {
        events.add(JsonProtocol.sparkEventToJsonString(event));
      }
    }

    @Override
    public void onSuccess(String function, QueryExecution query, long nanos) {
      plans.add(query.toString());
    }

    @Override
    public void onFailure(String function, QueryExecution query, Exception failure) {
      plans.add(query.toString());
    }
  }
}
