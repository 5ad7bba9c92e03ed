package org.sparkldp.jobs.ingest;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanContext;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskProvider;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocol;

/**
 * A question whose reports are made elsewhere, of any protocol; nothing of it can be asked here.
 */
record AnyTask(Protocol<?, ?> protocol) implements Task, TaskProvider, Values {

  static Plan plan(Protocol<?, ?> protocol) {
    return Plan.once(
        "any",
        "id",
        new AnyTask(protocol),
        OutsideRule.FAIL,
        protocol.isForLife() ? Plan.Randomness.KEYED : Plan.Randomness.WRITE_ONCE,
        List.of());
  }

  @Override
  public TaskProvider provider() {
    return this;
  }

  @Override
  public Task withProtocol(Protocol<?, ?> round) {
    return new AnyTask(round);
  }

  @Override
  public Values values() {
    return this;
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    throw madeElsewhere();
  }

  @Override
  public List<Chart> charts(Answers answers, Optional<double[]> truth) {
    return List.of();
  }

  @Override
  public String name() {
    return "any";
  }

  @Override
  public Set<String> keys() {
    return Set.of();
  }

  @Override
  public Task read(Settings plan, OutsideRule outside, PlanContext context) {
    throw madeElsewhere();
  }

  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public Map<String, DataType> types() {
    return Map.of();
  }

  @Override
  public Map<String, Object> settings() {
    return Map.of();
  }

  @Override
  public Column item(Plan plan, StructType schema, Column number) {
    throw madeElsewhere();
  }

  @Override
  public Optional<Column> number(Plan plan, StructType schema, Column id) {
    return Optional.empty();
  }

  @Override
  public Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
    throw madeElsewhere();
  }

  /** Ingesting and accumulating ask none of this, and a test that did would fail here. */
  private static AssertionError madeElsewhere() {
    return new AssertionError("reports of this question are made elsewhere");
  }
}
