package org.sparkldp.sql;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.local.LocalFs;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.SQLConf;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One Spark session for all tests of a JVM, with a release key in a file, and the few helpers that
 * tests share.
 */
public final class SparkTest implements BeforeAllCallback, AfterEachCallback {
  /** The release key of all tests; its digits are looked for wherever they must not be. */
  public static final String KEY = "000102030405060708090a0b0c0d0e0f".repeat(2);

  /** The key's file. */
  public static final Path KEY_FILE = writeKey();

  /** What tests changed, as it was. */
  private static final Map<String, Optional<String>> STARTED_WITH = new LinkedHashMap<>();

  private static SparkSession session;

  @Override
  public void beforeAll(ExtensionContext context) {
    if (session == null && !context.getRequiredTestClass().getSimpleName().endsWith("IT")) {
      withoutFilesOfDefaults();
    }
    spark();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    STARTED_WITH.forEach(SparkTest::set);
    STARTED_WITH.clear();
    spark().catalog().clearCache();
  }

  /** The session: two threads, four attempts a task, no web page. */
  public static synchronized SparkSession spark() {
    if (session == null) {
      session =
          SparkSession.builder()
              .master("local[2,4]")
              .appName("tests")
              // Tests take the executor away from the driver (see Faults). In local mode Spark
              // cannot take it back: each heartbeat would fail, and after 60 of them end the JVM.
              .config("spark.executor.heartbeatInterval", "1h")
              .config("spark.network.timeout", "2h")
              .config("spark.ui.enabled", "false")
              // By itself Spark takes pages of 64 MB of such a heap for each aggregate of few rows.
              .config("spark.buffer.pageSize", "1m")
              .config("spark.hadoop.fs.file.impl", PosixFiles.class.getName())
              .config("spark.hadoop.fs.AbstractFileSystem.file.impl", LocalFs.class.getName())
              .config("spark.sql.shuffle.partitions", "3")
              .config("spark.sql.legacy.createHiveTableByDefault", "false") // as in Spark 4
              .config("spark.sql.warehouse.dir", KEY_FILE.getParent().toString())
              .config(KeyLocation.KEY_FILE, KEY_FILE.toString())
              .getOrCreate();
    }
    return session;
  }

  /**
   * Leaves Hadoop with the defaults that its code has. Spark sends Hadoop's configuration with each
   * scan and write, each entry zipped by itself: 1,100 entries that its files repeat, and those of
   * daemons, took a quarter of the time. Integration tests, which start such daemons, keep them.
   */
  @SuppressWarnings("unchecked")
  private static void withoutFilesOfDefaults() {
    try {
      for (Class<?> adds : List.of(HdfsConfiguration.class, JobConf.class, Job.class)) {
        Class.forName(adds.getName());
      }
      Field defaults = Configuration.class.getDeclaredField("defaultResources");
      defaults.setAccessible(true);
      ((List<String>) defaults.get(null)).clear();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /**
   * Until the test's end all is as if the application had been started with this entry of its
   * SparkConf, or without it. No session can do this: the SparkConf is Spark's own, and a session
   * starts with a copy.
   *
   * @param value null for none
   */
  public static void startedWith(String entry, String value) {
    SparkConf conf = SparkEnv.get().conf();
    STARTED_WITH.putIfAbsent(entry, Optional.ofNullable(conf.get(entry, null)));
    set(entry, Optional.ofNullable(value));
  }

  /** Until the test's end casts and the like that fail do so, as by Spark 4's default. */
  public static void withAnsi() {
    startedWith("spark.sql.ansi.enabled", "true");
  }

  /** Skips a test, or a case of it, on lines of Spark before the one that brought what it needs. */
  public static void assumeSince(String version, String what) {
    assumeTrue(spark().version().compareTo(version) >= 0, what + " came with Spark " + version);
  }

  private static void set(String entry, Optional<String> value) {
    SparkConf conf = SparkEnv.get().conf();
    SQLConf copy = spark().sessionState().conf();
    if (value.isPresent()) {
      conf.set(entry, value.get());
      copy.setConfString(entry, value.get());
    } else {
      conf.remove(entry);
      copy.unsetConf(entry);
    }
  }

  /** A key file as it must be: its user's only. */
  public static Path writeKey(Path file, String digits) {
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      return Files.writeString(file, digits + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of a statement. */
  public static List<Row> rows(String sql) {
    return spark().sql(sql).collectAsList();
  }

  /** The one value of a statement. */
  public static Object value(String sql) {
    return rows(sql).get(0).get(0);
  }

  /** What {@code query} gives with generated code, after it gave the same without. */
  public static <T> T inBothModes(Supplier<T> query) {
    T interpreted = withCodegen("NO_CODEGEN", false, query);
    T compiled = withCodegen("CODEGEN_ONLY", true, query);
    if (!interpreted.equals(compiled)) {
      throw new AssertionError(
          "interpreted and compiled evaluation differ: " + interpreted + " and " + compiled);
    }
    return compiled;
  }

  private static <T> T withCodegen(String factory, boolean wholeStage, Supplier<T> query) {
    SparkSession spark = spark();
    spark.conf().set("spark.sql.codegen.factoryMode", factory);
    spark.conf().set("spark.sql.codegen.wholeStage", Boolean.toString(wholeStage));
    try {
      return query.get();
    } finally {
      spark.conf().unset("spark.sql.codegen.factoryMode");
      spark.conf().unset("spark.sql.codegen.wholeStage");
    }
  }

  private static Path writeKey() {
    try {
      return writeKey(Files.createTempDirectory("ldp-test").resolve("release.key"), KEY);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
