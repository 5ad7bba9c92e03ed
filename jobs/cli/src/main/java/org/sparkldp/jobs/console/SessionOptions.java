package org.sparkldp.jobs.console;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.table.ReadSettings;
import org.sparkldp.jobs.watch.Events;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.sql.LdpExtensions;
import org.sparkldp.sql.Ledgered;
import org.sparkldp.sql.catalyst.SparkLine;
import picocli.CommandLine.Option;
import scala.Tuple2;

/**
 * Options of the Spark session: options before the command, and the one session of the process.
 * Under spark-submit the master comes from there; alone, Spark runs embedded on all cores.
 */
public final class SessionOptions {
  private static final String MASTER = "spark.master";
  private static final String EXTENSIONS = "spark.sql.extensions";
  private static final String LEDGER = Ledgered.LEDGER;
  private static final String LISTING_TASKS =
      "spark.sql.sources.parallelPartitionDiscovery.parallelism";
  private static final String LOCAL_DIR = "spark.local.dir";
  private static final String ENCRYPTED = "spark.io.encryption.enabled";

  /** Spark's default of spark.redaction.regex. */
  private static final Pattern SECRET = Pattern.compile("(?i)secret|password|token|access[.]?key");

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Spark master; default spark-submit's, else local[*]")
  private String master;

  @Option(names = "--conf", paramLabel = "K=V", description = "Spark configuration, repeatable")
  private Map<String, String> conf = new LinkedHashMap<>();

  @Option(
      names = "--packages",
      paramLabel = "G:A:V",
      description = "more jars by Maven coordinates, with commas between")
  private String packages;

  @Option(
      names = "--jars",
      paramLabel = "FILE",
      description = "more jars by path, with commas between")
  private String jars;

