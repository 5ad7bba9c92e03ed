package org.sparkldp.sql.catalyst;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CodePointCharStream;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Interval;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.UpperCaseCharStream;
import org.apache.spark.sql.execution.SparkSqlParser;

/**
 * A text of SQL as its statements. Cut by the lexer of Spark's own parser, so semicolons in quotes
 * and comments do not count; Spark's own splitter is in another class, and another jar, on 4.0. A
 * block, {@code BEGIN ... END}, which Spark has from 4.0 on, is one statement.
 */
public final class Statements {
  private Statements() {}

  /** The statements, without their semicolons; none is blank or a comment alone. */
  public static List<String> of(String text) {
    // A byte order mark is no part of the text, and Spark's error would point at nothing visible.
    CodePointCharStream stream = CharStreams.fromString(text.replaceFirst("^\ufeff", ""));
    SqlBaseLexer lexer = new SqlBaseLexer(new UpperCaseCharStream(stream));
    lexer.removeErrorListeners(); // the parser will say what is wrong
    List<String> statements = new ArrayList<>();
    int start = 0;
    String first = ""; // word of the statement
    for (Token token = lexer.nextToken(); ; token = lexer.nextToken()) {
      boolean isEnd = token.getType() == Token.EOF;
      if (isEnd || token.getType() == SqlBaseLexer.SEMICOLON) {
        int end = isEnd ? stream.size() : token.getStartIndex();
        String statement = stream.getText(Interval.of(start, end - 1)).strip();
        if (first.equalsIgnoreCase("BEGIN") && !isEnd && !parses(statement)) {
          continue; // a semicolon within a block
        }
        if (!first.isEmpty()) {
          statements.add(statement);
        }
        if (isEnd) {
          return statements;
        }
        start = end + 1;
        first = "";
      } else if (first.isEmpty() && token.getChannel() == Token.DEFAULT_CHANNEL) {
        first = token.getText();
      }
    }
  }

  /** Of a block that begins here only the whole does, however blocks are nested in it. */
  private static boolean parses(String statement) {
    try {
      new SparkSqlParser().parsePlan(statement);
      return true;
    } catch (Exception refusal) { // Spark's, which Scala does not declare; it comes again
      return false;
    }
  }
}
