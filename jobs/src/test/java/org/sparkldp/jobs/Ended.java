package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.jobs.exit.Exit;

/** How a command ended, as a script sees it: exit code, standard output, standard error. */
record Ended(int code, String out, String err) {

  /** Runs the command line in this JVM. */
  static Ended of(String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
    try {
      int code = Ldp.run(arguments);
      return new Ended(
          code,
          outBytes.toString(StandardCharsets.UTF_8),
          errBytes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  /** Runs a command that must end well. */
  static Ended done(String... arguments) {
    Ended ended = of(arguments);
    assertEquals(Exit.DONE, ended.code, ended::toString);
    return ended;
  }

  /** The lines on standard output. */
  List<String> lines() {
    return out.lines().toList();
  }

  /** The cells of a CSV without quotes, the header first. */
  static List<String[]> csv(String text) {
    return text.lines().map(line -> line.split(",", -1)).toList();
  }

  /** The numbers of a CSV's column, header left out. */
  static double[] column(String text, String name) {
    List<String[]> rows = csv(text);
    int place = Arrays.asList(rows.get(0)).indexOf(name);
    return rows.stream().skip(1).mapToDouble(row -> Double.parseDouble(row[place])).toArray();
  }
}
