package org.sparkldp.jobs.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.task.TableTask;
import org.sparkldp.protocols.Estimate;

/** A whole table: for each column a picture of its levels. */
public final class TablePortrait implements Portrait<TableTask> {
  @Override
  public String kind() {
    return "table";
  }

  @Override
  public Picture picture(TableTask question) {
    return picture(question, 0);
  }

  private static Picture picture(TableTask question, int column) {
    String name = question.values().columns().get(column);
    return new Picture.Bars(
        "How many people have each level of " + name,
        name,
        true,
        question.isOrdered(column),
        List.of());
  }

  @Override
  public List<Chart> charts(TableTask question, Answers answers, Optional<double[]> truth) {
    List<Chart> charts = new ArrayList<>();
    int from = 0;
    for (int column = 0; column < question.values().columns().size(); column++) {
      List<String> levels = question.levels(column);
      int to = from + levels.size();
      int first = from;
      charts.addAll(
          picture(question, column)
              .charts(
                  question.values().columns().get(column),
                  part(answers, from, levels),
                  truth.map(all -> Arrays.copyOfRange(all, first, to))));
      from = to;
    }
    return charts;
  }

  private static Answers part(Answers answers, int from, List<String> levels) {
    Estimate all = answers.estimate();
    int to = from + levels.size();
    Map<String, double[]> consistent = new LinkedHashMap<>();
    answers
        .consistent()
        .forEach((step, of) -> consistent.put(step, Arrays.copyOfRange(of, from, to)));
    List<Estimate.Row> rows = all.rows().subList(from, to);
    return new Answers(
        new Estimate(all.n(), all.confidence(), rows).named(levels::get),
        consistent,
        Arrays.copyOfRange(answers.best(), from, to));
  }
}
