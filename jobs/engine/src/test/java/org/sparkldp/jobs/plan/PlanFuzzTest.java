package org.sparkldp.jobs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.protocols.fuzz.Fuzzer;
import org.sparkldp.protocols.query.PoolSpentException;
import org.sparkldp.sql.DocPage;

/** Plans that nobody wrote are refused in a sentence. */
@Tag("slow")
public class PlanFuzzTest {
  private static final Path CONF = DocPage.repository().resolve("conf");

  /** What means something in a plan. */
  private static final List<String> WORDS =
      List.of(
          ("{ } [ ] ( ) = : , \" \"\"\" \n # // += ${ ${?a} name id column columns domain type list"
                  + " range from to items outside fail drop category protocol epsilon 1e308 -1 0"
                  + " 2147483647 9999999999 NaN null true 0.5 task queries public postprocess k="
                  + " d=3 randomness keyed write-once cells graph bound lower upper é \u0000 \\"
                  + " \\u12")
              .split(" "));

  /** A world without strategies. */
  public static final PlanContext NONE =
      new TestContext(CONF.resolve("plans")) {
        @Override
        public List<String> distinct(String table, String column) {
          return List.of("a", "b");
        }

        @Override
        public <T> Optional<T> facet(Class<T> type) {
          throw new IllegalArgumentException(
              "strategies are not made here. Provided: one to make.");
        }
      };

  /** Reads a plan of some kind. */
  public interface Reading {
    Object read(String text);
  }

  private static Plan plan(String text) {
    return new PlanReader(NONE).read(text, "plan.conf");
  }

  /** The samples that can be read without Spark, and what tests add. */
  public static List<byte[]> examples(String folder, Reading reading, String... more)
      throws IOException {
    List<String> texts = new ArrayList<>(List.of(more));
    for (Path file : Fixture.listed(CONF.resolve(folder), ".*[.]conf")) {
      texts.add(Files.readString(file));
    }
    List<byte[]> examples = new ArrayList<>();
    for (String text : texts) {
      try {
        reading.read(text);
        examples.add(text.getBytes(StandardCharsets.UTF_8));
      } catch (IllegalArgumentException ofAnotherKind) {
        assertTrue(Fuzzer.isSentence(ofAnotherKind), ofAnotherKind.toString());
      }
    }
    return examples;
  }

  /** Reads what a fuzzer makes of examples: refused in a sentence, or read. */
  public static void fuzz(String name, int share, List<byte[]> examples, Reading reading) {
    Fuzzer.run(
        new Fuzzer.Target(
            name,
            share,
            examples,
            WORDS,
            bytes -> bytes,
            input -> {
              String text = new String(input, StandardCharsets.UTF_8);
              try {
                reading.read(text);
              } catch (PoolSpentException moreQueriesThanPeople) {
                assertTrue(moreQueriesThanPeople.getMessage().endsWith("."));
              }
            }));
  }

  @Test
  void plans() throws IOException {
    List<byte[]> examples = examples("plans", PlanFuzzTest::plan);
    assertTrue(examples.size() >= 8, "read " + examples.size());
    fuzz("plans", 7, examples, PlanFuzzTest::plan);
  }

  /** The parser would end without stack. */
  @ParameterizedTest
  @ValueSource(strings = {"a = [", "a {", "{", "[", "a = ${", "a = ("})
  void whatNestsTooDeepIsRefused(String open) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> plan(open.repeat(20_000)));

    assertEquals(
        "a plan must have at most 64 brackets within each other. Provided: more; close those that"
            + " are open.",
        refusal.getMessage());
  }
}
