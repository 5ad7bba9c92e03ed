package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Ldp;
import org.sparkldp.jobs.console.Interview;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.SparkTest;
import picocli.CommandLine;

/** {@code ldp init} at a terminal: it asks for what the options do not say. */
@ExtendWith(SparkTest.class)
class InitInterviewTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream asked = new ByteArrayOutputStream();

  /** The plan after these answers, one a line. */
  private String plan(String answers, String... options) throws IOException {
    Path people = Files.write(folder.resolve("people.csv"), List.of("id;job;age", "1;cook;31"));
    Path plan = folder.resolve("plan.conf");
    Files.deleteIfExists(plan);
    Ldp program = new Ldp();
    new CommandLine(program).parseArgs();
    InitCommand init = new InitCommand();
    new CommandLine(init)
        .parseArgs(words(List.of(people.toString(), "--output", plan.toString()), options));
    Interview interview =
        Interview.of(
            new StringReader(answers), new PrintStream(asked, true, StandardCharsets.UTF_8));
    assertEquals(Exit.DONE, init.answered(program, interview).call());
    return Files.readString(plan);
  }

  private static String[] words(List<String> first, String... more) {
    String[] all = first.toArray(new String[first.size() + more.length]);
    System.arraycopy(more, 0, all, first.size(), more.length);
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cook, nurse | type = list",
        "0..99 | type = range, from = 0, to = 99",
        "0..99.5/10 | type = bins, from = 0, to = 99.5, count = 10",
        "-5..5 | type = range, from = -5, to = 5",
        "ages | count = 10",
        "0..100/20 | count = 20",
      })
  void aHistogramTakesFiveAnswers(String values, String domain) throws IOException {
    String plan = plan("job\nid\n\n0.5\n" + values.strip() + "\n");
    assertTrue(plan.contains("column = job\n"), plan);
    assertTrue(plan.contains("id = id "), plan);
    assertTrue(plan.contains("task = histogram\n"), plan);
    assertTrue(plan.contains("epsilon=0.5"), plan);
    assertTrue(plan.contains(domain.strip()), plan);
    String questions = asked.toString(StandardCharsets.UTF_8);
    assertTrue(questions.startsWith("Columns: id, job, age\n"), questions);
    assertTrue(questions.contains("[histogram]"), questions);
  }

  @Test
  void aColumnThatIsNotThereIsAskedForAgain() throws IOException {
    String plan = plan("wage\njob\nnobody\nid\n\n0.5\ncook, nurse\n");
    assertTrue(plan.contains("column = job\n"), plan);
    assertTrue(plan.contains("id = id "), plan);
    String questions = asked.toString(StandardCharsets.UTF_8);
    assertTrue(questions.contains("wage") && questions.contains("nobody"), questions);
  }

  @Test
  void numbersAreAskedForTheirBounds() throws IOException {
    String plan = plan("age\n\nmean\n\n0..120\n");
    assertTrue(plan.contains("id = id "), "which is what an empty answer means: " + plan);
    assertTrue(plan.contains("mean(epsilon=1.0,lower=0,upper=120,outside=clip)"), plan);
  }

  /** A task that asks for no values is not asked for any, and takes none. */
  @Test
  void whatATaskDoesNotTakeIsNotAsked() throws IOException {
    String plan = plan("job\n\nwords\n0.5\n");
    assertTrue(plan.contains("words(epsilon=0.5"), plan);
    String questions = asked.toString(StandardCharsets.UTF_8);
    assertTrue(questions.endsWith("Epsilon (1 is usual)? [1] "), questions);
    badInput("words asks for no values", () -> plan("job\n\nwords\n\n", "--items", "0..9"));
  }

  /** Who mistypes is asked again, and never has to begin anew. */
  @Test
  void everyWrongAnswerIsAskedForAgain() throws IOException {
    String plan =
        plan("\njob\n\nsum\ndensity-of\n\nmuch\n-1\n0.5\n\ncook\n9..0\nages(age=3)\ncook, nurse\n");
    assertTrue(plan.contains("column = job\n"), plan);
    assertTrue(plan.contains("epsilon=0.5"), plan);
    assertTrue(plan.contains("type = list"), plan);
    plan = plan("age\nrow\nmean\n\nlow\n0..-5\n0..120/5\n0..120\n");
    assertTrue(plan.contains("id = row\n"), plan);
    assertTrue(plan.contains("lower=0,upper=120"), plan);
  }

  @Test
  void eachOfSeveralColumnsHasItsOwnValues() throws IOException {
    String plan = plan("job,age\n\n\n\ncook, nurse\n0..99/10\n");
    assertTrue(plan.contains("{ column = job, domain { type = list"), plan);
    assertTrue(plan.contains("{ column = age, domain { type = bins, from = 0, to = 99"), plan);
    String[] options = "--column job,age --id id --task histogram --epsilon 1 --items".split(" ");
    assertEquals(plan, plan("", words(List.of(options), "cook, nurse;0..99/10")));
  }

  @Test
  void whatIsRefusedAfterTheLastAnswerKeepsTheAnswers() throws IOException {
    Files.write(folder.resolve("release.key"), List.of("no key"));
    badInput("chmod 600", () -> plan("job\n\n\n\ncook, nurse\n"));
    String told = asked.toString(StandardCharsets.UTF_8);
    assertTrue(
        told.endsWith(
            "Your answers, as options: --column job --id id --task histogram --epsilon 1.0 --items"
                + " 'cook, nurse'\n"),
        told);
  }

  @Test
  void whatIsGivenIsNotAsked() throws IOException {
    plan(
        "", "--column", "age", "--id", "id", "--task", "mean", "--epsilon", "1", "--items", "0..9");
    assertEquals("Columns: id, job, age\n", asked.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | init needs --column",
        "job;id;;x | must be a number",
        "job;id;sum | init drafts plans of the tasks",
        "job;id;;1; | never taken from the column itself",
        "age;id;mean;1;low | give --items FROM..TO",
        "wage | Missing: wage",
      })
  void anAnswerThatIsNoneIsRefusedLikeAnOption(String answers, String sentence) {
    badInput(sentence.strip(), () -> plan(answers.strip().replace(";", "\n") + "\n"));
  }
}
