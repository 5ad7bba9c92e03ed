package org.sparkldp.jobs;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.spark.package$;
import org.sparkldp.jobs.command.AccumulateCommand;
import org.sparkldp.jobs.command.AskCommand;
import org.sparkldp.jobs.command.AuditCommand;
import org.sparkldp.jobs.command.CleanCommand;
import org.sparkldp.jobs.command.CompareCommand;
import org.sparkldp.jobs.command.CompileCommand;
import org.sparkldp.jobs.command.DaysCommand;
import org.sparkldp.jobs.command.DesignCommand;
import org.sparkldp.jobs.command.DiscloseCommand;
import org.sparkldp.jobs.command.EstimateCommand;
import org.sparkldp.jobs.command.IngestCommand;
import org.sparkldp.jobs.command.InitCommand;
import org.sparkldp.jobs.command.LedgerCommand;
import org.sparkldp.jobs.command.OtherCommand;
import org.sparkldp.jobs.command.PlanRun;
import org.sparkldp.jobs.command.PrivatizeCommand;
import org.sparkldp.jobs.command.RunCommand;
import org.sparkldp.jobs.command.SqlCommand;
import org.sparkldp.jobs.command.SynthesizeCommand;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.LocalFolder;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.jobs.console.Terminal;
import org.sparkldp.jobs.console.Usage;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.exit.Failures;
import org.sparkldp.jobs.exit.Withheld;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.spec.Services;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import scala.util.Properties$;

/**
 * The command line. Exit codes: 0 done (also: already done), 1 failed, 2 bad usage, plan or input,
 * 3 refused by a privacy rule.
 *
 * <p>Refusals of our own are one sentence without any value. What others say of a failure may hold
 * values, so it is named by its condition only; {@code --stacktrace} shows all.
 */
@Command(
    name = "ldp",
    commandListHeading = "",
    mixinStandardHelpOptions = true,
    versionProvider = Ldp.Version.class,
    description = "Local differential privacy on Apache Spark.",
    footer = {
      "%nsimulate, reproduce and bench try protocols on synthetic people.",
      "ldp help COMMAND shows the options of one."
    },
    subcommands = {
      InitCommand.class,
      RunCommand.class,
      PrivatizeCommand.class,
      IngestCommand.class,
      AccumulateCommand.class,
      EstimateCommand.class,
      CompareCommand.class,
      AskCommand.class,
      SynthesizeCommand.class,
      CleanCommand.class,
      DaysCommand.class,
      LedgerCommand.class,
      DiscloseCommand.class,
      AuditCommand.class,
      DesignCommand.class,
      CompileCommand.class,
      SqlCommand.class
    })
public final class Ldp implements Callable<Integer>, HasSession {
  /** What an event repeats of the command line; the rest of it may be long, or secret. */
  private static final List<String> SHOWN = List.of("plan", "days", "output");

  /** The commands of other jars, below which command, and in which jar: missed by name. */
  private static final List<Missed> ELSEWHERE =
      List.of(
          new Missed("demo", "", "lab"),
          new Missed("optimize", "", "optimizer"),
          new Missed("generate", "", "lab"),
          new Missed("simulate", "", "lab"),
          new Missed("reproduce", "", "lab"),
          new Missed("bench", "", "lab"),
          new Missed("workload", "design", "optimizer"));

  /** A command of another jar, such as {@code optimize} of spark-ldp-optimizer.jar. */
  private record Missed(String name, String under, String jar) {

    /** What stands for it where the jar is not there, whatever it is given. */
    CommandLine refusal() {
      Callable<Integer> refusal =
          () -> {
            throw Require.refusal(
                "%s must be on the class path with its jar. Provided: none; name"
                    + " spark-ldp-%s.jar in --jars.",
                name, jar);
          };
      CommandSpec spec = CommandSpec.wrapWithoutInspection(refusal).name(name);
      spec.usageMessage().hidden(true).description("A command of spark-ldp-" + jar + ".jar.");
      spec.parser().unmatchedArgumentsAllowed(true);
      return new CommandLine(spec);
    }
  }

  @Mixin private SessionOptions session;

  private String command = "ldp";
  private boolean isWatched;
  private String reason = ""; // for a command that does not end well

  /** The program. Ends the JVM with the exit code. */
  public static void main(String[] arguments) {
    LocalFolder.take();
    int code = run(arguments);
    // On YARN in cluster mode a program that exits, be it with 0, counts as failed and is repeated.
    if (code != Exit.DONE) {
      System.exit(code);
    }
  }

  /**
   * Runs one command and gives its exit code. Its handlers, here and below, are classes and not
   * lambdas: picocli's interfaces are class files of Java 5, and Java 17 crashes when the launcher
   * archives a lambda of such an interface.
   */
  public static int run(String... arguments) {
    keepNetlibInJava();
    Ldp root = new Ldp();
    CommandLine line = commands(root);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExpandAtFiles(false); // whose words would be in the message
    line.setParameterExceptionHandler(
        new CommandLine.IParameterExceptionHandler() {
          @Override
          public int handleParseException(ParameterException mistake, String[] given) {
            CommandLine command = mistake.getCommandLine();
            return root.badUsage(
                command,
                Usage.ofKey(given).orElseGet(() -> new Usage(command).sentence(mistake, given)));
          }
        });
    line.addSubcommand(new CommandLine.HelpCommand());
    line.setExecutionStrategy(
        new CommandLine.IExecutionStrategy() {
          @Override
          public int execute(ParseResult parsed) {
            Optional<String> key = Usage.ofKey(arguments);
            if (key.isPresent()) {
              return root.badUsage(line, key.get());
            }
            try {
              root.watch(parsed);
              Usage.require(parsed);
            } catch (IllegalArgumentException refusal) {
              return root.explain(refusal, line.getErr());
            }
            return new CommandLine.RunLast().execute(parsed);
          }
        });
    line.setExecutionExceptionHandler(
        new CommandLine.IExecutionExceptionHandler() {
          @Override
          public int handleExecutionException(
              Exception failure, CommandLine command, ParseResult parsed) {
            return root.explain(failure, line.getErr());
          }
        });
    try {
      return root.ended(line.execute(arguments));
    } catch (Error error) { // which picocli lets through, with its trace
      return root.ended(root.explain(error, line.getErr()));
    } finally {
      root.session.stop();
    }
  }

