package org.sparkldp.sql;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.ReleaseKey;

/**
 * Check whether several people's SQL runs in this application: whether it is a Spark Connect or a
 * Thrift server. There nobody may read the operator's key, nor randomize under it what they like:
 * every function is refused where there is a key without pins ({@link KeyedAttributes}).
 *
 * <p>It is one if the operator says so ({@value #SWITCH}), if it was started as one (main class, or
 * Connect as a plugin), or if such a server, started within a program, runs the current request. It
 * is none if the start of the JVM shows that it serves the one person who started it ({@link
 * #isOnePersons}). Address and token show nothing: a shared server behind a proxy has both.
 */
public final class SharedServer {
  /** The operator's word: true or false; without it, the application's command decides. */
  static final String SWITCH = "spark.ldp.sharedServer";

  /** Packages of servers; their requests are analysed on their own threads. */
  private static final String[] PACKAGES = {
    "org.apache.spark.sql.connect.", "org.apache.spark.sql.hive.thriftserver."
  };

  private static final String[] MAIN_CLASSES = {"SparkConnectServer", "HiveThriftServer2"};

  private static final String PLUGIN = "SparkConnectPlugin";

  /** How the JVM was started, read before any SQL runs, which could set the property. */
  private static final String COMMAND = System.getProperty("sun.java.command", "");

  private SharedServer() {}

  /** Whether this application is a shared server. */
  public static boolean isHere() {
    return is(KeyLocation.conf(), COMMAND, System.getenv(), callers().stream());
  }

  /** The way out for an application that one person uses, as a refusal says it. */
  static final String ALONE =
      ", or, if one person alone uses this application, starting it with " + SWITCH + "=false";

  private static List<String> callers() {
    return StackWalker.getInstance()
        .walk(frames -> frames.map(StackWalker.StackFrame::getClassName).toList());
  }

  /**
   * @param command how the JVM was started; under spark-submit it holds the main class too
   * @param environment in which the JVM was started
   * @param callers classes that are being run
   */
  static boolean is(
      SparkConf conf, String command, Map<String, String> environment, Stream<String> callers) {
    String word = conf.get(SWITCH, "").strip().toLowerCase(Locale.ROOT);
    if (!word.isEmpty()) {
      return !word.equals("false"); // a slip of the pen shuts
    }
    if (Stream.of(MAIN_CLASSES).anyMatch(command::contains)) {
      return true;
    }
    return !isOnePersons(command, environment)
        && (conf.get("spark.plugins", "").contains(PLUGIN)
            || callers.anyMatch(name -> Stream.of(PACKAGES).anyMatch(name::startsWith)));
  }

  /**
   * Whether a JVM was started for one person: as the terminal spark-sql, by spark-pipelines, or by
   * PySpark's gateway for {@code remote("local")}, which says so by a variable of the environment.
   */
  private static boolean isOnePersons(String command, Map<String, String> environment) {
    return command.startsWith("org.apache.spark.deploy.SparkPipelines ")
        || command.contains("--class org.apache.spark.sql.hive.thriftserver.SparkSQLCLIDriver ")
        || (command.endsWith(" pyspark-shell") && environment.containsKey("SPARK_LOCAL_REMOTE"));
  }

  /**
   * Refuses a server that holds a release key which its operator did not pin to columns: whoever
   * may send it SQL can read what its user can read, the key too, and with it undo reports.
   */
  public static void requireNoFreeKey() {
    SparkConf conf = KeyLocation.conf();
    if (holdsKey(conf) && isHere() && KeyedAttributes.of(conf, true).columns().isEmpty()) {
      throw new NotEnabled(
          Require.refusal(
              "a server that several people share must hold no release key, because whoever may"
                  + " send it SQL can read the key. Provided: a key; start it without %s and %s, pin"
                  + " what it may randomize in %s, or, if one person alone uses this application,"
                  + " start it with %s=false.",
              KeyLocation.KEY_FILE, ReleaseKey.VARIABLE, KeyedAttributes.ENTRY, SWITCH),
          "local privacy on a server that several people share and that holds a release key, which"
              + " whoever may send it SQL can read,",
          KeyedAttributes.ENTRY,
          "ATTRIBUTE=DATABASE.TABLE.COLUMN when the application starts, or starting it without "
              + KeyLocation.KEY_FILE
              + " and "
              + ReleaseKey.VARIABLE
              + ALONE
              + ",");
    }
  }

  private static boolean holdsKey(SparkConf conf) {
    return !conf.get(KeyLocation.KEY_FILE, "").isBlank()
        || System.getenv(ReleaseKey.VARIABLE) != null;
  }
}