  @Option(names = "--stacktrace", description = "show the whole failure (may hold values)")
  private boolean stacktrace;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "add a JSON line a step: what was done, or why not")
  private Path eventsFile;

  @Option(
      names = "--ledger",
      paramLabel = "PLACE",
      description =
          "the ledger of what is spent, a file or a JDBC URL; default spark.ldp.ledger or the"
              + " variable LDP_LEDGER")
  private String ledger;

  private Events events;
  private SparkSession session;

  /** What puts all back as it was before the session, the last first. */
  private final Deque<Runnable> atEnd = new ArrayDeque<>();

  /** Whether failures are shown whole. */
  public boolean stacktrace() {
    return stacktrace;
  }

  /** Begins to watch a command, which is described by what the user asked for. */
  public void watch(Map<String, String> asked) {
    if (events != null) {
      events.close();
    }
    events = new Events(eventsFile, asked);
  }

  /** The events of this command. */
  public Events events() {
    if (events == null) {
      watch(Map.of());
    }
    return events;
  }

  /** Where the ledger is, without a session; empty where there is none. */
  public String ledger() {
    requireLedger();
    SparkEnv running = SparkEnv.get();
    SparkConf application = running == null ? new SparkConf() : running.conf();
    String environment = System.getenv(Ledgered.VARIABLE);
    String configured = application.get(LEDGER, environment == null ? "" : environment);
    return (ledger != null ? ledger : conf.getOrDefault(LEDGER, configured)).strip();
  }

  /** An empty place, as of a variable that is not set, would turn the ledger off. */
  private void requireLedger() {
    if ((ledger != null && ledger.isBlank()) || conf.getOrDefault(LEDGER, "none").isBlank()) {
      throw Require.refusal(
          "a ledger must have a place. Provided: --ledger or %s without one; leave it out where"
              + " there is no ledger.",
          LEDGER);
    }
  }

  /** What the session is started with: the application's settings, and the command line's. */
  public SparkConf settings() {
    SparkConf settings = new SparkConf();
    conf.forEach(settings::set);
    return settings;
  }

  /** One more setting of a session that has not started. */
  public SessionOptions set(String key, String value) {
    conf.put(key, value);
    return this;
  }

  /** Whether Spark shows no value of a setting of that name; others stand in logs and pages. */
  static boolean isSecret(String name) {
    return SECRET.matcher(name).find() && !ReleaseKey.isIn(name);
  }

  private static void requireNoKey(SparkConf settings) {
    for (Tuple2<String, String> setting : settings.getAll()) {
      Require.that(isSecret(setting._1()) || !ReleaseKey.isIn(setting._1() + "=" + setting._2()))
          .orRefuse(
              "Spark's settings stand in logs, so none must hold a text like a release key's, 64"
                  + " hexadecimal digits. Provided: one in %s; make a new key, and name its file in"
                  + " spark.ldp.keyFile.",
              ReleaseKey.hidden(setting._1()));
    }
  }

  /** The session, started when first asked for. */
  public SparkSession spark() {
    requireLedger();
    if (packages != null || jars != null) {
      // The launcher has taken its own; a class path cannot grow once its JVM runs.
      throw Require.refusal(
          "--packages and --jars are options of jobs/bin/ldp. Provided: %s; give spark-submit its"
              + " own.",
          packages == null ? jars : packages);
    }
    if (session == null) {
      ModuleOptions.require();
      // The launcher knows whether standard error is a terminal; Java 17 and 22 disagree about it.
      boolean terminal = Boolean.getBoolean("ldp.terminal");
      SparkConf given = settings(); // spark-submit's too, which are system properties
      requireNoKey(given);
      boolean embedded = master == null && !given.contains(MASTER);
      String place =
          master == null || conf.containsKey(MASTER) ? given.get(MASTER, "local[*]") : master;
      Master.require(place);
      var builder = SparkLine.builder().appName("spark-ldp").master(place);
      if (embedded) {
        // Embedded use is one short command: no web page, no open port beyond loopback.
        builder
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.hadoop.fs.file.impl", LocalDisk.class.getName())
            // To list files, Spark starts a task for each, which costs more than it to read.
            .config(LISTING_TASKS, Runtime.getRuntime().availableProcessors());
      }
      if (!given.contains("spark.ui.showConsoleProgress")) {
        builder.config("spark.ui.showConsoleProgress", Boolean.toString(terminal));
      }
      LocalFolder.ofProcess()
          .ifPresent(
              folder -> {
                // Unless spark-defaults or the like say otherwise: values rest there.
                builder.config(LOCAL_DIR, given.get(LOCAL_DIR, folder.toString()));
                builder.config(ENCRYPTED, given.get(ENCRYPTED, "true"));
              });
      conf.forEach(builder::config);
      builder.config(EXTENSIONS, extensions(given.get(EXTENSIONS, "")));
      boolean own = SparkLine.started().filter(s -> !s.sparkContext().isStopped()).isEmpty();
      session = embedded ? underStartingLoader(builder::getOrCreate) : builder.getOrCreate();
      if (own) {
        atEnd.push(session::stop);
      }
      ReadSettings.require(session); // before anything is read
      if (ledger != null) { // in the application's configuration, which no session changes
        SparkConf application = SparkEnv.get().conf();
        Optional<String> before = Optional.ofNullable(application.get(LEDGER, null));
        application.set(LEDGER, ledger);
        atEnd.push(() -> before.ifPresent(was -> application.set(LEDGER, was)));
        atEnd.push(() -> application.remove(LEDGER));
      }
      if (!terminal) {
        SparkContext context = session.sparkContext();
        PlainProgress progress = new PlainProgress(System.err);
        context.addSparkListener(progress);
        atEnd.push(() -> context.removeSparkListener(progress));
      }
    }
    return session;
  }

  /** Starts the session with all extensions but MLlib's. */
  private static SparkSession underStartingLoader(Supplier<SparkSession> start) {
    Thread thread = Thread.currentThread();
    ClassLoader usual = thread.getContextClassLoader();
    thread.setContextClassLoader(new StartingLoader(usual));
    try {
      return start.get();
    } finally {
      thread.setContextClassLoader(usual);
    }
  }

  /** Ours beside those that were given, such as a table format's. */
  private static String extensions(String others) {
    String ours = LdpExtensions.class.getName();
    return others.isEmpty() ? ours : others.contains(ours) ? others : others + "," + ours;
  }

  /** Ends the session, unless this process had one before. */
  public void stop() {
    if (events != null) {
      events.close();
    }
    atEnd.forEach(Runnable::run);
    atEnd.clear();
    session = null;
  }
}
