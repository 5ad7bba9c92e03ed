package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.value;

import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.random.PublicHash;

/** Numbers and vectors through SQL: every kind of report, both modes, and what is refused. */
@ExtendWith(SparkTest.class)
class NumbersTest {
  /** Ids 0 to 199 and numbers from 0 to 9.95. */
  private static final String PEOPLE = "(SELECT id, id / 20.0D AS x FROM range(200))";

  private static final String VECTORS =
      "(SELECT id, array(id / 400.0D, -0.25D, 0D) AS x FROM range(200))";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hybrid(epsilon=1.0,lower=0.0,upper=10.0)",
        "laplace-mean(epsilon=1.0,lower=0.0,upper=10.0)",
        "gaussian-noise(epsilon=1.0,delta=1.0E-5,lower=0.0,upper=10.0)",
        "gaussian-1round(epsilon=1.0,sigma=3.0,range=100.0)",
        "kv-gaussian-1round(epsilon=1.0,sigma=3.0,range=100.0,users=1000)",
        "uv-gaussian-1round(epsilon=1.0,sigma_min=1.0,sigma_max=4.0,range=100.0,users=1000)"
      })
  void sqlDrawsTheReportsOfTheJavaFloorAndReadsThemAlike(String spec) {
    assertReportsOfNumbers((NumberProtocol<?>) Protocols.of(spec));
  }

  private static <R> void assertReportsOfNumbers(NumberProtocol<R> protocol) {
    List<Row> reports = inBothModes(() -> rows("SELECT id, x, " + randomize(protocol) + PEOPLE));
    String label = protocol.spec() + "\na";
    var randomness = KeyLocation.find().randomness(label);
    PublicHash cohorts = new PublicHash("cohort\n" + label);
    Accumulator<R> accumulator = protocol.newAccumulator();
    for (Row row : reports) {
      long id = row.getLong(0);
      int cohort = protocol.cohort(0, cohorts.word(id));
      long input = protocol.input(row.getDouble(1), cohort);
      R report = protocol.report(input, cohort, randomness.open(id, input));
      assertEquals(report, row.get(2));
      accumulator.add(report);
    }
    assertSameState(accumulator, protocol.spec().toString(), randomize(protocol) + PEOPLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hypercube(epsilon=1.0,d=3,radius=1.0)",
        "one-coordinate(epsilon=1.0,d=3,radius=1.0)",
        "privunit-g(epsilon=1.0,d=3,radius=1.0)",
        "gaussian-vector(epsilon=1.0,d=3,radius=1.0,delta=1.0E-5)"
      })
  void vectorsAreRandomizedAndReadAlike(String spec) {
    assertReportsOfVectors((VectorProtocol<?>) Protocols.of(spec));
  }

  private static <R> void assertReportsOfVectors(VectorProtocol<R> protocol) {
    String hex = randomize(protocol).replaceFirst("^(.*) AS r FROM $", "hex($1) AS r FROM ");
    inBothModes(() -> rows("SELECT id, " + hex + VECTORS));
    var randomness = KeyLocation.find().randomness(protocol.spec() + "\na");
    Accumulator<R> accumulator = protocol.newAccumulator();
    for (Row row : rows("SELECT id, x FROM " + VECTORS)) {
      double[] x = row.<Double>getList(1).stream().mapToDouble(Double::doubleValue).toArray();
      int[] input = protocol.input(x);
      accumulator.add(
          protocol.report(input, randomness.open(row.getLong(0), VectorProtocol.word(input))));
    }
    assertSameState(accumulator, protocol.spec().toString(), randomize(protocol) + VECTORS);
  }

  private static String randomize(org.sparkldp.protocols.Protocol<?, ?> protocol) {
    return "ldp_randomize(x, '" + protocol.spec() + "', id, 'a') AS r FROM ";
  }

  private static void assertSameState(Accumulator<?> expected, String spec, String reports) {
    Object bytes = value("SELECT ldp_accumulate(r, '" + spec + "') FROM (SELECT " + reports + ")");
    assertEquals(expected, Protocols.readAccumulator((byte[]) bytes));
  }

  @Test
  void nullGivesNull() {
    assertNull(
        value("SELECT ldp_randomize(CAST(NULL AS DOUBLE), 'duchi(epsilon=1,lower=0,upper=1)')"));
  }

  /** NaN, the infinities, and 17.25 outside [0, 1]. */
  @ParameterizedTest
  @ValueSource(strings = {"double('NaN')", "double('Infinity')", "-double('Infinity')", "17.25D"})
  void aNumberThatIsNotTakenFailsTheQueryWithoutBeingShown(String number) {
    Exception refusal =
        assertThrows(
            Exception.class,
            () ->
                value(
                    "SELECT ldp_randomize(x, 'duchi(epsilon=1,lower=0,upper=1)', 1, 'a') FROM"
                        + " (SELECT "
                        + number
                        + " AS x FROM range(1))"));
    for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
      assertFalse(String.valueOf(cause.getMessage()).matches("(?s).*(17\\.25|NaN|Infinity).*"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ldp_randomize('a', 'duchi(epsilon=1,lower=0,upper=1)') | a number",
        "ldp_randomize(0.5, 'hypercube(epsilon=1,d=3,radius=1)') | an array of numbers",
        "ldp_randomize(array('a'), 'hypercube(epsilon=1,d=3,radius=1)') | an array of numbers",
        "ldp_randomize(0.5, 'duchi(epsilon=1,lower=1,upper=1)') | lower must be below upper",
        "ldp_randomize(0.5, 'gaussian(epsilon=1,sigma=1,range=10)') | several rounds",
      })
  void wrongTypesAndParametersAreRefusedAtAnalysis(String call, String words) {
    AnalysisException refusal =
        assertThrows(AnalysisException.class, () -> value("SELECT " + call));

    assertTrue(refusal.getMessage().contains(words), refusal.getMessage());
  }
}
