package org.sparkldp.jobs.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Statements;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import scala.jdk.javaapi.CollectionConverters;

/** {@code ldp sql}: runs statements; the last one's result goes to standard output. */
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    description = "Runs Spark SQL with the ldp_ functions; prints the last statement's result.")
public final class SqlCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @ArgGroup(multiplicity = "1")
  private Source source;

  @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
  private Format format;

  private static final class Source {
    @Option(names = "-e", paramLabel = "STATEMENTS", description = "separated by semicolons")
    private String text;

    @Option(names = "-f", paramLabel = "FILE", description = "a file of statements")
    private String file;
  }

  @Override
  public Integer call() {
    Dataset<Row> last = null;
    for (String statement : Statements.of(text())) {
      last = ldp.session().spark().sql(statement);
    }
    if (last == null) {
      throw Require.refusal("there must be a statement. Provided: none.");
    }
    TablePrinter printer = new TablePrinter(Arrays.asList(last.columns()));
    for (Row row : last.collectAsList()) {
      List<Object> cells = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        cells.add(printable(row.get(i)));
      }
      printer.add(cells);
    }
    printer.print(format, System.out);
    return Exit.DONE;
  }

  private String text() {
    try {
      return source.file == null
          ? source.text
          : PlanFiles.file(ldp.session().spark(), source.file).text();
    } catch (IOException e) {
      throw new UncheckedIOException("the file must be readable: " + source.file + ".", e);
    }
  }

  private static Object printable(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof scala.collection.Seq<?> items) {
      return CollectionConverters.asJava(items).stream().map(SqlCommand::printable).toList();
    }
    if (value instanceof Row row) {
      List<Object> cells = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        cells.add(printable(row.get(i)));
      }
      return cells;
    }
    return value == null || value instanceof Number || value instanceof Boolean
        ? value
        : value.toString();
  }
}
