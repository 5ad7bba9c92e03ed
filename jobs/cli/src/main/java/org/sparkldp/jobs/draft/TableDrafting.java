package org.sparkldp.jobs.draft;

import java.util.List;
import java.util.Optional;
import org.sparkldp.jobs.draft.DraftRequest.ColumnType;

/**
 * Drafts of whole tables. Types say what kind of levels a column has, and nothing says which: there
 * a {@code ?} stands, with which no plan is read, unless the options give the values.
 */
public final class TableDrafting implements Drafting {
  @Override
  public String kind() {
    return "table";
  }

  @Override
  public boolean takesAll() {
    return true;
  }

  @Override
  public TaskDraft draft(DraftRequest request) {
    Optional<DomainDraft> given = request.givenDomain();
    StringBuilder lines = new StringBuilder();
    if (given.isEmpty()) {
      lines.append(
          """
          # Write what each column may hold where a ? stands, from public knowledge, and delete the
          # lines of columns that nobody shall be asked about: fewer columns and levels have smaller
          # errors. Three forms, of texts, numbers, and a few whole numbers that are levels themselves:
          #   { column = job, domain { type = list, items = [nurse, teacher] } }
          #   { column = age, domain { type = bins, from = 15, to = 95, count = 16 }, sum = true }
          #   { column = rooms, domain { type = range, from = 1, to = 8 } }
          # A long list can be a file with an item a line: domain { type = file, path = towns.txt }.
          # type = INT says that the people's table has integers; type = DATE goes with a list of days.
          # sum = true is for a number whose sums and means matter. Numbers beyond the bins count as
          # missing. Of a long tail, make the last bin wide: edges = [0, 1000, 5000, 100000].
          """);
    }
    lines.append("attributes = [\n");
    for (int i = 0; i < request.columns().size(); i++) {
      int at = i;
      lines.append(
          line(
              request.columns().get(i),
              request.types().get(i),
              given.map(domain -> domain.sections().get(at))));
    }
    lines.append("]\n");
    lines.append(
        """
        # label = COLUMN                        # the one that matters most, as one to be predicted
        # impossible = ["job IS NULL", "age < 18 AND job = 'nurse'"] # what holds for nobody
        # ask = [[job, age], [age, rooms]]      # the tables to ask, in one round; else the program
                                                # chooses them in three, each person in one, and
                                                # joins even bins, and ranges of more than 16
                                                # numbers, to at most 16 cells
        """);
    return new TaskDraft(
        "A whole table: each person answers a few columns of it, and afterwards anybody may ask all.",
        List.of(lines.toString().stripTrailing()),
        "tables(epsilon=" + request.epsilon() + ")",
        "the whole epsilon goes into the one answer of a person",
        "category",
        List.of());
  }

  private static String line(String column, ColumnType type, Optional<String> given) {
    String domain =
        given.orElseGet(
            () ->
                switch (type) {
                  case UNKNOWN -> "?";
                  case TEXT -> "type = list, items = [?]";
                  case WHOLE, FRACTION -> "type = bins, from = ?, to = ?, count = 20";
                  case TRUTH -> "type = list, items = [\"false\", \"true\"]";
                  case OTHER -> "";
                });
    if (domain.isEmpty()) {
      return "  # "
          + PlanDraft.quoted(column)
          + " is neither text nor number: ask what a view makes of it, such as a date's year\n";
    }
    boolean isNumber =
        given.map(section -> section.startsWith("type = bins")).orElse(domain.contains("bins"));
    return TaskDraft.attribute(column, domain, isNumber ? ", sum = true" : "");
  }
}
