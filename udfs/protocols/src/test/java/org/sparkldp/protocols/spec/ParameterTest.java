package org.sparkldp.protocols.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A range is said once: description, check and refusal are its. */
class ParameterTest {
  private static final Parameter REAL = Parameter.real("x", "a size");

  /** The parameter; its description; what must be; numbers that may be; numbers that may not. */
  static Stream<Arguments> ranges() {
    return Stream.of(
        Arguments.of(REAL, "a size", "finite", List.of(-1e300, 1e300), List.of()),
        Arguments.of(
            REAL.from(1).to(4096),
            "a size (1 to 4096)",
            "between 1 and 4096",
            List.of(1.0, 4096.0),
            List.of(Math.nextDown(1.0), Math.nextUp(4096.0))),
        Arguments.of(
            REAL.above(0), "a size (above 0)", "above 0 and finite", List.of(1e-300), List.of(0.0)),
        Arguments.of(
            REAL.above(0).below(1),
            "a size (between 0 and 1)",
            "strictly between 0 and 1",
            List.of(1e-300, 0.9),
            List.of(0.0, 1.0)),
        Arguments.of(
            REAL.above(0.5).to(10),
            "a size (above 0.5 and at most 10)",
            "above 0.5 and at most 10",
            List.of(10.0),
            List.of(0.5, 11.0)),
        Arguments.of(
            REAL.from(1e-15).below(1),
            "a size (at least 1e-15 and below 1)",
            "at least 1e-15 and below 1",
            List.of(1e-15),
            List.of(1e-16, 1.0)),
        Arguments.of(
            REAL.from(0x1p-300).to(0x1p300),
            "a size (2^-300 to 2^300)",
            "between 2^-300 and 2^300",
            List.of(1.0),
            List.of(0.0)),
        Arguments.of(REAL.from(2).to(2), "a size (2)", "2", List.of(2.0), List.of(1.0, 3.0)),
        Arguments.of(
            REAL.to(3).optional("the best"),
            "a size (at most 3; by default the best)",
            "at most 3",
            List.of(-9.0),
            List.of(4.0)),
        Arguments.of(
            REAL.from(3).orElse(5),
            "a size (at least 3; by default 5)",
            "at least 3",
            List.of(3.0),
            List.of(2.0)));
  }

  @ParameterizedTest
  @MethodSource
  void ranges(
      Parameter parameter,
      String description,
      String phrase,
      List<Double> inside,
      List<Double> outside) {
    assertEquals(description, parameter.description());
    inside.forEach(parameter::require);
    for (double wrong :
        Stream.concat(
                outside.stream(),
                Stream.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY))
            .toList()) {
      assertEquals(
          "x must be " + phrase + ". Provided value: " + wrong + ".",
          assertThrows(IllegalArgumentException.class, () -> parameter.require(wrong))
              .getMessage());
    }
  }

  @Test
  void aRemedyIsOfItsEnd() {
    Parameter k = Parameter.K.to(8, "Take hadamard.");

    assertTrue(refusal(k, 9).endsWith("Provided value: 9. Take hadamard."), refusal(k, 9));
    assertEquals(
        "k (items of the domain) must be between 2 and 8. Provided value: 1. A domain of one item"
            + " has nothing to ask.",
        refusal(k, 1));
  }

  private static String refusal(Parameter parameter, int value) {
    return assertThrows(IllegalArgumentException.class, () -> parameter.require(value))
        .getMessage();
  }

  @Test
  void theFirstWordStandsForNone() {
    Parameter law = Parameter.word("law", "what is known", "any", "smooth");
    List<Parameter> declared = List.of(law, REAL.orElse(2));
    Parameters given = Parameters.of(ProtocolSpec.parse("p()"), declared);

    assertEquals("any", given.text("law"));
    assertEquals(2, given.real("x"));
    assertEquals(
        "law must be any or smooth. Provided value: none.",
        assertThrows(
                IllegalArgumentException.class,
                () -> Parameters.of(ProtocolSpec.parse("p(law=none)"), declared))
            .getMessage());
  }
}
