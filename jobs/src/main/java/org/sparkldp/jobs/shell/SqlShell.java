package org.sparkldp.jobs.shell;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.sql.catalyst.Statements;

/**
 * SQL line by line: a statement runs at its semicolon, and a refusal does not end the shell. At a
 * terminal it completes names, remembers lines and cuts tables to its width; from a pipe it reads
 * the same statements without a prompt, and ends with the exit code of the last that failed.
 *
 * <p>Lines are remembered in {@value #HISTORY} of the user's home, readable by the user alone,
 * except lines that begin with a space (as in other shells).
 */
public final class SqlShell {
  static final String HISTORY = ".ldp_history";

  private static final SortedMap<String, String> HELP =
      new TreeMap<>(
          Map.of(
              "a statement;", "its result; it may go over several lines",
              "Tab", "the rest of a name: of a function, table, protocol or parameter",
              "\\f", "the ldp_ functions; \\f NAME: what one does, with an example",
              "\\p", "the protocols; \\p NAME: the parameters of one",
              "\\d", "tables and views; \\d NAME: the columns of one",
              "\\q", "the end"));

  /** What people of other shells write. */
  private static final Map<String, String> WORDS =
      Map.of("help", "\\?", "exit", "\\q", "quit", "\\q");

  private static final String PROMPT = "ldp> ";
  private static final String MORE = "...> ";

  private final HasSession ldp;
  private final Format format;
  private int failed = Exit.DONE;

  public SqlShell(HasSession ldp, Format format) {
    this.ldp = ldp;
    this.format = format;
  }

  /** Reads to the end of the input. */
  public int run() {
    try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build()) {
      return run(terminal, Path.of(System.getProperty("user.home"), HISTORY));
    } catch (IOException e) {
      throw new UncheckedIOException("the terminal must be readable.", e);
    }
  }

  int run(Terminal terminal, Path history) throws IOException {
    boolean isTyped = !Terminal.TYPE_DUMB.equals(terminal.getType());
    SparkSession spark = ldp.session().spark();
    PrintStream out = new PrintStream(terminal.output(), true, terminal.encoding());
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("ldp")
            .parser(new Names().escapeChars(null).quoteChars(null))
            .completer(new StringsCompleter(() -> names(spark)))
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.HISTORY_IGNORE_SPACE, true)
            .option(LineReader.Option.CASE_INSENSITIVE, true);
    if (isTyped) {
      readableByTheUserAlone(history);
      builder.variable(LineReader.HISTORY_FILE, history);
      out.println("Spark SQL with the ldp_ functions. \\? helps, \\q ends.");
    }
    LineReader reader = builder.build();
    StringBuilder statement = new StringBuilder();
    while (true) {
      String line;
      try {
        line = reader.readLine(!isTyped ? null : statement.isEmpty() ? PROMPT : MORE);
      } catch (UserInterruptException ctrlC) {
        statement.setLength(0);
        continue;
      } catch (EndOfFileException end) {
        if (!isTyped) { // a pipe's last statement needs no semicolon, and its last line no end
          String rest = end.getPartialLine() == null ? "" : end.getPartialLine();
          runAll(statement + "\n" + rest, spark, out, terminal);
        }
        return isTyped ? Exit.DONE : failed;
      }
      if (statement.isEmpty() && WORDS.containsKey(line.strip().toLowerCase(Locale.ROOT))) {
        line = WORDS.get(line.strip().toLowerCase(Locale.ROOT));
      }
      if (statement.isEmpty() && line.strip().startsWith("\\")) {
        if (line.strip().equals("\\q")) {
          return isTyped ? Exit.DONE : failed;
        }
        String asked = line.strip();
        show(out, terminal, () -> answer(spark, asked));
        continue;
      }
      statement.append(statement.isEmpty() ? "" : "\n").append(line);
      if (Statements.isEnded(statement.toString())) {
        runAll(statement.toString(), spark, out, terminal);
        statement.setLength(0);
      }
    }
  }

  private void runAll(String statements, SparkSession spark, PrintStream out, Terminal terminal) {
    for (String one : Statements.of(statements)) {
      show(out, terminal, () -> ResultTable.of(OwnStatement.of(spark, one)));
    }
  }

  /** Prints a result, or why there is none; the shell goes on. */
  private void show(PrintStream out, Terminal terminal, Supplier<TablePrinter> result) {
    try {
      result.get().print(format, out, terminal.getWidth());
    } catch (Exception | Error failure) { // Spark's too, which Scala does not declare
      failed = ldp.explain(failure, terminal.writer());
    }
  }

  private static TablePrinter answer(SparkSession spark, String line) {
    String[] words = line.split("\\s+", 2);
    String name = words.length > 1 ? words[1].replace(";", "") : "";
    return switch (words[0]) {
      case "\\f" ->
          ResultTable.of(
              spark.sql(
                  name.isEmpty()
                      ? "SHOW FUNCTIONS LIKE 'ldp_*'"
                      : "DESCRIBE FUNCTION EXTENDED " + quoted(name)));
      case "\\d" ->
          ResultTable.of(
              spark.sql(name.isEmpty() ? "SHOW TABLES" : "DESCRIBE TABLE " + quoted(name)));
      case "\\p" -> name.isEmpty() ? protocols() : parameters(Protocols.declaration(name));
      default -> help();
    };
  }

  /** A name that may have parts, such as a catalogue's. */
  private static String quoted(String name) {
    return Arrays.stream(name.split("\\."))
        .map(part -> "`" + part.replace("`", "``") + "`")
        .collect(Collectors.joining("."));
  }

  private static TablePrinter protocols() {
    return new TableLayout<Declaration<?>>()
        .with("protocol", Declaration::name)
        .with("what it is for", Declaration::description)
        .of(
            Protocols.declarations().stream()
                .sorted(Comparator.comparing(Declaration::name))
                .toList());
  }

  private static TablePrinter parameters(Declaration<?> declaration) {
    return new TableLayout<Parameter>()
        .with("parameter", Parameter::name)
        .with("needed", parameter -> parameter.isRequired() ? "yes" : "no")
        .with("meaning", Parameter::description)
        .of(declaration.parameters());
  }

  private static TablePrinter help() {
    return new TableLayout<Map.Entry<String, String>>()
        .with("write", Map.Entry::getKey)
        .with("to see", Map.Entry::getValue)
        .of(List.copyOf(HELP.entrySet()));
  }

  /** Names end at any other character, so that they are completed in a spec as well. */
  private static final class Names extends DefaultParser {
    @Override
    public boolean isDelimiterChar(CharSequence line, int at) {
      return !String.valueOf(line.charAt(at)).matches("[\\w.-]");
    }
  }

  private static Set<String> names(SparkSession spark) {
    Set<String> names = new TreeSet<>();
    spark
        .sql("SHOW FUNCTIONS LIKE 'ldp_*'")
        .collectAsList()
        .forEach(row -> names.add(row.getString(0)));
    spark.sql("SHOW TABLES").collectAsList().forEach(row -> names.add(row.getString(1)));
    for (Declaration<?> protocol : Protocols.declarations()) {
      names.add(protocol.name());
      protocol.parameters().forEach(parameter -> names.add(parameter.name()));
    }
    return names;
  }

  private static void readableByTheUserAlone(Path file) throws IOException {
    if (!Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
      return;
    }
    Set<PosixFilePermission> alone = PosixFilePermissions.fromString("rw-------");
    if (Files.exists(file)) {
      Files.setPosixFilePermissions(file, alone);
    } else {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(alone));
    }
  }
}
