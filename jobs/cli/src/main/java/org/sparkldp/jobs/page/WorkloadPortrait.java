package org.sparkldp.jobs.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.task.WorkloadTask;

/** A workload's answers: a curve of a distribution function, and else bars. */
public final class WorkloadPortrait implements Portrait<WorkloadTask> {
  @Override
  public String kind() {
    return "workload";
  }

  @Override
  public Picture picture(WorkloadTask question) {
    String about = question.about();
    ProductDomain domain = question.values().domain();
    int items = question.protocol().k();
    return question.isPrefix()
        ? new Picture.Curve(
            "How many people are at or below each value of " + about,
            isNumeric(domain) ? about : "item of " + about,
            "people",
            true,
            places(domain, items))
        : question.isOfRanges()
            ? new Picture.Bars(
                "How many people are in each range of " + about,
                about,
                false,
                true,
                IntStream.range(0, items).mapToObj(domain::item).toList())
            : new Picture.Bars(
                "How many people each query counts, over " + about,
                "query",
                false,
                false,
                List.of());
  }

  /** Where items stand: at their largest value where they are numbers, else at their place. */
  private static double[] places(ProductDomain domain, int items) {
    Domain first = domain.attributes().get(0).domain();
    boolean isNumeric = isNumeric(domain);
    return IntStream.range(0, items)
        .mapToDouble(i -> isNumeric ? ((Number) first.value(i, true)).doubleValue() : i)
        .toArray();
  }

  private static boolean isNumeric(ProductDomain domain) {
    return domain.attributes().size() == 1
        && domain.attributes().get(0).domain().kind() != Domain.ColumnKind.TEXT
        && !domain.hasOther()
        && !domain.hasMissing();
  }

  @Override
  public List<Page.Fact> facts(WorkloadTask question) {
    List<Page.Fact> facts = new ArrayList<>();
    question
        .protocol()
        .file()
        .summary()
        .forEach((name, value) -> facts.add(new Page.Fact("strategy: " + name, value)));
    return facts;
  }
}
