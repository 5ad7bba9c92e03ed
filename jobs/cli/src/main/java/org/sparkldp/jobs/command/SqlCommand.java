package org.sparkldp.jobs.command;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.console.Usage;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Statements;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * {@code ldp sql}: runs statements, and prints each one's result when it is there. Nothing else is
 * on standard output, and the first failure ends it.
 */
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    description = {
      "Runs Spark SQL with the ldp_ functions.",
      "Prints each statement's result, an empty line between two. The first failure ends it."
    })
@CommandGroup.Of(CommandGroup.MORE)
public final class SqlCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @ArgGroup(multiplicity = "1")
  private StatementSource source;

  @Mixin private FormatOption format;

  private static final class StatementSource {
    @Option(names = "-e", paramLabel = "STATEMENTS", description = "separated by semicolons")
    private String text;

    @Option(
        names = "-f",
        paramLabel = "FILE",
        description = "a file of statements, or - for standard input")
    private String file;
  }

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    List<String> statements = Statements.of(text(spark));
    Require.that(!statements.isEmpty()).orRefuse("there must be a statement. Provided: none.");
    boolean isFirst = true;
    for (String statement : statements) {
      Dataset<Row> result = OwnStatement.of(spark, statement);
      if (result.columns().length > 0) {
        TablePrinter table = ResultTable.of(result);
        System.out.print(isFirst ? "" : System.lineSeparator());
        table.print(format.get(), System.out);
        isFirst = false;
      }
    }
    return Exit.DONE;
  }

  private String text(SparkSession spark) {
    if (source.file == null) {
      return source.text;
    }
    if (!source.file.equals(Usage.STANDARD_INPUT)) {
      return PlanFiles.text(PlanFiles.file(spark, source.file), "text of statements");
    }
    try {
      return TextFile.text(System.in.readAllBytes());
    } catch (IOException e) {
      throw Require.refusal(e, "standard input must be readable, in UTF-8. Provided: -f -.");
    }
  }
}
