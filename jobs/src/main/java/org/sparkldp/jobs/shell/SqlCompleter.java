package org.sparkldp.jobs.shell;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.spec.Parameter;

/**
 * Completes what stands before the cursor: within quotes the names of protocols and, after a
 * parenthesis, of their parameters; elsewhere functions, tables and words of SQL.
 */
final class SqlCompleter implements Completer {
  private static final List<String> WORDS =
      List.of(
          "SELECT",
          "FROM",
          "WHERE",
          "GROUP BY",
          "ORDER BY",
          "LIMIT",
          "AS",
          "JOIN",
          "WITH",
          "CREATE TEMP VIEW",
          "SHOW TABLES",
          "DESCRIBE",
          "explode(");

  /** A spec that is open at the end of the text: its name and what stands after the last comma. */
  private static final Pattern PARAMETERS =
      Pattern.compile("'\\s*([a-z0-9-]+)\\(([^')]*?)([a-z_]*)$");

  private static final Pattern NAME = Pattern.compile("'([a-z0-9-]*)$");
  private static final Pattern WORD = Pattern.compile("([A-Za-z_][A-Za-z0-9_.]*)?$");

  private final List<String> functions;
  private final Supplier<List<String>> tables;

  /**
   * @param functions names of functions
   * @param tables names of tables, asked for anew each time
   */
  SqlCompleter(List<String> functions, Supplier<List<String>> tables) {
    this.functions = List.copyOf(functions);
    this.tables = tables;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    String before = line.line().substring(0, line.cursor());
    String prefix =
        before.substring(0, before.length() - line.word().substring(0, line.wordCursor()).length());
    // The reader replaces its word, which may begin before ours.
    for (String end : endings(before)) {
      if (end.startsWith(prefix)) {
        candidates.add(
            new Candidate(
                end.substring(prefix.length()),
                end.substring(place(before).start()),
                null,
                null,
                null,
                null,
                false));
      }
    }
  }

  /** The texts that the text may become. */
  List<String> endings(String before) {
    Place place = place(before);
    String kept = before.substring(0, place.start());
    String begun = before.substring(place.start()).toLowerCase(Locale.ROOT);
    return place
        .choices()
        .filter(choice -> choice.toLowerCase(Locale.ROOT).startsWith(begun))
        .map(choice -> kept + choice)
        .toList();
  }

  /** Where what is to be completed begins, and what may stand there. */
  private record Place(int start, Stream<String> choices) {}

  private Place place(String before) {
    Matcher parameters = PARAMETERS.matcher(before);
    if (parameters.find()) {
      String given = parameters.group(2);
      return new Place(
          parameters.start(3),
          Protocols.declarations().stream()
              .filter(declaration -> declaration.name().equals(parameters.group(1)))
              .flatMap(declaration -> declaration.parameters().stream())
              .map(Parameter::name)
              .filter(name -> !Pattern.compile("(^|,)\\s*" + name + "\\s*=").matcher(given).find())
              .map(name -> name + "="));
    }
    Matcher name = NAME.matcher(before);
    if (name.find() && isQuoteOpen(before)) {
      return new Place(
          name.start(1),
          Protocols.declarations().stream().map(protocol -> protocol.name() + "(").sorted());
    }
    Matcher word = WORD.matcher(before);
    return new Place(
        word.find() ? word.start() : before.length(),
        Stream.of(
                functions.stream().map(function -> function + "("),
                tables.get().stream(),
                WORDS.stream())
            .flatMap(names -> names));
  }

  private static boolean isQuoteOpen(String before) {
    return before.chars().filter(c -> c == '\'').count() % 2 == 1;
  }
}
