package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sparkldp.jobs.exit.Exit;

/** How a command ended, as a script sees it: exit code, standard output, standard error. */
public record Ended(int code, String out, String err) {

  /** Runs the command line in this JVM. */
  public static Ended of(String... arguments) {
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

  /** Runs a program to its end, for ten minutes at most; nothing that it started goes on. */
  public static Ended of(ProcessBuilder program, String input)
      throws IOException, InterruptedException {
    // Files, not pipes: a server that it leaves would keep a pipe open.
    Path out = Files.createTempFile("ended", ".out");
    Path err = Files.createTempFile("ended", ".err");
    Process process = program.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      boolean isEnded = process.waitFor(10, TimeUnit.MINUTES);
      Ended ended = new Ended(isEnded ? process.exitValue() : -1, text(out), text(err));
      assertTrue(isEnded, () -> program.command() + " does not end: " + ended);
      return ended;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      Files.delete(out);
      Files.delete(err);
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  /** The same, of a program that reads nothing. */
  public static Ended of(ProcessBuilder program) throws IOException, InterruptedException {
    return of(program, "");
  }

  /**
   * Runs a line of a script: {@code ldp("sql --format csv -e %s", "SELECT 1")}. Words end at
   * spaces, each {@code %s} is then filled in, so that a value may have spaces.
   */
  public static Ended ldp(String line, Object... values) {
    return of(filled(line, values));
  }

  /**
   * Runs a line twice at the same time. Both must end well; what they say is mixed, and not kept.
   */
  public static void twiceAtOnce(String line, Object... values) {
    String[] words = filled(line, values);
    List<CompletableFuture<Integer>> runs =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> Ldp.run(words)))
            .limit(2)
            .toList();
    runs.forEach(run -> assertEquals(Exit.DONE, run.join()));
  }

  private static String[] filled(String line, Object... values) {
    String[] words = line.strip().split("\\s+");
    int next = 0;
    for (int i = 0; i < words.length; i++) {
      for (int at = words[i].indexOf("%s"); at >= 0; ) {
        String value = values[next++].toString();
        words[i] = words[i].substring(0, at) + value + words[i].substring(at + 2);
        at = words[i].indexOf("%s", at + value.length());
      }
    }
    assertEquals(values.length, next, "each value has its place");
    return words;
  }

  /** Words as a shell cuts them, quotes taken off. */
  static List<String> words(String line) {
    return Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+")
        .matcher(line)
        .results()
        .map(word -> word.group().replaceAll("\"([^\"]*)\"|'([^']*)'", "$1$2"))
        .toList();
  }

  /** This, which must have ended well. */
  public Ended done() {
    return with(Exit.DONE);
  }

  /** This, which must have been refused by a privacy rule in these words. */
  public Ended refused(String... words) {
    return with(Exit.REFUSED, words);
  }

  /** This, which must have been refused as bad usage, plan or input in these words. */
  public Ended badInput(String... words) {
    return with(Exit.BAD_INPUT, words);
  }

  /** This, which must have failed in these words. */
  public Ended failed(String... words) {
    return with(Exit.FAILED, words);
  }

  private Ended with(int expected, String... words) {
    assertEquals(expected, code, this::toString);
    return says(words);
  }

  /** This, whose standard error must have all of these words. */
  public Ended says(String... words) {
    for (String word : words) {
      assertTrue(err.contains(word), () -> "not said: " + word + "\n" + this);
    }
    return this;
  }

  /** This, whose standard output must have all of these words. */
  public Ended shows(String... words) {
    for (String word : words) {
      assertTrue(out.contains(word), () -> "not shown: " + word + "\n" + this);
    }
    return this;
  }

  /**
   * This, which must have none of these words on either stream. The random digits in the name of a
   * temporary file are left out, for one name in 600 has the digits of a short secret.
   */
  public Ended keeps(String... secrets) {
    String said = (out + err).replaceAll("(sandbox|junit-|ldp-failure-|ldp-test)\\d+", "$1");
    for (String secret : secrets) {
      assertFalse(said.contains(secret), () -> "not kept: " + secret + "\n" + this);
    }
    return this;
  }

  /** The lines on standard output. */
  public List<String> lines() {
    return out.lines().toList();
  }

  /** The numbers of a column of the CSV on standard output. */
  public double[] column(String name) {
    return column(out, name);
  }

  /** The cells of a CSV without quotes, the header first. */
  public static List<String[]> csv(String text) {
    return text.lines().map(line -> line.split(",", -1)).toList();
  }

  /** The numbers of a CSV's column, header left out. */
  public static double[] column(String text, String name) {
    List<String[]> rows = csv(text);
    int place = Arrays.asList(rows.get(0)).indexOf(name);
    return rows.stream().skip(1).mapToDouble(row -> Double.parseDouble(row[place])).toArray();
  }
}
