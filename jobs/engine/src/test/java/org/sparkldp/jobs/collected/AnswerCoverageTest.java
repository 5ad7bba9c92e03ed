package org.sparkldp.jobs.collected;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sparkldp.sql.SparkTest;

/** How often the intervals of answers hold the truth of the people who were asked. */
@Tag("slow")
@ExtendWith(SparkTest.class)
class AnswerCoverageTest {
  private static final int CROWDS = 60;

  /** Other crowds than those by which intervals of the model were widened. */
  private static final int FRESH = 3_000;

  /** What of intervals holds the truth, and what of those half as wide. */
  private record Coverage(int all, int held, int heldByHalf) {
    Coverage and(double truth, Row row) {
      double lower = row.getAs("lower");
      double upper = row.getAs("upper");
      double middle = (lower + upper) / 2;
      double quarter = (upper - lower) / 4;
      return new Coverage(
          all + 1,
          held + (lower <= truth && truth <= upper ? 1 : 0),
          heldByHalf + (Math.abs(truth - middle) <= quarter ? 1 : 0));
    }

    @Override
    public String toString() {
      return "%.3f (half: %.3f) of %d"
          .formatted((double) held / all, (double) heldByHalf / all, all);
    }
  }

  private static double truth(SimulatedTable people, IntPredicate of, String measure) {
    IntStream counted = IntStream.range(0, people.ages().length).filter(of);
    return measure.startsWith("count")
        ? counted.count()
        : counted.mapToDouble(i -> people.incomes()[i]).average().orElseThrow();
  }

  @Test
  void intervalsHoldTheTruth() {
    Coverage measured = new Coverage(0, 0, 0);
    Coverage model = new Coverage(0, 0, 0);
    for (int seed = 1; seed <= CROWDS; seed++) {
      SimulatedTable people = SimulatedTable.of(20_000, 2, FRESH + seed);
      FittedTable fitted = people.table().fit();
      String inside =
          "SELECT education, age, count(*) FROM people GROUP BY education, age"
              + " HAVING education IS NOT NULL";
      for (Row row : fitted.ask(spark(), inside).collectAsList()) {
        int school = SimulatedTable.EDUCATION.indexOf(row.getString(0));
        int from = row.getInt(1);
        int to = from == 17 ? 30 : from == 30 ? 45 : from == 45 ? 60 : 91;
        IntPredicate of =
            i -> people.schools()[i] == school && people.ages()[i] >= from && people.ages()[i] < to;
        measured = measured.and(truth(people, of, "count"), row);
      }
      String means = "SELECT education = 'school', avg(income) FROM people GROUP BY 1";
      for (Row row : fitted.ask(spark(), means).collectAsList()) {
        if (!row.isNullAt(0)) {
          boolean isSchool = row.getBoolean(0);
          IntPredicate of = i -> people.schools()[i] >= 0 && people.schools()[i] == 0 == isSchool;
          measured = measured.and(truth(people, of, "avg"), row);
        }
      }
      String outside = "SELECT sex, count(*), avg(income) FROM people WHERE age >= 45 GROUP BY sex";
      for (Row row : fitted.ask(spark(), outside).collectAsList()) {
        int sex = SimulatedTable.SEX.indexOf(row.getString(0));
        IntPredicate of = i -> people.sexes()[i] == sex && people.ages()[i] >= 45;
        model = model.and(truth(people, of, row.getString(1)), row);
      }
    }
    System.out.println("measured " + measured + "; model " + model);
    assertTrue(
        measured.held >= 0.93 * measured.all && measured.held <= 0.97 * measured.all,
        measured.toString());
    assertTrue(measured.heldByHalf < 0.8 * measured.all, measured.toString());
    assertTrue(model.held >= 0.93 * model.all, model.toString());
    assertTrue(model.heldByHalf < 0.85 * model.all, model.toString());
  }
}
