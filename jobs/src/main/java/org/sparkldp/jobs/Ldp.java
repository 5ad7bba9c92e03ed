package org.sparkldp.jobs;

import java.util.concurrent.Callable;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.sparkldp.jobs.command.AccumulateCommand;
import org.sparkldp.jobs.command.AuditCommand;
import org.sparkldp.jobs.command.BenchCommand;
import org.sparkldp.jobs.command.DemoCommand;
import org.sparkldp.jobs.command.DesignCommand;
import org.sparkldp.jobs.command.EstimateCommand;
import org.sparkldp.jobs.command.GenerateCommand;
import org.sparkldp.jobs.command.OptimizeCommand;
import org.sparkldp.jobs.command.PrivatizeCommand;
import org.sparkldp.jobs.command.QueryCommand;
import org.sparkldp.jobs.command.ReleaseCommand;
import org.sparkldp.jobs.command.ReproduceCommand;
import org.sparkldp.jobs.command.RunCommand;
import org.sparkldp.jobs.command.SessionOptions;
import org.sparkldp.jobs.command.SimulateCommand;
import org.sparkldp.jobs.command.SqlCommand;
import org.sparkldp.protocols.query.PoolSpentException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/**
 * The command line. Exit codes: 0 done (also: already done), 1 failed, 2 bad usage, plan or input,
 * 3 refused by a privacy rule.
 *
 * <p>Refusals of our own are one sentence without any value. What Spark says of a failed task may
 * hold values, so it is named by its condition only; {@code --stacktrace} shows all.
 */
@Command(
    name = "ldp",
    mixinStandardHelpOptions = true,
    version = "spark-ldp 0.1.0",
    description = "Local differential privacy on Apache Spark.",
    subcommands = {
      SqlCommand.class,
      GenerateCommand.class,
      PrivatizeCommand.class,
      AccumulateCommand.class,
      EstimateCommand.class,
      RunCommand.class,
      QueryCommand.class,
      DemoCommand.class,
      DesignCommand.class,
      OptimizeCommand.class,
      SimulateCommand.class,
      AuditCommand.class,
      ReleaseCommand.class,
      ReproduceCommand.class,
      BenchCommand.class
    })
public final class Ldp implements Callable<Integer> {
  /** Done, or already done. */
  public static final int DONE = 0;

  /** Failed. */
  public static final int FAILED = 1;

  /** Bad usage, plan or input. */
  public static final int BAD_INPUT = 2;

  /** Refused by a privacy rule. */
  public static final int REFUSED = 3;

  @Mixin private SessionOptions session;

  /** The program. Ends the JVM with the exit code. */
  public static void main(String[] arguments) {
    int code = run(arguments);
    // On YARN in cluster mode a program that exits, be it with 0, counts as failed and is repeated.
    if (code != DONE) {
      System.exit(code);
    }
  }

  /** Runs one command and gives its exit code. */
  public static int run(String... arguments) {
    keepNetlibInJava();
    Ldp root = new Ldp();
    CommandLine line = new CommandLine(root);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(
        (mistake, given) -> {
          CommandLine command = mistake.getCommandLine();
          command.getErr().println("ldp: " + mistake.getMessage());
          command.usage(command.getErr());
          return BAD_INPUT;
        });
    line.setExecutionExceptionHandler((failure, command, parsed) -> explain(root, line, failure));
    try {
      return line.execute(arguments);
    } finally {
      root.session.stop();
    }
  }

  /** The options that all commands share. */
  public SessionOptions session() {
    return session;
  }

  @Override
  public Integer call() {
    throw new ParameterException(new CommandLine(this), "a command must be given.");
  }

  private static int explain(Ldp root, CommandLine line, Exception failure) {
    if (root.session.stacktrace()) {
      failure.printStackTrace(line.getErr());
    }
    int code = FAILED;
    String sentence = null;
    boolean ofTask = false;
    for (Throwable cause = failure; cause != null && sentence == null; cause = cause.getCause()) {
      // In a task, a user's function or a parser may have put the row into its message.
      boolean speaks = !ofTask || isOurs(cause);
      if ((cause instanceof Refusal || cause instanceof PoolSpentException) && speaks) {
        code = REFUSED;
        sentence = cause.getMessage();
      } else if (cause instanceof AnalysisException
          || (cause instanceof IllegalArgumentException
              && !(cause instanceof SparkThrowable)
              && speaks)) {
        code = BAD_INPUT;
        sentence = cause.getMessage();
      } else if ((cause instanceof java.io.UncheckedIOException && speaks)
          || (cause instanceof IllegalStateException && isOurs(cause))) {
        sentence = cause.getMessage();
      }
      ofTask |= cause instanceof SparkThrowable;
    }
    if (sentence == null) {
      sentence =
          "the command failed with "
              + condition(failure)
              + ". Its message is withheld, for it may hold values; --stacktrace shows it.";
    }
    line.getErr().println("ldp: " + sentence);
    line.getErr().flush();
    return code;
  }

  /** Whether our own code refused; our sentences hold no values. */
  private static boolean isOurs(Throwable cause) {
    StackTraceElement[] trace = cause.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().startsWith("org.sparkldp.");
  }

  private static String condition(Throwable failure) {
    String found = failure.getClass().getSimpleName();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SparkThrowable spark && spark.getCondition() != null) {
        found = spark.getCondition();
      }
    }
    return found;
  }

  /**
   * MLlib's own linear algebra would load the system's OpenBLAS where there is one, beside the
   * bundled one of the optimisers; two in a JVM crash it.
   */
  private static void keepNetlibInJava() {
    for (String library : new String[] {"blas", "lapack", "arpack"}) {
      String property = "dev.ludovic.netlib." + library + ".nativeLib";
      if (System.getProperty(property) == null) {
        System.setProperty(property, "none");
      }
    }
  }
}
