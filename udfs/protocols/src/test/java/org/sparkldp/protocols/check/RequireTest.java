package org.sparkldp.protocols.check;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What refusals say, and that every call of the house gives its sentence what it asks for. */
class RequireTest {

  @Test
  void aRuleThatHoldsRefusesNothing() {
    assertDoesNotThrow(() -> Require.that(true).orRefuse("k must be %s.", 2));
  }

  @Test
  void aBrokenRuleIsRefusedWithItsSentence() {
    assertEquals(
        "k must be at least 2. Provided value: 1.",
        refused(
            () ->
                Require.that(false).orRefuse("k must be at least %s. Provided value: %s.", 2, 1)));
  }

  @Test
  void argumentsReadAsConcatenationHasThemInAnyLocale() {
    Locale before = Locale.getDefault();
    try {
      for (Locale locale :
          new Locale[] {Locale.ROOT, Locale.GERMANY, Locale.forLanguageTag("ar")}) {
        Locale.setDefault(locale);
        Object missing = null;
        assertEquals(
            "" + 0.1f + 1e-7 + 1234567 + -0.0 + Double.NaN + 'c' + true + missing + List.of(1.5),
            Require.refusal(
                    "%s%s%s%s%s%s%s%s%s",
                    0.1f, 1e-7, 1234567, -0.0, Double.NaN, 'c', true, missing, List.of(1.5))
                .getMessage());
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void allButThePlaceholderIsText() {
    assertEquals("100 % of %d, %%, %", Require.refusal("100 % of %d, %%, %").getMessage());
    assertEquals("a %s b", Require.refusal("a %s b", "%s").getMessage());
    assertEquals("$1 \\ x", Require.refusal("%s x", "$1 \\").getMessage());
  }

  @Test
  void aSentenceShortOfArgumentsOrPlaceholdersStillRefuses() {
    assertEquals("1 to %s.", Require.refusal("%s to %s.", 1).getMessage());
    assertEquals("at most 1.", Require.refusal("at most %s.", 1, 2).getMessage());
    assertEquals("no.", Require.refusal("no.", 1).getMessage());
  }

  @Test
  void aCauseIsKept() {
    Exception cause = new IOException("of the disk");

    IllegalArgumentException refusal = Require.refusal(cause, "it must be readable: %s.", "f");

    assertEquals("it must be readable: f.", refusal.getMessage());
    assertSame(cause, refusal.getCause());
    assertNull(Require.refusal("no.").getCause());
  }

  /** The jobs show a sentence only if a class of this house made the exception. */
  @Test
  void noClassOfALibraryIsOnTopOfTheTrace() {
    assertEquals(Require.class.getName(), top(Require.refusal("no: %s.", 1)));
    assertEquals(
        Require.class.getName(),
        top(
            assertThrows(
                IllegalArgumentException.class, () -> Require.that(false).orRefuse("no: %s.", 1))));
  }

  private static String top(Throwable refusal) {
    return refusal.getStackTrace()[0].getClassName();
  }

  @Test
  void rangesIncludeTheirEnds() {
    assertDoesNotThrow(() -> Require.between("k", 2, 2, 4));
    assertDoesNotThrow(() -> Require.between("k", 4, 2, 4));
    assertDoesNotThrow(() -> Require.atLeast("users", 1, 1));
    assertEquals(
        "k must be between 2 and 4. Provided value: 1.",
        refused(() -> Require.between("k", 1, 2, 4)));
    assertEquals(
        "k must be between 2 and 4. Provided value: 5.",
        refused(() -> Require.between("k", 5, 2, 4)));
    assertEquals(
        "users must be at least 1. Provided value: 0.",
        refused(() -> Require.atLeast("users", 0, 1)));
  }

  @Tag("slow")
  @Test
  void everyCallGivesItsSentenceAsManyArgumentsAsItHasPlaceholders() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", ".."))) {
      List<Path> sources =
          files
              .filter(file -> file.toString().contains("/src/main/java/org/sparkldp/"))
              .filter(file -> file.toString().endsWith(".java"))
              .toList();
      int calls = 0;
      for (Path source : sources) {
        String text = Files.readString(source);
        if (text.contains("Require.") || text.contains(".mistake(")) {
          Calls found = Calls.of(text);
          assertEquals(List.of(), found.wrong, source.toString());
          calls += found.all;
        }
      }
      assertTrue(calls > 200, "calls that were found: " + calls);
    }
  }

  @Test
  void aWrongCallWouldBeCaught() {
    String template = "class T { void t(Exception e, int k) { %s } }";
    for (String right :
        List.of(
            "Require.that(k > 1).orRefuse(\"k must be %s\" + \" to %s.\", 2, k);",
            "throw Require.refusal(\"k.\");", "throw Require.refusal(e, \"k: %s.\", k);")) {
      assertEquals(List.of(), Calls.of(template.replace("%s }", right + " }")).wrong, right);
    }
    for (String wrong :
        List.of(
            "Require.that(k > 1).orRefuse(\"k must be %s\" + \" to %s.\", k);",
            "Require.that(k > 1).orRefuse(\"k must be more.\", k);",
            "Require.that(k > 1).orRefuse(\"k must not be \" + k);",
            "throw Require.refusal(\"k.\", k);",
            "throw s.mistake(\"k\", \"k: %s.\");",
            "throw Require.refusal(e, \"k: %s.\");")) {
      assertEquals(1, Calls.of(template.replace("%s }", wrong + " }")).wrong.size(), wrong);
    }
  }

  private static String refused(Runnable check) {
    return assertThrows(IllegalArgumentException.class, check::run).getMessage();
  }

  /** The calls with a sentence in a source, and those whose arguments are not as many as asked. */
  private static final class Calls extends TreeScanner<Void, Void> {
    /** What a mistake in a plan hands on; its own calls are checked. */
    private static final String HANDED_ON = "Require.refusal(sentence, arguments)";

    private final List<String> wrong = new ArrayList<>();
    private int all;

    static Calls of(String source) {
      Calls calls = new Calls();
      JavacTask task =
          (JavacTask)
              ToolProvider.getSystemJavaCompiler()
                  .getTask(null, null, null, null, null, List.of(new Text(source)));
      try {
        for (CompilationUnitTree unit : task.parse()) {
          calls.scan(unit, null);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return calls;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
      String method = call.getMethodSelect().toString();
      if (method.equals("Require.refusal")
          || (method.startsWith("Require.that(") && method.endsWith(".orRefuse"))) {
        check(call);
      } else if (method.endsWith(".mistake")) {
        checkMistake(call);
      }
      return super.visitMethodInvocation(call, null);
    }

    /** A plan's: a key, and a sentence, mostly a constant one. */
    private void checkMistake(MethodInvocationTree call) {
      List<? extends ExpressionTree> given = call.getArguments();
      String sentence = given.size() < 2 ? null : constant(given.get(1));
      if (sentence != null && sentence.split("%s", -1).length - 1 != given.size() - 2) {
        wrong.add(call.toString());
      }
    }

    private void check(MethodInvocationTree call) {
      if (call.toString().equals(HANDED_ON)) {
        return;
      }
      List<? extends ExpressionTree> given = call.getArguments();
      all++;
      int at = 0;
      String sentence = constant(given.get(0));
      if (sentence == null && given.size() > 1) {
        at = 1;
        sentence = constant(given.get(1));
      }
      int asked = sentence == null ? -1 : sentence.split("%s", -1).length - 1;
      if (asked != given.size() - 1 - at) {
        wrong.add(call.toString());
      }
    }

    /** The text of a literal or of a sum of literals, else null. */
    private static String constant(ExpressionTree tree) {
      if (tree instanceof LiteralTree literal && literal.getValue() instanceof String text) {
        return text;
      }
      if (tree instanceof ParenthesizedTree inner) {
        return constant(inner.getExpression());
      }
      if (tree instanceof BinaryTree sum) {
        String left = constant(sum.getLeftOperand());
        String right = constant(sum.getRightOperand());
        return left == null || right == null ? null : left + right;
      }
      return null;
    }
  }

  /** A source in memory. */
  private static final class Text extends SimpleJavaFileObject {
    private final String source;

    Text(String source) {
      super(URI.create("string:///T.java"), JavaFileObject.Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }
}
