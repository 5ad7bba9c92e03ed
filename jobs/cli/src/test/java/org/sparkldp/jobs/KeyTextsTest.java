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

  /**
   * A digit lost, digits in groups: what is left is shown nowhere; a place in twenty, as they do
   * not know slips.
   */
  @Test
  void noWordOfACommandIsShownThatIsLikeAKeyWithASlip() {
    String groups = KEY.replaceAll("(.{16})(?!$)", "$1 ");
    List<String> slips = List.of(KEY.substring(1), KEY.substring(0, 48), groups);
    for (int i = 0; i < slips.size(); i++) {
      String slip = slips.get(i);
      List<List<String>> lines = lines(slip);
      for (int j = i; j < lines.size(); j += 20) {
        List<String> line = lines.get(j);
        Ended.of(line.toArray(String[]::new)).badInput("Provided: one in ").keeps(slip);
      }
      box.ldp("--events @slip.jsonl privatize --plan %s", slip).badInput().keeps(slip);
      assertFalse(box.read("slip.jsonl").contains(slip.substring(0, 16)), slip);
    }
    // By a shell that splits it.
    String[] words = ("run --key-file " + groups).split(" ");
    Ended.of(words).badInput("several words").keeps(KEY.substring(0, 16));
  }

  /** Twin: a text that is much shorter is shown, so the places above are places. */
  @Test
  void aTextThatIsLikeNoKeyIsShown() {
    String shorter = KEY.substring(17);
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
    for (String text :
        List.of(
            KEY.substring(17),
            "image@sha256:" + KEY,
            "20260101,20260102,20260103,20260104,20260105,20260106,20260107,20260108",
            "2026-01-01, 2026-01-02, 2026-01-03, 2026-01-04, 2026-01-05, 2026-01-06, 2026-01-07",
            "1234567890 ".repeat(20),
            "7ffa0bb936224f03 of 76ead6b38f52",
            "c0ffee00-dead-4bad-8bad-0123456789ab c0ffee00-dead-4bad-8bad-0123456789ab",
            "0011223344556677:8899aabbccddeeff-0011223344556677:8899aabbccddeeff",
            "2001:0db8:85a3:0000:0000:8a2e:0370:7334".repeat(3))) {
      assertEquals(text, ReleaseKey.hidden(text));
    }
  }

  @Test
  void aKeyIsKnownWithASlip() {
    assertEquals("a (hexadecimal digits).", ReleaseKey.hidden("a " + KEY + "."));
    assertTrue(ReleaseKey.isIn(KEY + KEY) && ReleaseKey.isIn("f" + KEY), "two files, or a slip");
    for (int digits = 48; digits < 64; digits++) {
      assertEquals("=(hexadecimal digits)", ReleaseKey.hidden("=" + KEY.substring(64 - digits)));
    }
    for (int digits : List.of(8, 10, 16, 22, 32)) {
      for (String by : List.of(" ", "-", ":", ", ", "\n", "\r\n")) {
        String text = (KEY + KEY).replaceAll("(.{" + digits + "})(?=.{" + digits + "})", "$1" + by);
        text = text.substring(0, (64 + digits - 1) / digits * (digits + by.length()) - by.length());
        assertEquals("a (hexadecimal digits).", ReleaseKey.hidden("a " + text + "."), text);
      }
    }
  }
}
