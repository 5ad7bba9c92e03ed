package org.sparkldp.sql;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkFiles;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.SQLConf;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.sql.catalyst.Scala;
import scala.Option;
import scala.Tuple2;

/**
 * The place of the release key, never the key. Plans and tasks carry this. Each JVM that randomizes
 * reads the key itself and must find the very key that the driver found.
 *
 * <p>Where that is, the operator says and no session can change: a command by its {@code
 * --key-file}, else the SparkConf with which the application was started, by {@value #KEY_FILE},
 * else the environment variable {@link ReleaseKey#VARIABLE}. A file has the same absolute path on
 * every machine. It is refused if others could read it, and if Spark would copy it: such copies
 * stay on the disks of all machines.
 *
 * @param file absolute path of the key file, or empty for the environment
 * @param keyId public name of the key
 */
public record KeyLocation(String file, String keyId) implements Serializable {
  /** The configuration entry that names the key file. */
  public static final String KEY_FILE = "spark.ldp.keyFile";

  /** The entries that name what Spark copies to every machine. */
  private static final List<String> COPIED =
      List.of(
          "spark.files",
          "spark.archives",
          "spark.jars",
          "spark.submit.pyFiles",
          "spark.yarn.dist.files",
          "spark.yarn.dist.archives",
          "spark.yarn.dist.jars",
          "spark.yarn.dist.pyFiles");

  private static final ConcurrentHashMap<KeyLocation, ReleaseKey> KEYS = new ConcurrentHashMap<>();

  /**
   * Finds the key on the driver, at the place that the SparkConf names; refuses when there is none.
   */
  public static KeyLocation find() {
    return find("");
  }

  /**
   * Finds the key on the driver.
   *
   * @param file the key file that a command was given, or empty for the application's own
   */
  public static KeyLocation find(String file) {
    SparkConf conf = conf();
    requireNoKey(conf);
    String place = absolute(file.isBlank() ? configured(KEY_FILE, "") : file);
    requireNotCopied(place, conf);
    ReleaseKey key = read(place);
    if (key == null) {
      throw new NotEnabled(
          Require.refusal(
              "keyed randomization needs a release key. Provided: none; give a command --key-file"
                  + " FILE, or start the application with %s naming the file, of 64 hexadecimal"
                  + " digits ((umask 077; openssl rand -hex 32 > FILE)), or with the environment"
                  + " variable %s.",
              KEY_FILE, ReleaseKey.VARIABLE),
          "keyed randomization, which needs a release key,",
          KEY_FILE,
          "a file of 64 hexadecimal digits ((umask 077; openssl rand -hex 32 > FILE)) when the"
              + " application starts, or the environment variable "
              + ReleaseKey.VARIABLE
              + ",");
    }
    return new KeyLocation(place, key.id());
  }

  /** Refuses an application whose key file Spark copies to every machine. */
  static void requireKeyNotCopied() {
    requireNoKey(conf());
    SparkConf conf = conf();
    requireNotCopied(absolute(conf.get(KEY_FILE, "")), conf);
  }

  /** The application's, which no session changes. */
  static SparkConf conf() {
    SparkEnv env = SparkEnv.get();
    return env == null ? new SparkConf(false) : env.conf();
  }

