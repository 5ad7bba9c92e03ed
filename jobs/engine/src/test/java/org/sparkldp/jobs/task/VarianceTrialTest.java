package org.sparkldp.jobs.task;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.lit;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.sql.SparkTest;

/**
 * A stranger's question, in one file: the variance of numbers of a range, from one report each. A
 * person's number y, scaled to [-1, 1], and its square are two coordinates of one vector; the
 * answer is the mean of the squares less the square of the mean, plus the estimated variance of
 * that mean. No protocol of vectors says how the errors of two coordinates go together, so their
 * standard errors are added, and the interval is too long rather than too short.
 */
@ExtendWith(SparkTest.class)
class VarianceTrialTest {

  /** The number and its square, both in [-1, 1]. */
  private record Squared(String column, double lower, double upper) implements Values {
    @Override
    public List<String> columns() {
      return List.of(column);
    }

    @Override
    public Map<String, DataType> types() {
      return Map.of(column, DataTypes.DoubleType);
    }

    @Override
    public Map<String, Object> settings() {
      return Map.of("column", column, "lower", lower, "upper", upper);
    }

    @Override
    public Column item(Plan plan, StructType schema, Column number) {
      return NumberValues.accepted(plan, number, lit(0L));
    }

    @Override
    public Optional<Column> number(Plan plan, StructType schema, Column id) {
      Column number = Columns.number(column, schema);
      Column scaled = number.multiply(2).minus(lower + upper).divide(upper - lower);
      return Optional.of(array(scaled, scaled.multiply(scaled).multiply(2).minus(1)));
    }

    @Override
    public Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
      return new Column[] {number, id};
    }
  }

  private record VarianceTask(Squared values, VectorProtocol<?> protocol) implements Task {
    @Override
    public Kind kind() {
      return new Kind();
    }

    @Override
    public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
      Estimate both = Protocols.estimate(protocol, reports, confidence);
      double mean = both.estimates()[0];
      double error = both.standardErrors()[0];
      double square = Math.pow((values.upper - values.lower) / 2, 2);
      double variance = square * ((both.estimates()[1] + 1) / 2 - mean * mean + error * error);
      double all = square * (both.standardErrors()[1] / 2 + 2 * Math.abs(mean) * error);
      double half = StandardNormal.twoSided(confidence) * all;
      return Answers.raw(
          new Estimate(
              both.n(),
              confidence,
              List.of(
                  new Estimate.Row("variance", variance, all, variance - half, variance + half))));
    }

    private static final class Kind extends TaskKind<Squared, VectorProtocol<?>> {
      private Kind() {
        super(
            "variance",
            VectorProtocol.class,
            "a variance needs a protocol of two coordinates, such as one-coordinate",
            (plan, outside) ->
                new Squared(plan.text("column"), plan.number("lower"), plan.number("upper")),
            VarianceTask::new,
            "column",
            "lower",
            "upper");
      }
    }
  }

  private static Estimate.Row variance(double lower, double upper) {
    VectorProtocol<?> protocol =
        (VectorProtocol<?>) Protocols.of("one-coordinate(epsilon=2,d=2,radius=1)");
    VarianceTask task = new VarianceTask(new Squared("x", lower, upper), protocol);
    Plan plan = Plan.builder("spread", "id", task, Plan.Randomness.KEYED).build();
    Dataset<Row> people =
        spark().range(0, 200_000, 1, 2).selectExpr("id", "CAST(10 + id % 11 AS DOUBLE) AS x");
    return Job.of(spark(), plan)
        .withKey(SparkTest.KEY_FILE.toString())
        .answer(people)
        .estimate()
        .rows()
        .get(0);
  }

  /** Of 10 to 20, each held by as many: the variance is 10. The coins are of one key. */
  @Test
  void itIsTheMeanSquareLessTheSquareOfTheMean() {
    Estimate.Row centred = variance(10, 20);
    Estimate.Row aside = variance(0, 25);

    assertTrue(centred.lower() < 10 && centred.upper() > 10, centred.toString());
    assertTrue(aside.lower() < 10 && aside.upper() > 10, aside.toString());
    assertTrue(centred.standardError() < aside.standardError(), aside.toString());
    double squares = 10 + Math.pow(15 - 12.5, 2); // the wrong twin: about the middle of the range
    assertTrue(aside.upper() < squares, aside.toString());
  }
}
