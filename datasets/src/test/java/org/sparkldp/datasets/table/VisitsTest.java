package org.sparkldp.datasets.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sparkldp.datasets.ChiSquare;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.Truth;

/** How the columns of the events table relate; their marginals are GeneratorTest's. */
class VisitsTest {
  private static final int ROWS = 100_000;
  private static final Generator EVENTS = Datasets.find("events");

  @Test
  void events_areOneRowPerUser_partitionedByDay() {
    assertEquals(List.of("day"), EVENTS.partitionColumns());
    Truth.Categorical days = (Truth.Categorical) EVENTS.column("day").truth();
    assertEquals(30, days.values().size());
    assertEquals(LocalDate.of(2026, 1, 1), days.values().get(0));
    assertEquals(LocalDate.of(2026, 1, 30), days.values().get(29));
  }

  @Test
  void columnsThatShouldDepend_do_andOthersDoNot() {
    assertTrue(depend("country", "page"));
    assertTrue(depend("country", "income"));
    assertTrue(depend("age", "income"));
    assertTrue(depend("age", "device"));
    assertTrue(depend("device", "session_minutes"));
    assertTrue(depend("country", "subscribed"));
    assertFalse(depend("country", "age"));
    assertFalse(depend("day", "country"));
    assertFalse(depend("day", "income"));
    assertFalse(depend("user_id", "country"));
    assertFalse(depend("country", "device"));
  }

  /** Within one country and one age nothing but the log-normal is left: median 48,000 e^-0.024. */
  @Test
  void income_ofAmericansOfFortyTwo_isLogNormalAroundTheirMedian() {
    Column.OfInt age = EVENTS.column("age", Column.OfInt.class);
    Column.OfString country = EVENTS.column("country", Column.OfString.class);
    Column.OfDouble income = EVENTS.column("income", Column.OfDouble.class);
    List<Double> logs = new ArrayList<>();
    for (long index = 0; index < 10 * ROWS; index++) {
      if (age.at(1, index) == 42 && country.at(1, index).equals("US")) {
        logs.add(Math.log(income.at(1, index)));
      }
    }
    double mean = logs.stream().mapToDouble(x -> x).average().orElseThrow();
    double variance =
        logs.stream().mapToDouble(x -> (x - mean) * (x - mean)).average().orElseThrow();
    assertEquals(Math.log(48_000) - 0.024, mean, 5 * 0.55 / Math.sqrt(logs.size()));
    assertEquals(0.55 * 0.55, variance, 5 * 0.55 * 0.55 * Math.sqrt(2.0 / logs.size()));
  }

  /** Compares four bins of the one column with four of the other. */
  private static boolean depend(String one, String other) {
    ToIntFunction<Object> oneBin = bins(EVENTS.column(one));
    ToIntFunction<Object> otherBin = bins(EVENTS.column(other));
    long[][] counts = new long[4][4];
    for (long index = 0; index < ROWS; index++) {
      int row = oneBin.applyAsInt(EVENTS.column(one).value(7, index));
      counts[row][otherBin.applyAsInt(EVENTS.column(other).value(7, index))]++;
    }
    return ChiSquare.findsDependence(nonEmpty(counts));
  }

  /** Quarters of the truth for numbers, of the range for identifiers, else every fourth value. */
  private static ToIntFunction<Object> bins(Column column) {
    if (column.truth() instanceof Truth.Numeric truth) {
      double[] cuts = {truth.quantile(0.25), truth.quantile(0.5), truth.quantile(0.75)};
      return value ->
          (int) Arrays.stream(cuts).filter(cut -> ((Number) value).doubleValue() > cut).count();
    }
    if (column.truth() instanceof Truth.Categorical truth) {
      return value -> truth.values().indexOf(value) % 4;
    }
    return value -> (int) ((Long) value >>> 61);
  }

  /** A column of two values fills two of the four bins. */
  private static long[][] nonEmpty(long[][] counts) {
    int[] columns =
        IntStream.range(0, 4)
            .filter(c -> Arrays.stream(counts).mapToLong(row -> row[c]).sum() > 0)
            .toArray();
    return Arrays.stream(counts)
        .filter(row -> Arrays.stream(row).sum() > 0)
        .map(row -> Arrays.stream(columns).mapToLong(c -> row[c]).toArray())
        .toArray(long[][]::new);
  }
}
