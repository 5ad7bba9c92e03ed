package org.sparkldp.jobs.task;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanContext;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskProvider;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.ChangeProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * By how many people did each item grow between two periods? Answered from both reports of each
 * person, which are there; nobody is asked.
 */
record ChangeTask(Pairs values, ChangeProtocol protocol) implements Task {

  /**
   * The two values of a person.
   *
   * @param items of which either is one
   * @param earlier the first period's value, such as 2026-01-01
   * @param later the other's
   */
  record Pairs(ItemValues items, String earlier, String later) implements Values {
    @Override
    public List<String> columns() {
      return items.columns();
    }

    @Override
    public Map<String, DataType> types() {
      return items.types();
    }

    @Override
    public Map<String, Object> settings() {
      Map<String, Object> settings = new LinkedHashMap<>(items.settings());
      settings.put(Provider.EARLIER, earlier);
      settings.put(Provider.LATER, later);
      return settings;
    }

    /** Nobody is asked, so there is no table of values. */
    @Override
    public Collection<String> require(Plan plan, Dataset<Row> table) {
      throw Require.refusal(
          "a change is answered from reports that are there, and nobody is asked. Provided plan:"
              + " %s; privatize a histogram with a period and a lifetime epsilon, and then ldp"
              + " accumulate --change.",
          plan.name());
    }

    @Override
    public Column item(Plan plan, StructType schema, Column number) {
      return items.item(plan, schema, number);
    }

    @Override
    public Optional<Column> number(Plan plan, StructType schema, Column id) {
      return items.number(plan, schema, id);
    }

    @Override
    public Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
      return items.arguments(isKeyed, item, number, id);
    }
  }

  @Override
  public TaskProvider provider() {
    return new Provider();
  }

  @Override
  public Task withProtocol(Protocol<?, ?> round) {
    return new ChangeTask(values, (ChangeProtocol) round);
  }

  @Override
  public boolean countsPeople() {
    return true;
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    return new Answers(
        Protocols.estimate(protocol, reports, confidence).named(values.items.domain()::item),
        ShiftStep.columns(steps, protocol, reports.n()));
  }

  @Override
  public List<Chart> charts(Answers answers, Optional<double[]> truth) {
    return List.of(
        Charts.bars(
            "By how many people each value of "
                + about()
                + " grew from "
                + values.earlier
                + " to "
                + values.later,
            about(),
            answers,
            truth));
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Only people with a report in both periods are in it. The intervals are those of the"
            + " change: reports of one person in two periods are not independent, and the pairs"
            + " show by how much.");
  }

  /** Changes in plans. */
  public static final class Provider implements TaskProvider {
    static final String EARLIER = "earlier";
    static final String LATER = "later";

    @Override
    public String name() {
      return "change";
    }

    @Override
    public Set<String> keys() {
      return Set.of("column", "domain", "attributes", EARLIER, LATER);
    }

    @Override
    public Set<String> steps() {
      return Set.of(ShiftStep.NAME);
    }

    @Override
    public OutsideRule outside(Settings plan) {
      return OutsideRule.read(plan);
    }

    @Override
    public Task read(Settings plan, OutsideRule outside, PlanContext context) {
      ItemValues items =
          new ItemValues(ProductDomain.of(Attribute.readAll(plan, context), outside));
      Pairs pairs = new Pairs(items, plan.string(EARLIER), plan.string(LATER));
      return plan.at("protocol", () -> of(pairs, plan.string("protocol"), context));
    }

    private static Task of(Pairs pairs, String spec, PlanContext context) {
      ProtocolSpec written = ProtocolSpec.parse(spec);
      int items = pairs.items.domain().size();
      if (context.complete(written, "k", items) instanceof ChangeProtocol change
          && change.items() == items) {
        return new ChangeTask(pairs, change);
      }
      throw Require.refusal(
          "a change needs a protocol of changes over %s items. Provided value: %s.",
          items, written);
    }
  }
}
