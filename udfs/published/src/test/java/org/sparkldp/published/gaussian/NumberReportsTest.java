package org.sparkldp.published.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

class NumberReportsTest {
  private static final ProtocolSpec SPEC = ProtocolSpec.named("uv-gaussian-1round");
  private static final NumberReports REPORTS = new NumberReports(2, 3, 2, 9);

  @Test
  void aReportCarriesItsGroupAndNumber() {
    for (int group : new int[] {0, 3, 9}) {
      for (long number : new long[] {0, 1, -1, 123_456, -(1 << 20)}) {
        long report = REPORTS.pack(group, number);

        assertTrue(report >= 0);
        assertEquals(number, REPORTS.number(report));
        assertEquals(group, report >> 44);
      }
    }
    assertEquals((1L << 30) - 1, REPORTS.number(REPORTS.pack(1, Long.MAX_VALUE)));
    assertEquals(1 - (1L << 30), REPORTS.number(REPORTS.pack(1, Long.MIN_VALUE)));
  }

  @Test
  void answersAreCountedAndNumbersAddedUpByGroup() {
    Accumulator<Long> reports = new Accumulator<>(SPEC, "", REPORTS);
    reports.add(REPORTS.pack(0, 3), 7);
    reports.add(REPORTS.pack(2, 1));
    reports.add(REPORTS.pack(6, 2), 5); // stratum 1, its second group
    reports.add(REPORTS.pack(4, 1000));
    reports.add(REPORTS.pack(4, -4000));
    reports.add(REPORTS.pack(9, 77));

    assertEquals(16, reports.n());
    assertArrayEquals(new long[] {0, 0, 0, 7, 0, 0, 0, 0, 0, 1, 0, 0}, REPORTS.answers(reports, 0));
    assertArrayEquals(new long[] {0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0}, REPORTS.answers(reports, 1));
    assertEquals(2, REPORTS.mean(reports, 4).n());
    assertEquals(-1500, REPORTS.mean(reports, 4).mean());
    assertEquals(1, REPORTS.mean(reports, 9).n());
    assertEquals(77, REPORTS.mean(reports, 9).mean());
    assertEquals(0, REPORTS.mean(reports, 3).n());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 1, 20})
  void theStandardErrorIsThatOfTheNumbers(double epsilon) {
    GridNoise grid = GridNoise.laplace(epsilon);
    NumberReports numbers = NumberReports.of(1, 0, 1, grid);
    Accumulator<Long> reports = new Accumulator<>(SPEC, "", numbers);
    SimulationSource source = new SimulationSource(3);
    int n = 200_000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      long number = grid.report(grid.steps() / 3, source);
      sum += number;
      squares += (double) number * number;
      reports.add(numbers.pack(0, number));
    }

    NumberReports.SampleMean mean = numbers.mean(reports, 0);
    double exact = Math.sqrt((squares / n - sum / n * (sum / n)) / n);
    assertEquals(sum / n, mean.mean(), 1e-9 * exact);
    assertEquals(exact, mean.standardError(), 1e-4 * exact);
    // and that is the noise's, to within five standard errors (a Laplace square varies by √5)
    assertEquals(Math.sqrt(grid.noise().variance() / n), exact, 5 * Math.sqrt(5.0 / 4 / n) * exact);
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        -1, // a group below 0
        10L << 44 | 1L << 43, // a group too many
        0L << 44 | (1L << 43) + 4, // an answer too many
        1L << 44 | (1L << 43) - 1, // an answer below 0
        4L << 44, // a number that noise never is
        Long.MAX_VALUE,
      })
  void aReportThatNobodyCanHaveMadeIsRefused(long report) {
    Accumulator<Long> reports = new Accumulator<>(SPEC, "", REPORTS);

    assertThrows(IllegalArgumentException.class, () -> reports.add(report));
    assertEquals(0, reports.n());
  }

  /** Noise without bounds ends at the number's ends, after it has been added. */
  @Test
  void numbersAreClippedToTheirBits() {
    for (int coarse : new int[] {0, 3, 22}) {
      NumberReports numbers = new NumberReports(2, 1, 2, coarse);
      long most = (1L << (21 + coarse)) - 1;
      for (int group = 0; group < 6; group++) {
        for (long number : new long[] {0, 1, -1, most, -most, most - 1, 1 - most}) {
          assertEquals(number, numbers.number(numbers.pack(group, number)));
          assertEquals(group, numbers.pack(group, number) >> 44);
        }
        assertEquals(most, numbers.number(numbers.pack(group, most + 1)));
        assertEquals(-most, numbers.number(numbers.pack(group, Long.MIN_VALUE)));
        assertEquals(group % 3 == 0, numbers.isAnswering(group));
      }
      assertEquals(6, numbers.groups());
    }
  }

  @Test
  void tooManyGroupsAreRefused() {
    assertEquals(1 << 19, new NumberReports(512, 512, 512, 0).groups());
    assertThrows(IllegalArgumentException.class, () -> new NumberReports(1, 1 << 19, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new NumberReports(600, 500, 500, 0));
  }

  @Test
  void billionsOfReportsDoNotOverflow() {
    Accumulator<Long> reports =
        new Accumulator<>(SPEC, "", NumberReports.of(1, 0, 1, GridNoise.laplace(1e-6)));

    reports.add(NumberReports.of(1, 0, 1, GridNoise.laplace(1e-6)).pack(0, 1L << 30), 1L << 32);

    assertEquals(1L << 32, reports.n());
  }
}
