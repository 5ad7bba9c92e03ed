package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.value;

import org.apache.spark.sql.AnalysisException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What SQL refuses of numbers and vectors; the rest is in {@link SqlContractTest}. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class NumbersTest {
  /** NaN, the infinities, and 17.25 outside [0, 1]. */
  @ParameterizedTest
  @ValueSource(strings = {"double('NaN')", "double('Infinity')", "-double('Infinity')", "17.25D"})
  void aNumberThatIsNotTakenFailsTheQueryWithoutBeingShown(String number) {
    Exception refusal =
        assertThrows(
            Exception.class,
            () ->
                value(
                    "SELECT ldp_randomize(x, 'duchi(epsilon=1,lower=0,upper=1)', id, 'a') FROM"
                        + " (SELECT id, "
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
        "ldp_randomize('a', 'duchi(epsilon=1,lower=0,upper=1)') | requires the number type",
        "ldp_randomize(0.5, 'hypercube(epsilon=1,d=3,radius=1)') | requires the ARRAY of numbers"
            + " type",
        "ldp_randomize(array('a'), 'hypercube(epsilon=1,d=3,radius=1)') | requires the ARRAY of"
            + " numbers type",
        "ldp_randomize(0.5, 'duchi(epsilon=1,lower=1,upper=1)') | lower must be below upper",
        "ldp_randomize(0.5, 'gaussian(epsilon=1,sigma=1,range=10)') | several rounds",
      })
  void wrongTypesAndParametersAreRefusedAtAnalysis(String call, String words) {
    AnalysisException refusal =
        assertThrows(AnalysisException.class, () -> value("SELECT " + call));

    assertTrue(refusal.getMessage().contains(words), refusal.getMessage());
  }
}
