package org.sparkldp.sql.catalyst;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CodePointCharStream;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Interval;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.UpperCaseCharStream;

/**
 * A text of SQL as its statements. Cut by the lexer of Spark's own parser, so semicolons in quotes
 * and comments do not count; Spark's own splitter is in another class, and another jar, on 4.0.
 */
public final class Statements {
  private Statements() {}

  /** Whether a semicolon outside of quotes ends the text, and comments and blanks alone follow. */
  public static boolean isEnded(String text) {
    SqlBaseLexer lexer = new SqlBaseLexer(new UpperCaseCharStream(CharStreams.fromString(text)));
    lexer.removeErrorListeners();
    int last = Token.EOF;
    for (Token token = lexer.nextToken(); token.getType() != Token.EOF; token = lexer.nextToken()) {
      if (token.getType() == SqlBaseLexer.UNRECOGNIZED && "'\"`".contains(token.getText())) {
        return false; // quotes that nothing closes
      }
      last = token.getChannel() == Token.DEFAULT_CHANNEL ? token.getType() : last;
    }
    return last == SqlBaseLexer.SEMICOLON;
  }

  /** The statements, without their semicolons; none is blank or a comment alone. */
  public static List<String> of(String text) {
    // A byte order mark is no part of the text, and Spark's error would point at nothing visible.
    CodePointCharStream stream = CharStreams.fromString(text.replaceFirst("^\ufeff", ""));
    SqlBaseLexer lexer = new SqlBaseLexer(new UpperCaseCharStream(stream));
    lexer.removeErrorListeners(); // the parser will say what is wrong
    List<String> statements = new ArrayList<>();
    int start = 0;
    boolean isEmpty = true;
    for (Token token = lexer.nextToken(); ; token = lexer.nextToken()) {
      boolean isEnd = token.getType() == Token.EOF;
      if (isEnd || token.getType() == SqlBaseLexer.SEMICOLON) {
        int end = isEnd ? stream.size() : token.getStartIndex();
        if (!isEmpty) {
          statements.add(stream.getText(Interval.of(start, end - 1)).strip());
        }
        if (isEnd) {
          return statements;
        }
        start = end + 1;
        isEmpty = true;
      } else if (token.getChannel() == Token.DEFAULT_CHANNEL) {
        isEmpty = false;
      }
    }
  }
}
