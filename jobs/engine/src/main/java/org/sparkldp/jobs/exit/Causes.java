package org.sparkldp.jobs.exit;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.spark.SparkThrowable;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * Causes of a failure in disks, networks and databases, for the person who has to mend it. The
 * words are ours, one of a short list: of a foreign message nothing is shown, for it may hold a
 * value.
 */
public final class Causes {
  /** A kind of failure and our words for it; the first that fits is shown. */
  private record FailureKind(String words, Predicate<Throwable> fits) {}

  /** Spark's number for the class of a catalogue that is not there. */
  private static final String NO_CATALOGUE = "_LEGACY_ERROR_TEMP_2215";

  private static final List<FailureKind> KINDS =
      List.of(
          new FailureKind("no space is left on a disk", says("No space left on device")),
          new FailureKind(
              "a disk quota is used up",
              says("Disk quota exceeded").or(named("org.apache.hadoop.hdfs.protocol.*Quota.*"))),
          new FailureKind("a file system is read-only", says("Read-only file system")),
          new FailureKind("too many files are open", says("Too many open files")),
          new FailureKind(
              "permission was denied",
              says("Permission denied")
                  .or(e -> e instanceof AccessDeniedException)
                  .or(named("org.apache.hadoop.security.AccessControlException"))),
          new FailureKind(
              "no file system is known for the path's scheme: --packages loads its jar",
              named("org.apache.hadoop.fs.UnsupportedFileSystemException")
                  .or(isMissing("org.apache.hadoop.fs..*"))),
          new FailureKind(
              "no driver is known for the database's URL: --packages loads its jar",
              e -> e instanceof SQLException && "No suitable driver".equals(e.getMessage())),
          new FailureKind(
              "a table's format or catalogue is not known: --packages loads its jar",
              e ->
                  e instanceof SparkThrowable spark
                      && Set.of("DATA_SOURCE_NOT_FOUND", NO_CATALOGUE)
                          .contains(SparkLine.condition(spark))),
          new FailureKind("the database refused the user or the password", state("28...|08004")),
          new FailureKind("the database denied permission", state("42501")),
          new FailureKind("a connection was refused", e -> e instanceof ConnectException),
          new FailureKind("nobody answered in time", e -> e instanceof SocketTimeoutException),
          new FailureKind("the connection to the database failed", state("08...")),
          new FailureKind("a host is unknown", e -> e instanceof UnknownHostException),
          new FailureKind(
              "a file in META-INF/services of a jar names a class that is not there or cannot be"
                  + " made; a nested class has a $ before its name",
              e -> e instanceof ServiceConfigurationError));

  private Causes() {}

  /** Our words for the first failure in the chain of causes that is of a known kind. */
  public static Optional<String> of(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      for (FailureKind kind : KINDS) {
        if (kind.fits.test(cause)) {
          return Optional.of(kind.words);
        }
      }
    }
    return Optional.empty();
  }

  /** What the operating system said, at the end of a message that may begin with a path. */
  private static Predicate<Throwable> says(String sentence) {
    Pattern end = Pattern.compile("(?s)(.*[:(] ?)?" + Pattern.quote(sentence) + "\\)?");
    return cause ->
        cause instanceof IOException
            && (cause.getClass().getName().startsWith("java.io.")
                || cause instanceof FileSystemException
                || cause.getClass().getName().startsWith("org.apache.hadoop."))
            && cause.getMessage() != null
            && end.matcher(cause.getMessage()).matches();
  }

  private static Predicate<Throwable> named(String regex) {
    Pattern name = Pattern.compile(regex);
    return cause -> name.matcher(cause.getClass().getName()).matches();
  }

  /** A class that configuration names, such as a file system's. */
  private static Predicate<Throwable> isMissing(String regex) {
    Pattern missing = Pattern.compile("(Class )?" + regex + "( not found)?");
    return cause ->
        cause instanceof ClassNotFoundException
            && cause.getMessage() != null
            && missing.matcher(cause.getMessage()).matches();
  }

  private static Predicate<Throwable> state(String regex) {
    Pattern state = Pattern.compile(regex);
    return cause ->
        cause instanceof SQLException sql
            && sql.getSQLState() != null
            && state.matcher(sql.getSQLState()).matches();
  }
}
