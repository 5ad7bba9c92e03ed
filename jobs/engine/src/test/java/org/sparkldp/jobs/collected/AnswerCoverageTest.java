package org.sparkldp.jobs.collected;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sparkldp.sql.SparkTest;
import org.sparkldp.tables.Density;

/** How often the intervals of answers hold the truth of the people who were asked. */
@Tag("slow")
@ExtendWith(SparkTest.class)
class AnswerCoverageTest {
  private static final int CROWDS = 60;

  /** Other crowds than those by which intervals of the model were widened. */
  private static final int FRESH = 3_000;

  /** Intervals of one kind: how many hold the truth, and how many of those half as wide. */
  private record Coverage(int all, int held, int heldByHalf) {
    private static final Coverage NONE = new Coverage(0, 0, 0);

    private Coverage and(double truth, Row row) {
      double lower = row.getAs("lower");
      double upper = row.getAs("upper");
      double middle = (lower + upper) / 2;
      double quarter = (upper - lower) / 4;
      return new Coverage(
          all + 1,
          held + (lower <= truth && truth <= upper ? 1 : 0),
          heldByHalf + (Math.abs(truth - middle) <= quarter ? 1 : 0));
    }

    /** Three standard deviations of how many of so many intervals of 95 % hold the truth. */
    private double chance() {
      return 3 * Math.sqrt(0.95 * 0.05 / all);
    }

    @Override
    public String toString() {
      return "%.3f (half: %.3f) of %d"
          .formatted((double) held / all, (double) heldByHalf / all, all);
    }
  }

  private final Map<String, Coverage> seen = new TreeMap<>();

  private void see(SimulatedTable people, Density density, IntPredicate of, Row row) {
    String measure = row.<String>getAs("measure").replaceAll("\\(.*", "");
    double[] incomes =
        IntStream.range(0, people.ages().length)
            .filter(of)
            .mapToDouble(i -> people.incomes()[i])
            .toArray();
    double truth =
        switch (measure) {
          case "count" -> incomes.length;
          case "sum" -> IntStream.range(0, incomes.length).mapToDouble(i -> incomes[i]).sum();
          case "avg" ->
              IntStream.range(0, incomes.length)
                  .mapToDouble(i -> incomes[i])
                  .average()
                  .orElseThrow();
          default -> median(incomes, density);
        };
    seen.merge(
        row.getAs("source") + " " + measure,
        Coverage.NONE.and(truth, row),
        (a, b) -> new Coverage(a.all + b.all, a.held + b.held, a.heldByHalf + b.heldByHalf));
  }

  /** The median of cells, within which people are taken to be spread as the whole column is. */
  private static double median(double[] incomes, Density density) {
    TableAttribute income = SimulatedTable.SCHEMA.attributes().get(2);
    double below = 0;
    for (int cell = 0; ; cell++) {
      double low = income.edge(cell);
      double high = income.edge(cell + 1);
      double here =
          IntStream.range(0, incomes.length)
              .filter(i -> incomes[i] >= low && incomes[i] < high)
              .count();
      if (below + here >= incomes.length / 2.0) {
        return density.quantile(low, high, (incomes.length / 2.0 - below) / here);
      }
      below += here;
    }
  }

  @Test
  void intervalsHoldTheTruth() {
    for (int seed = 1; seed <= CROWDS; seed++) {
      SimulatedTable people = SimulatedTable.of(20_000, 2, FRESH + seed);
      FittedTable fitted = people.table().fit();
      Density density = fitted.density(2);
      String cells =
          "SELECT education, age, count(*) FROM people GROUP BY education, age"
              + " HAVING education IS NOT NULL";
      for (Row row : fitted.ask(spark(), cells).collectAsList()) {
        int school = SimulatedTable.EDUCATION.indexOf(row.getString(0));
        int from = row.getInt(1);
        int to = from == 17 ? 30 : from == 30 ? 45 : from == 45 ? 60 : 91;
        see(
            people,
            density,
            i -> people.schools()[i] == school && people.ages()[i] >= from && people.ages()[i] < to,
            row);
      }
      String inside =
          "SELECT education, sum(income), avg(income), median(income) FROM people"
              + " GROUP BY education HAVING education IS NOT NULL";
      for (Row row : fitted.ask(spark(), inside).collectAsList()) {
        int school = SimulatedTable.EDUCATION.indexOf(row.getString(0));
        see(people, density, i -> people.schools()[i] == school, row);
      }
      String outside =
          "SELECT sex, count(*), sum(income), avg(income), median(income) FROM people"
              + " WHERE age >= 45 GROUP BY sex";
      for (Row row : fitted.ask(spark(), outside).collectAsList()) {
        int sex = SimulatedTable.SEX.indexOf(row.getString(0));
        see(people, density, i -> people.sexes()[i] == sex && people.ages()[i] >= 45, row);
      }
    }
    System.out.println(seen);
    assertEquals(8, seen.size(), "counts, sums, means and medians, by tables and by the model");
    seen.forEach(
        (kind, of) -> {
          double held = (double) of.held / of.all;
          String said = kind + " " + of;
          // Of tables all but quantiles are 95 %; the model's are widened, and hold it more often.
          assertTrue(held >= 0.95 - of.chance(), said);
          assertTrue(kind.startsWith("model") || held <= 0.95 + of.chance(), said);
          assertTrue(of.heldByHalf < (0.95 - of.chance()) * of.all, said);
        });
  }
}
