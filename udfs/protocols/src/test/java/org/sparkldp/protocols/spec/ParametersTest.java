package org.sparkldp.protocols.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParametersTest {
  private static final List<Parameter> DECLARED =
      List.of(
          Parameter.EPSILON,
          Parameter.K,
          Parameter.integer("bits", "bits of a report").optional(),
          Parameter.real("theta", "a threshold").optional(),
          Parameter.text("mode", "a mode").optional());

  private static Parameters read(String spec) {
    return Parameters.of(ProtocolSpec.parse(spec), DECLARED);
  }

  @Test
  void argumentsComeInAnyOrderAndAreReadByName() {
    Parameters given = read("p(mode=fast,k=16,theta=0.25,epsilon=1.5,bits=8)");

    assertEquals(1.5, given.real("epsilon"));
    assertEquals(16, given.integer("k"));
    assertEquals(OptionalInt.of(8), given.optionalInteger("bits"));
    assertEquals(OptionalDouble.of(0.25), given.optionalReal("theta"));
    assertEquals("fast", given.text("mode", "slow"));
  }

  @Test
  void whatIsOptionalMayBeLeftOut() {
    Parameters given = read("p(epsilon=1,k=2)");

    assertEquals(OptionalInt.empty(), given.optionalInteger("bits"));
    assertEquals(OptionalDouble.empty(), given.optionalReal("theta"));
    assertEquals("slow", given.text("mode", "slow"));
  }

  /**
   * Estimates square numbers, and a square that is infinite or 0 makes an interval that is wrong.
   */
  @Test
  void numbersAreOfASizeThatHasSquares() {
    for (String theta : List.of("0", "1e100", "-1e100", "1e-100")) {
      read("p(epsilon=1,k=2,theta=" + theta + ")");
    }
    for (String theta : List.of("1e101", "-1e308", "1e-101", "4e-320")) {
      String refusal =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> read("p(epsilon=1,k=2,theta=" + theta + ")"))
              .getMessage();
      assertEquals(
          "theta must be 0 or between 1e-100 and 1e100 in size. Provided value: "
              + theta
              + "; take another unit.",
          refusal);
    }
  }

  @Test
  void aProtocolUsesOnlyWhatItDeclares() {
    Parameters given = read("p(epsilon=1,k=2)");

    for (Executable use :
        List.<Executable>of(() -> given.real("rho"), () -> given.with("rho", 1))) {
      String refusal = assertThrows(IllegalArgumentException.class, use).getMessage();
      assertTrue(refusal.contains("Used by p: rho; declare it."), refusal);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p(epsilon=1)           | p needs the parameter k",
        "p(epsilon=1,k=2,kk=3)  | p has no parameter kk. It takes: epsilon, k, bits, theta, mode.",
        "p(epsilon=one,k=2)     | epsilon must be a number",
        "p(epsilon=1,k=2.5)     | k must be a whole number",
        "p(epsilon=1,k=3000000000) | k must be a whole number",
        "p(epsilon=1,k=2,bits='') | bits must be a whole number",
      })
  void whatDoesNotFitTheDeclarationIsRefusedByName(String spec, String beginning) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> read(spec));

    assertTrue(refusal.getMessage().startsWith(beginning), refusal.getMessage());
  }
}