  /**
   * Keeps Spark's netlib from loading a system's BLAS, LAPACK and ARPACK, unless somebody has
   * chosen: the optimizer brings OpenBLAS, and two of it crash a process. The optimizer does the
   * same where it is used without this program, but Spark may have begun by then.
   */
  private static void keepNetlibInJava() {
    for (String library : new String[] {"blas", "lapack", "arpack"}) {
      String property = "dev.ludovic.netlib." + library + ".nativeLib";
      if (System.getProperty(property) == null) {
        System.setProperty(property, "none");
      }
    }
  }

  /** All commands, those of other jars among them. */
  static CommandLine commands(Ldp root) {
    CommandLine line = new CommandLine(root);
    Services.load(OtherCommand.class)
        .forEach(command -> above(line, command.under()).addSubcommand(command));
    ELSEWHERE.stream()
        .filter(missed -> !above(line, missed.under).getSubcommands().containsKey(missed.name))
        .forEach(missed -> above(line, missed.under).addSubcommand(missed.refusal()));
    CommandSpec run = line.getSubcommands().get("run").getCommandSpec();
    run.usageMessage()
        .description(
            Stream.concat(
                    Stream.of(run.usageMessage().description()),
                    PlanRun.all().stream().map(PlanRun::help))
                .toArray(String[]::new));
    CommandLine.ITypeConverter<Double> numbers =
        new CommandLine.ITypeConverter<>() {
          @Override
          public Double convert(String text) {
            return number(text);
          }
        };
    line.registerConverter(Double.class, numbers);
    line.registerConverter(double.class, numbers);
    line.getHelpSectionMap()
        .put(
            SECTION_KEY_COMMAND_LIST,
            new CommandLine.IHelpSectionRenderer() {
              @Override
              public String render(CommandLine.Help help) {
                return CommandGroup.listed(help);
              }
            });
    return line;
  }

  /** The command of that name, or the program. */
  private static CommandLine above(CommandLine program, String name) {
    return name.isEmpty() ? program : program.getSubcommands().get(name);
  }

  /** A number of an option, as plans read it. */
  private static double number(String text) {
    try {
      return ProtocolSpec.number(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a number");
    }
  }

  @Override
  public SessionOptions session() {
    return session;
  }

  @Override
  public Integer call() {
    throw new ParameterException(new CommandLine(this), "a command must be given.");
  }

  /** Begins to watch the command that was given. */
  private void watch(ParseResult parsed) {
    Map<String, String> asked = new LinkedHashMap<>();
    ParseResult given = parsed;
    while (given.hasSubcommand()) {
      given = given.subcommand();
    }
    command = given.commandSpec().name();
    asked.put("command", command);
    for (String name : SHOWN) {
      OptionSpec option = given.matchedOption("--" + name);
      if (option != null) {
        asked.put(name, String.join(",", option.originalStringValues()));
      }
    }
    watch(asked);
  }

  private void watch(Map<String, String> asked) {
    isWatched = false;
    session.watch(asked);
    isWatched = true;
  }

  /** Says why a command did not begin; which words were wrong is for the terminal alone. */
  private int badUsage(CommandLine line, String mistake) {
    line.getErr().println(Terminal.safe(mistake));
    command = line.getCommandName();
    reason = "the command line must be as the command's usage says.";
    try {
      watch(Map.of("command", command));
    } catch (IllegalArgumentException unwritable) {
      // The code says enough.
    }
    return Exit.BAD_INPUT;
  }

  /** Says why something failed, in one sentence without any value, and gives the exit code. */
  private int explain(Throwable failure, PrintWriter out) {
    if (session.stacktrace()) {
      failure.printStackTrace(out);
    }
    Failures.FailureText shown = Failures.of(failure);
    reason = shown.sentence();
    out.println("ldp: " + sentence(shown));
    out.flush();
    return shown.code();
  }

  /** Emits the end of a command that did not end well, such as an audit that found something. */
  private int ended(int code) {
    if (code != Exit.DONE && isWatched) {
      session.events().emit(Event.ended(command, code, reason));
    }
    return code;
  }

  /** The sentence, and where the user finds what it withholds. */
  private String sentence(Failures.FailureText shown) {
    Optional<Path> file =
        session.stacktrace() || shown.withheld().isEmpty()
            ? Optional.empty()
            : Withheld.keep(shown.withheld());
    return Terminal.safe(
        shown.sentence()
            + (shown.withheld().isEmpty() ? "" : " The option --stacktrace shows it.")
            + file.map(" Only you can read it in %s."::formatted).orElse(""));
  }

  /** The build, and the line of Spark that runs it. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "%s on Spark %s, Scala %s, Java %s"
            .formatted(
                Usage.PROGRAM,
                package$.MODULE$.SPARK_VERSION(),
                Properties$.MODULE$.versionNumberString(),
                Runtime.version().feature())
      };
    }
  }
}
