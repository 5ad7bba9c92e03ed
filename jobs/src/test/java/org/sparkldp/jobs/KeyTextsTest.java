package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.command.OwnStatement;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.protocols.random.ReleaseKey;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Somebody writes the key where its file's name belongs, or anywhere else: it is on no stream, in
 * no event and no name of a file. Plans have {@code PlanReaderTest}, the launcher's own words
 * {@code LauncherTest}.
 */
class KeyTextsTest {
  private static final String KEY = "00112233445566778899aabbccddeeff".repeat(2);

  @RegisterExtension final Sandbox box = new Sandbox();

  /** Every place of a text on a command line: each option and word of each command. */
  private static List<List<String>> lines(String text) {
    List<List<String>> lines = new ArrayList<>();
    add(Ldp.commands(new Ldp()), List.of(), text, lines);
    return lines;
  }

  private static void add(
      CommandLine command, List<String> before, String text, List<List<String>> lines) {
    lines.add(with(before, text));
    lines.add(with(before, "--" + text));
    lines.add(with(before, "help", text));
    for (OptionSpec option : command.getCommandSpec().options()) {
      String name = option.longestName();
      lines.add( // in one of the ways in which an option is given, each in its turn
          switch (lines.size() % 4) {
            case 0 -> with(before, name, text);
            case 1 -> with(before, name + "=" + text);
            case 2 -> with(before, name, "a=" + text);
            default -> with(before, name, "SELECT '" + text + "'");
          });
    }
    command.getSubcommands().forEach((name, inner) -> add(inner, with(before, name), text, lines));
  }

  private static List<String> with(List<String> before, String... words) {
    List<String> line = new ArrayList<>(before);
    line.addAll(List.of(words));
    return line;
  }

  @Test
  void noWordOfACommandIsShownThatIsLikeAKey() {
    List<List<String>> lines = lines(KEY);
    assertTrue(lines.size() > 250, () -> "" + lines.size());
    for (List<String> line : lines) {
      Ended.of(line.toArray(String[]::new)).badInput("Provided: one in ").keeps(KEY);
      assertFalse(Files.exists(Path.of(KEY)), line::toString);
    }
    box.ldp("--events @e.jsonl privatize --plan %s", KEY).badInput().keeps(KEY);
    assertTrue(box.read("e.jsonl").contains("\"exit_code\":2"), () -> box.read("e.jsonl"));
    assertFalse(box.read("e.jsonl").contains(KEY));
    box.ldp("--conf a=%s --version", KEY).badInput("in --conf").keeps(KEY);
    box.ldp("--conf spark.some.password=%s --version", KEY).done().keeps(KEY);
    box.ldp("--conf %s.password=b --version", KEY).badInput("in --conf").keeps(KEY);
  }

  /** Twin: a text that is a digit shorter is shown, so the places above are places. */
  @Test
  void aTextThatIsLikeNoKeyIsShown() {
    String shorter = KEY.substring(1);
    for (String line :
        List.of("%s", "--%s", "run --plan %s --input a --output b", "sql --%s", "clean a --%s")) {
      Ended.ldp(line, shorter).badInput(shorter);
    }
  }

  @Test
  void noSettingOfTheApplicationIsShownThatIsLikeAKey() {
    String name = "spark.some.setting";
    System.setProperty(name, KEY);
    try {
      String sentence = badInput("one in " + name, () -> new SessionOptions().spark());
      assertFalse(sentence.contains(KEY));
    } finally {
      System.clearProperty(name);
    }
  }

  @Test
  void noStatementHoldsATextLikeAKey() {
    String sentence =
        badInput("stands in plans and logs", () -> OwnStatement.of(null, "SELECT '" + KEY + "'"));
    assertFalse(sentence.contains(KEY));
  }

  @Test
  void whatIsNoKeyStaysAsItIs() {
    for (String text : List.of(KEY.substring(1), "image@sha256:" + KEY)) {
      assertEquals(text, ReleaseKey.hidden(text));
    }
    assertEquals("a (64 hexadecimal digits).", ReleaseKey.hidden("a " + KEY + "."));
    assertTrue(ReleaseKey.isIn(KEY + KEY) && ReleaseKey.isIn("f" + KEY), "two files, or a slip");
  }
}
