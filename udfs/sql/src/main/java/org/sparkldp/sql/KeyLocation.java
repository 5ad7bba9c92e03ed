package org.sparkldp.sql;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkFiles;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.SQLConf;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.ReleaseKey;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Where the release key is, never the key: this is what travels in plans and tasks. Each JVM that
 * randomizes reads the key itself and must find the very key that the driver found.
 *
 * <p>The key is looked for in
 *
 * <ol>
 *   <li>the file that {@value #KEY_FILE} names: at that path, or, on an executor without it, among
 *       the files sent by {@code spark-submit --files};
 *   <li>the environment variable {@link ReleaseKey#VARIABLE}.
 * </ol>
 *
 * @param file path of the key file, or empty for the environment
 * @param keyId public name of the key
 */
public record KeyLocation(String file, String keyId) implements Serializable {
  /** The configuration entry that names the key file. */
  public static final String KEY_FILE = "spark.ldp.keyFile";

  private static final ConcurrentHashMap<KeyLocation, ReleaseKey> KEYS = new ConcurrentHashMap<>();

  /** Finds the key on the driver; refuses when there is none. */
  public static KeyLocation find() {
    SQLConf settings = settings();
    requireNoKey(settings);
    String file = settings.getConfString(KEY_FILE, "").strip();
    ReleaseKey key = read(file);
    if (key == null) {
      throw new IllegalArgumentException(
          "keyed randomization needs a release key. Provided: none; set "
              + KEY_FILE
              + " to a file of 64 hexadecimal digits (openssl rand -hex 32 > FILE), or the"
              + " environment variable "
              + ReleaseKey.VARIABLE
              + ".");
    }
    return new KeyLocation(file, key.id());
  }

  /**
   * The session's. Not SQLConf's if there is a session: while a view is read, that holds only what
   * the view captured when it was made, and no entry of ours.
   */
  private static SQLConf settings() {
    Option<SparkSession> session =
        SparkSession.getActiveSession().orElse(() -> SparkSession.getDefaultSession());
    return session.isDefined() ? session.get().sessionState().conf() : SQLConf.get();
  }

  /** Spark writes its configuration into event logs and pages, and redacts no such name. */
  private static void requireNoKey(SQLConf settings) {
    for (String name : CollectionConverters.asJava(settings.getAllConfs()).keySet()) {
      if (name.endsWith("." + ReleaseKey.VARIABLE)) {
        throw new IllegalArgumentException(
            "a release key must not be in Spark's configuration, which event logs show. Provided: "
                + name
                + "; make a new key and name its file in "
                + KEY_FILE
                + ".");
      }
    }
  }

  /** The randomness of one question under the key found here. */
  public KeyedRandomness randomness(String label) {
    return new KeyedRandomness(key(), label);
  }

  /** The key itself, read once a JVM. */
  public ReleaseKey key() {
    return KEYS.computeIfAbsent(this, KeyLocation::load);
  }

  private static ReleaseKey load(KeyLocation location) {
    ReleaseKey key = read(location.file);
    if (key == null || !key.id().equals(location.keyId)) {
      throw new IllegalStateException(
          "every machine must hold the same release key. The driver has key "
              + location.keyId
              + ", this one "
              + (key == null ? "none" : key.id())
              + "; send the key file with --files, or set the variable on all.");
    }
    return key;
  }

  private static ReleaseKey read(String file) {
    if (file.isEmpty()) {
      return ReleaseKey.fromEnvironment(System.getenv());
    }
    Path path = Path.of(file);
    if (!Files.exists(path)) {
      // SparkFiles needs a running SparkEnv, which executors and drivers have.
      Path sent = Path.of(SparkFiles.get(path.getFileName().toString()));
      path = Files.exists(sent) ? sent : path;
    }
    return ReleaseKey.read(path);
  }
}
