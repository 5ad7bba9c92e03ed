package org.sparkldp.jobs.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.SparkTest;

/** Types at a terminal that is none, and reads its screen. */
@ExtendWith(SparkTest.class)
class SqlShellTest {
  @TempDir Path folder;

  private int code;

  private String typed(String type, String keys) throws IOException {
    SparkTest.spark();
    HasSession ldp =
        new HasSession() {
          private final SessionOptions session = new SessionOptions();

          @Override
          public SessionOptions session() {
            return session;
          }

          @Override
          public int explain(Throwable failure, PrintWriter out) {
            out.println("ldp: " + failure.getMessage());
            out.flush();
            return Exit.BAD_INPUT;
          }
        };
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    try (Terminal terminal =
        TerminalBuilder.builder()
            .system(false)
            .type(type)
            .encoding(StandardCharsets.UTF_8)
            .size(new Size(60, 20))
            .streams(new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8)), screen)
            .build()) {
      code = new SqlShell(ldp, Format.TABLE).run(terminal, folder.resolve("history"));
    }
    return screen.toString(StandardCharsets.UTF_8).replace("\r", "");
  }

  @Test
  void aStatementRunsAtItsSemicolon_overSeveralLines() throws IOException {
    String screen =
        typed("dumb", "SELECT 40 + 2\n  AS answer; \nSELECT 'a;b' AS text;\nSELECT 'c;\nd' AS e");
    assertTrue(screen.contains("answer\n    42\n"), screen);
    assertTrue(screen.contains("text\na;b\n"), screen);
    assertTrue(screen.contains("e\nc;"), screen);
  }

  @Test
  void aRefusalDoesNotEndTheShell() throws IOException {
    String screen =
        typed("dumb", "SELECT ldp_epsilon('grr(epsilon=-1.0,k=4)');\nSELECT 'on' AS goes;\n");
    assertTrue(screen.contains("ldp: "), screen);
    assertTrue(screen.contains("epsilon"), screen);
    assertTrue(screen.contains("goes\non\n"), screen);
    assertEquals(Exit.BAD_INPUT, code, "a script must see it");
    typed("dumb", "SELECT 1;\n");
    assertEquals(Exit.DONE, code);
    typed("xterm", "SELECT nosuch;\r\\q\r");
    assertEquals(Exit.DONE, code, "who typed it has seen it");
  }

  @Test
  void backslashesShowFunctionsProtocolsAndTables() throws IOException {
    SparkTest.spark().range(3).createOrReplaceTempView("shell_people");
    List<String> lines =
        List.of(
            "\\f",
            "\\f ldp_epsilon",
            "\\p",
            "\\p grr",
            "\\d",
            "\\d shell_people",
            "\\?",
            "help",
            "exit",
            "SELECT 1;");
    String screen = typed("dumb", String.join("\n", lines) + "\n");
    assertTrue(screen.contains("ldp_randomize"), screen);
    assertTrue(screen.contains("Usage"), screen);
    assertTrue(screen.contains("hadamard"), screen);
    assertTrue(screen.contains("privacy loss of one report"), screen);
    assertTrue(screen.contains("shell_people"), screen);
    assertTrue(screen.contains("bigint"), screen);
    assertTrue(screen.contains("the end"), screen);
    assertFalse(screen.contains("\n1\n"), "nothing runs after the end: " + screen);
  }

  @Test
  void aTableIsCutToTheTerminal() throws IOException {
    String screen = typed("dumb", "SELECT repeat('x', 200) AS wide, 'narrow' AS other;\n");
    assertTrue(
        screen.lines().allMatch(line -> line.length() <= 60 || line.contains("SELECT")), screen);
    assertTrue(screen.contains("\u2026  narrow"), screen);
  }

  @Test
  void linesAreRememberedForTheUserAlone() throws IOException {
    typed("xterm", "SELECT 1 AS remembered;\r SELECT 2 AS not_remembered;\r\\q\r");
    Path history = folder.resolve("history");
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(history)));
    assertTrue(Files.readString(history).contains("remembered;"));
    assertFalse(Files.readString(history).contains("not_remembered"));
  }

  @Test
  void namesAreCompletedOutsideAndInsideOfASpec() throws IOException {
    String screen = typed("xterm", "SELECT ldp_eps\t('hadam\t(epsilon=1,k=4)') AS exact;\r\\q\r");
    assertTrue(screen.contains("exact"), screen);
    assertTrue(screen.contains("1.0\n") || screen.contains("1.0000\n"), screen);
  }
}
