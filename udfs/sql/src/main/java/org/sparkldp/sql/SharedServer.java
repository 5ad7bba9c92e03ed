package org.sparkldp.sql;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkldp.protocols.random.ReleaseKey;

/**
 * Whether several people's SQL runs in this application: whether it is a Spark Connect or a Thrift
 * server. There nobody may randomize under the operator's key what they like, see {@link
 * KeyedAttributes}.
 *
 * <p>It is one if the operator says so ({@value #SWITCH}), if it was started as one (main class, or
 * Connect as a plugin), or if such a server, started within a program, runs the current request.
 */
public final class SharedServer {
  /** The operator's word: true or false; without it, the application's command decides. */
  static final String SWITCH = "spark.ldp.sharedServer";

  private static final Logger LOG = LoggerFactory.getLogger(SharedServer.class);

  /** Packages of servers; their requests are analysed on their own threads. */
  private static final String[] PACKAGES = {
    "org.apache.spark.sql.connect.", "org.apache.spark.sql.hive.thriftserver."
  };

  private static final String[] MAIN_CLASSES = {"SparkConnectServer", "HiveThriftServer2"};

  private static final String PLUGIN = "SparkConnectPlugin";

  private SharedServer() {}

  /** Whether this application is a shared server. */
  static boolean isHere() {
    return is(KeyLocation.conf(), System.getProperty("sun.java.command", ""), callers().stream());
  }

  private static List<String> callers() {
    return StackWalker.getInstance()
        .walk(frames -> frames.map(StackWalker.StackFrame::getClassName).toList());
  }

  /**
   * @param command how the JVM was started; under spark-submit it holds the main class too
   * @param callers classes that are being run
   */
  static boolean is(SparkConf conf, String command, Stream<String> callers) {
    String word = conf.get(SWITCH, "").strip().toLowerCase(Locale.ROOT);
    if (!word.isEmpty()) {
      return !word.equals("false"); // a slip of the pen shuts
    }
    return Stream.of(MAIN_CLASSES).anyMatch(command::contains)
        || conf.get("spark.plugins", "").contains(PLUGIN)
        || callers.anyMatch(name -> Stream.of(PACKAGES).anyMatch(name::startsWith));
  }

  /** Whether an application of these settings holds a release key. */
  public static boolean hasKey(SparkConf conf) {
    return !conf.get(KeyLocation.KEY_FILE, "").isBlank()
        || System.getenv(ReleaseKey.VARIABLE) != null;
  }

  /** Whether the operator names the only columns that may be randomized under the key. */
  public static boolean pinsKey(SparkConf conf) {
    return !conf.get(KeyedAttributes.ENTRY, "").isBlank();
  }

  /** Warns the operator, when a session starts, that this server holds a key. */
  static void warnOfKey() {
    if (hasKey(KeyLocation.conf()) && isHere()) {
      LOG.warn(
          "This server runs the SQL of several people and holds a release key. Whoever may send it"
              + " SQL can read what its user can read, the key too, and with it undo reports. Start"
              + " it without {} and {}, and make reports by privatize.",
          KeyLocation.KEY_FILE,
          ReleaseKey.VARIABLE);
    }
  }
}
