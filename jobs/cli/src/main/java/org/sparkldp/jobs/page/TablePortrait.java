package org.sparkldp.jobs.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sparkldp.jobs.collected.TableAttribute;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.task.TableTask;

/** A whole table: for each column a picture of its levels. */
public final class TablePortrait implements Portrait<TableTask> {
  @Override
  public String kind() {
    return "table";
  }

  @Override
  public Picture picture(TableTask question) {
    return picture(question.attributes().get(0));
  }

  private static Picture picture(TableAttribute column) {
    String title = "How many people have each level of " + column.name();
    return new Picture.Bars(title, column.name(), true, column.hasNumbers(), List.of());
  }

  @Override
  public List<Chart> charts(TableTask question, Answers answers, Optional<double[]> truth) {
    List<Chart> charts = new ArrayList<>();
    int from = 0;
    for (TableAttribute column : question.attributes()) {
      int first = from;
      from += column.names().size();
      int[] rows = answers.known(first, from);
      Answers own = answers.only(rows, row -> column.names().get(row - first));
      charts.addAll(
          picture(column).charts(column.name(), own, truth.map(all -> Answers.only(rows, all))));
    }
    return charts;
  }
}
