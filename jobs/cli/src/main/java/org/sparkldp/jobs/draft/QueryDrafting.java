package org.sparkldp.jobs.draft;

import com.typesafe.config.ConfigUtil;
import java.util.List;

/** Drafts of queries: the mean of each column. */
public final class QueryDrafting implements Drafting {
  @Override
  public String kind() {
    return "query";
  }

  /** Columns of files without types are cast in the expression. */
  @Override
  public TaskDraft draft(DraftRequest request) {
    String bounds = request.requiredBounds().substring(1).replace("=", " = ").replace(",", ", ");
    StringBuilder queries = new StringBuilder("queries = [\n");
    for (int i = 0; i < request.columns().size(); i++) {
      String column = request.columns().get(i);
      String name = "`" + column.replace("`", "``") + "`";
      boolean isText = request.types().get(i) == DraftRequest.ColumnType.UNKNOWN;
      queries.append(
          String.format(
              "  { name = %s, expression = %s, %s }\n",
              ConfigUtil.quoteString(column),
              ConfigUtil.quoteString(isText ? "CAST(" + name + " AS DOUBLE)" : name),
              bounds));
    }
    return new TaskDraft(
        "What are the means of "
            + String.join(", ", request.columns())
            + "? Each person answers for one.",
        List.of(queries + "]"),
        "sq(epsilon=" + request.epsilon() + ")",
        "numbers beyond the bounds count as the bounds",
        "fail",
        List.of());
  }
}
