package org.sparkldp.jobs.console;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.watch.Events;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.LdpExtensions;
import picocli.CommandLine.Option;

/**
 * Where Spark runs: options before the command, and the one session of the process. Under
 * spark-submit the master comes from there; alone, Spark runs embedded on all cores.
 */
public final class SessionOptions {
  private static final String EXTENSIONS = "spark.sql.extensions";

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Spark master; default what spark-submit says, else local[*]")
  private String master;

  @Option(names = "--conf", paramLabel = "K=V", description = "Spark configuration, repeatable")
  private Map<String, String> conf = new LinkedHashMap<>();

  @Option(
      names = "--packages",
      paramLabel = "G:A:V[,...]",
      description = "more jars by Maven coordinates, such as drivers (of jobs/bin/ldp)")
  private String packages;

  @Option(
      names = "--jars",
      paramLabel = "FILE[,...]",
      description = "more jars by path (of jobs/bin/ldp)")
  private String jars;

  @Option(names = "--stacktrace", description = "show the whole failure (may hold values)")
  private boolean stacktrace;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "add one JSON line a step to this file: what was done, or why not")
  private Path eventsFile;

  private Events events;
  private SparkSession session;
  private PlainProgress progress;
  private boolean own;

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

  /** The session, started when first asked for. */
  public SparkSession spark() {
    if (packages != null || jars != null) {
      // The launcher has taken its own; a class path cannot grow once its JVM runs.
      throw Require.refusal(
          "--packages and --jars are options of jobs/bin/ldp. Provided: %s; give spark-submit its"
              + " own.",
          packages == null ? jars : packages);
    }
    if (session == null) {
      // The launcher knows whether standard error is a terminal; Java 17 and 22 disagree about it.
      boolean terminal = Boolean.getBoolean("ldp.terminal");
      // Values set by spark-submit are system properties, which SparkConf reads.
      SparkConf given = new SparkConf();
      SparkSession.Builder builder = SparkSession.builder().appName("spark-ldp");
      if (master != null) {
        builder.master(master);
      } else if (!given.contains("spark.master")) {
        builder.master("local[*]");
      }
      boolean embedded = master == null && !given.contains("spark.master");
      if (embedded) {
        // Embedded use is one short command: no web page, no open port beyond loopback.
        builder
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1");
      }
      if (!given.contains("spark.ui.showConsoleProgress")) {
        builder.config("spark.ui.showConsoleProgress", Boolean.toString(terminal));
      }
      conf.forEach(builder::config);
      builder.config(
          EXTENSIONS, extensions(conf.getOrDefault(EXTENSIONS, given.get(EXTENSIONS, ""))));
      own = !SparkSession.getDefaultSession().exists(s -> !s.sparkContext().isStopped());
      session = builder.getOrCreate();
      if (!terminal) {
        progress = new PlainProgress(System.err);
        session.sparkContext().addSparkListener(progress);
      }
    }
    return session;
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
    if (session == null) {
      return;
    }
    if (own) {
      session.stop();
    } else if (progress != null) {
      session.sparkContext().removeSparkListener(progress);
    }
    session = null;
  }
}
