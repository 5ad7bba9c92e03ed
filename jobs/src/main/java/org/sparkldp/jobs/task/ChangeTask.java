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
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Picture;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.protocols.ChangeProtocol;
import org.sparkldp.protocols.check.Require;

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
    static Pairs read(Settings plan, OutsideRule outside) {
      return new Pairs(
          ItemValues.read(plan, outside), plan.string(Kind.EARLIER), plan.string(Kind.LATER));
    }

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
      settings.put(Kind.EARLIER, earlier);
      settings.put(Kind.LATER, later);
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
  }

  @Override
  public Kind kind() {
    return new Kind();
  }

  @Override
  public boolean countsPeople() {
    return true;
  }

  @Override
  public String row(int place) {
    return values.items.domain().item(place);
  }

  @Override
  public Picture picture() {
    return new Picture.Bars(
        "By how many people each value of %s grew from %s to %s"
            .formatted(about(), values.earlier, values.later),
        about());
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Only people with a report in both periods are in it. The intervals are those of the"
            + " change: reports of one person in two periods are not independent, and the pairs"
            + " show by how much.");
  }

  /** Changes in plans. */
  public static final class Kind extends TaskKind<ChangeTask.Pairs, ChangeProtocol> {
    static final String EARLIER = "earlier";
    static final String LATER = "later";

    /** As the service loader makes it. */
    public Kind() {
      super(
          "change",
          ChangeProtocol.class,
          "a change needs a protocol of changes",
          Pairs::read,
          ChangeTask::new,
          "column",
          "domain",
          "attributes",
          EARLIER,
          LATER);
    }

    @Override
    public Set<String> steps() {
      return Set.of(Answers.SHIFT);
    }

    @Override
    protected Optional<Decided<ChangeProtocol>> decided(Pairs values) {
      return Optional.of(
          new Decided<>(
              "k", values.items.domain().size(), "the number of items", ChangeProtocol::items));
    }
  }
}
