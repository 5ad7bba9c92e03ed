package org.sparkldp.jobs.collected;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sparkldp.sql.SparkTest;

/** Synthetic people as a table. */
@ExtendWith(SparkTest.class)
class SyntheticTableTest {
  private static SimulatedTable people;
  private static FittedTable fitted;

  @BeforeAll
  static void collect() {
    people = SimulatedTable.of(100_000, 6, 1);
    fitted = people.table().fit();
  }

  @Test
  void rowsLookLikeThePeople() {
    Dataset<Row> rows = fitted.synthesize(spark(), 50_000, 0, 7);
    assertEquals(SimulatedTable.SCHEMA.sparkType(), rows.schema());
    Row means =
        rows.selectExpr(
                "avg(income)",
                "avg(age)",
                "avg(CASE WHEN education = 'school' THEN income END)",
                "avg(if(education IS NULL, 1, 0))",
                "min(age)",
                "max(age)",
                "avg(if(age >= 30 AND age < 45, age, null))")
            .head();
    double income = Arrays.stream(people.incomes()).average().orElseThrow();
    assertEquals(income, means.getDouble(0), 0.02 * income);
    assertEquals(Arrays.stream(people.ages()).average().orElseThrow(), means.getDouble(1), 1);
    assertEquals(18_000, means.getDouble(2), 900);
    assertEquals(0.1, means.getDouble(3), 0.01);
    assertEquals(17, means.getInt(4));
    assertTrue(means.getInt(5) <= 90);
  }

  @Test
  void aRowIsAFunctionOfSeedAndNumber() {
    List<Row> few = fitted.synthesize(spark(), 1_000, 0, 7).collectAsList();
    assertEquals(few, fitted.synthesize(spark(), 1_000, 0, 7).collectAsList());
    List<Row> more = fitted.synthesize(spark(), 3_001, 0, 7).collectAsList();
    assertEquals(few, more.subList(0, 1_000));
    assertTrue(!few.equals(fitted.synthesize(spark(), 1_000, 0, 8).collectAsList()));
  }

  @Test
  void copiesAreOfOtherFits() {
    List<Row> copies =
        fitted
            .synthesize(spark(), 20_000, 3, 7)
            .groupBy("copy")
            .agg(org.apache.spark.sql.functions.expr("avg(income)"))
            .orderBy("copy")
            .collectAsList();
    assertEquals(List.of(1, 2, 3), copies.stream().map(row -> row.getInt(0)).toList());
    assertTrue(copies.get(0).getDouble(1) != copies.get(1).getDouble(1));
    badInput("copies must be 2 to 100", () -> fitted.synthesize(spark(), 10, 101, 7));
    badInput("rows must be at least 1", () -> fitted.synthesize(spark(), 0, 0, 7));
  }

  /** Whatever the density, and never without people. */
  @Test
  void peopleOfACellHaveTheMeanThatItsEndsTell() {
    for (double mean : new double[] {0.05, 0.2, 0.4, 0.5, 0.75, 0.9}) {
      double[] pieces = new double[100];
      Arrays.setAll(pieces, i -> 1 + Math.exp(-i / 10.0));
      SyntheticTable.tilt(pieces, mean);
      double all = Arrays.stream(pieces).sum();
      double sum = 0;
      for (int i = 0; i < pieces.length; i++) {
        assertTrue(pieces[i] > 0);
        sum += pieces[i] / all * (i + 0.5) / pieces.length;
      }
      assertEquals(mean, sum, 1e-9);
      double[] at = SyntheticTable.quantiles(pieces);
      double middles = 0;
      for (int i = 1; i < at.length; i++) {
        assertTrue(at[i] >= at[i - 1]);
        middles += (at[i - 1] + at[i]) / 2 / (at.length - 1);
      }
      assertEquals(mean, middles, 6e-3); // people of the last quantile are not evenly spread
    }
  }
}
