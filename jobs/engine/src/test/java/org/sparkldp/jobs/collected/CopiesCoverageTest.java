package org.sparkldp.jobs.collected;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sparkldp.sql.SparkTest;

/** How often the combined answers of 20 synthetic tables hold the truth of those who were asked. */
@Tag("long")
@ExtendWith(SparkTest.class)
class CopiesCoverageTest {
  private static final int CROWDS = 100;
  private static final int PEOPLE = 20_000;
  private static final int ROWS = 2_000;

  private static final String RICH = "IF(income >= 40000, 1.0D, 0.0D)";
  private static final String SCHOOLED = "IF(education = 'school', 1.0D, 0.0D)";

  @Test
  void aMeanAndARegressionInsideTheTree() {
    spark().sql("SELECT 1").collect();
    int[] held = new int[4]; // mean, slope, and those of one copy that is taken for people
    for (int seed = 1; seed <= CROWDS; seed++) {
      SimulatedTable people = SimulatedTable.of(PEOPLE, 2, seed);
      people.table().fit().synthesize(spark(), ROWS, 20, seed).createOrReplaceTempView("c");
      Row row =
          spark()
              .sql(
                  """
                  SELECT m.lower, m.upper, s.lower, s.upper, e - 1.96 * sqrt(v), e + 1.96 * sqrt(v)
                  FROM (SELECT ldp_combine(e, v, %s) m, ldp_combine(b, w, %s) s, first(e) e,
                               first(v) v
                        FROM (SELECT copy, avg(%s) e, var_samp(%s) / count(*) v,
                                regr_slope(%s, %s) b,
                                (var_samp(%s) / var_samp(%s) - pow(regr_slope(%s, %s), 2))
                                  / (count(*) - 2) w
                              FROM c WHERE education IS NOT NULL GROUP BY copy))\
                  """
                      .formatted(
                          ROWS / (double) PEOPLE,
                          ROWS / (double) PEOPLE,
                          RICH,
                          RICH,
                          RICH,
                          SCHOOLED,
                          RICH,
                          SCHOOLED,
                          RICH,
                          SCHOOLED))
              .head();
      double rich = share(people, 0, 3);
      double slope = share(people, 0, 1) - share(people, 1, 3);
      held[0] += row.getDouble(0) <= rich && rich <= row.getDouble(1) ? 1 : 0;
      held[1] += row.getDouble(2) <= slope && slope <= row.getDouble(3) ? 1 : 0;
      held[2] += row.getDouble(4) <= rich && rich <= row.getDouble(5) ? 1 : 0;
    }
    System.out.printf(
        "of %d: mean %d, slope %d, mean of one copy %d%n", CROWDS, held[0], held[1], held[2]);
    // Of intervals that hold .95, 100 crowds hold 81 or fewer with probability 5e-7; as narrow as
    // those of one copy they hold far fewer. Seen: 94 and 96.
    assertTrue(held[0] > 81 && held[1] > 81, held[0] + ", " + held[1]);
    assertTrue(held[2] <= 82, "one copy: " + held[2]);
  }

  /** The rich among those of some levels of education. */
  private static double share(SimulatedTable people, int from, int to) {
    int[] those =
        IntStream.range(0, people.ages().length)
            .filter(i -> people.schools()[i] >= from && people.schools()[i] < to)
            .toArray();
    return IntStream.of(those).filter(i -> people.incomes()[i] >= 40e3).count()
        / (double) those.length;
  }
}