  /** The application's entry; a session that says otherwise is refused, not ignored in silence. */
  static String configured(String entry, String otherwise) {
    String value = conf().get(entry, otherwise).strip();
    if (!settings().getConfString(entry, value).strip().equals(value)) {
      throw Require.refusal(
          "%s must be set when the application starts. Provided: another value in this"
              + " session; reset it (RESET %s).",
          entry, entry);
    }
    return value;
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

  private static String absolute(String file) {
    Require.that(!ReleaseKey.isIn(file))
        .orRefuse(
            "a key file must be named by its path. Provided: a text like the key itself, which is"
                + " not shown; make a new key, as this one may have been seen, and name its file.");
    String path = file.strip();
    return path.isEmpty() ? "" : Path.of(path).toAbsolutePath().normalize().toString();
  }

  /**
   * Spark writes its configuration into event logs and pages, and redacts no name like this one.
   */
  private static void requireNoKey(SparkConf conf) {
    Set<String> names = Scala.map(settings().getAllConfs()).keySet();
    for (Tuple2<String, String> entry : conf.getAll()) {
      requireNoKey(entry._1());
    }
    names.forEach(KeyLocation::requireNoKey);
  }

  private static void requireNoKey(String name) {
    if (name.endsWith("." + ReleaseKey.VARIABLE)) {
      throw Require.refusal(
          "a release key must not be in Spark's configuration, which event logs show."
              + " Provided: %s; make a new key and name its file in %s.",
          name, KEY_FILE);
    }
  }

  private static void requireNotCopied(String file, SparkConf conf) {
    if (file.isEmpty()) {
      return;
    }
    // By its last name: cluster managers rewrite the folders of copied files.
    Pattern named = Pattern.compile("(^|[/#,])" + Pattern.quote(lastName(file)) + "\\s*($|[#,])");
    for (String entry : COPIED) {
      if (named.matcher(conf.get(entry, "")).find()) {
        throw copied(entry + " names " + lastName(file));
      }
    }
    Path sent = sentFiles();
    if (sent.getNameCount() > 0 && Path.of(file).startsWith(sent)) {
      throw copied(file + ", in Spark's folder of files");
    }
  }

  private static String lastName(String file) {
    Path name = Path.of(file).getFileName();
    return name == null ? file : name.toString();
  }

  private static Path sentFiles() {
    return SparkEnv.get() == null
        ? Path.of("/")
        : Path.of(SparkFiles.getRootDirectory()).toAbsolutePath().normalize();
  }

  private static IllegalArgumentException copied(String provided) {
    return Require.refusal(
        "the key file must not be sent by Spark, whose copies stay on all machines' disks."
            + " Provided: %s; mount it at one absolute path on every machine and name that in %s.",
        provided, KEY_FILE);
  }

  /** The randomness of one question under the key found here. */
  public KeyedRandomness randomness(String label) {
    return new KeyedRandomness(key(), label);
  }

  /**
   * The randomness of one question and period under the key found here.
   *
   * @param lifelong names the question alone
   */
  KeyedRandomness randomness(String label, String lifelong) {
    return new KeyedRandomness(key(), label, lifelong);
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
              + "; put the key file at the same path on all, or set the variable on all.");
    }
    return key;
  }

  private static ReleaseKey read(String file) {
    if (file.isEmpty()) {
      return ReleaseKey.fromEnvironment(System.getenv());
    }
    Path path = Path.of(file);
    requireUnreadableByOthers(path);
    return ReleaseKey.read(path);
  }

  /**
   * Refuses a file of a secret that others could read, by the rule of PostgreSQL's key files, which
   * suits mounted secrets: those are root's.
   */
  public static void requireUnreadableByOthers(Path file) {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null || !Files.exists(file)) {
      return; // a file system without such permissions, or nothing to read
    }
    try {
      PosixFileAttributes attributes = view.readAttributes();
      if (!isClosed(attributes.owner().equals(user()), attributes.permissions())) {
        throw Require.refusal(
            "a key file must be readable by its user only. Provided permissions of %s: %s;"
                + " run chmod 600 on it.",
            file, PosixFilePermissions.toString(attributes.permissions()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the key file must be readable: " + file + ".", e);
    }
  }

  /**
   * @param own whether the file belongs to who reads it
   */
  static boolean isClosed(boolean own, Set<PosixFilePermission> permissions) {
    Set<PosixFilePermission> allowed =
        EnumSet.copyOf(PosixFilePermissions.fromString(own ? "rwx------" : "rwxr-----"));
    return allowed.containsAll(permissions);
  }

  /** Who this process is to the file system, also where the user has no name (containers). */
  private static UserPrincipal user() throws IOException {
    Path self = Path.of("/proc/self");
    return Files.exists(self)
        ? Files.getOwner(self)
        : self.getFileSystem()
            .getUserPrincipalLookupService()
            .lookupPrincipalByName(System.getProperty("user.name"));
  }
}
