package org.sparkldp.jobs.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.Group;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.shell.OwnStatement;
import org.sparkldp.jobs.shell.ResultTable;
import org.sparkldp.jobs.shell.SqlShell;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Statements;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * {@code ldp sql}: runs statements; the last one's result goes to standard output. Without
 * statements it is a shell.
 */
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    description = {
      "Runs Spark SQL with the ldp_ functions, or a shell of it.",
      "Prints the last statement's result. Without -e and -f it reads statements line by"
          + " line, and prints each result."
    })
@Group.Of(Group.MORE)
public final class SqlCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @ArgGroup(multiplicity = "0..1")
  private Source source;

  @Mixin private FormatOption format;

  private static final class Source {
    @Option(names = "-e", paramLabel = "STATEMENTS", description = "separated by semicolons")
    private String text;

    @Option(names = "-f", paramLabel = "FILE", description = "a file of statements")
    private String file;
  }

  @Override
  public Integer call() {
    if (source == null) {
      return new SqlShell(ldp, format.get()).run();
    }
    SparkSession spark = ldp.session().spark();
    List<String> statements = Statements.of(text(spark));
    Require.that(!statements.isEmpty()).orRefuse("there must be a statement. Provided: none.");
    Dataset<Row> last = null;
    for (String statement : statements) {
      last = OwnStatement.of(spark, statement);
    }
    ResultTable.of(last).print(format.get(), System.out);
    return Exit.DONE;
  }

  private String text(SparkSession spark) {
    if (source.file == null) {
      return source.text;
    }
    return PlanFiles.text(PlanFiles.file(spark, source.file), "text of statements");
  }
}
