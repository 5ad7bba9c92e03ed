package org.sparkldp.jobs.design;

import java.util.List;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.tables.Domain;
import org.sparkldp.tables.TableDesign;

/** What a whole table's answers are worth, by how many small tables are asked. */
public final class TableCurve {
  /** Rows beside the first. */
  private static final int MORE = 8;

  private TableCurve() {}

  /**
   * The error of a pair of attributes, for a tree's pairs first and then for more, up to all.
   *
   * @param sizes levels of each attribute
   */
  public static TablePrinter ranked(RankedProtocols.DesignRequest asked, List<Integer> sizes) {
    Require.that(sizes.size() >= 2)
        .orRefuse("a table must have two attributes or more. Provided: %s.", sizes.size());
    Domain domain = Domain.of(sizes.stream().mapToInt(Integer::intValue).toArray());
    long users =
        asked.users(
            error -> (long) Math.ceil(TableDesign.peopleFor(domain, asked.epsilon(), error)));
    List<TableDesign.Point> curve = TableDesign.curve(domain, users, asked.epsilon());
    Require.that(curve.get(0).rawError() < 2)
        .orRefuse(
            "people must be so many that a pair of attributes is more than noise. Provided: %s;"
                + " about %s make a total variation of .05; take more people, fewer levels or a"
                + " larger epsilon.",
            users,
            Forecast.text(TableDesign.peopleFor(domain, asked.epsilon(), TableDesign.WANTED)));
    int first = curve.get(0).tables();
    int last = curve.get(curve.size() - 1).tables();
    int step = Math.max(1, (curve.size() - 1 + MORE - 1) / MORE);
    List<TableDesign.Point> shown =
        curve.stream()
            .filter(point -> (point.tables() - first) % step == 0 || point.tables() == last)
            .toList();
    return new TableLayout<TableDesign.Point>()
        .with("task", point -> "table")
        .with("mechanism", point -> "three rounds of tables")
        .with("attributes", point -> sizes.size())
        .with("epsilon", point -> asked.epsilon())
        .with("users", point -> users)
        .with("tables", TableDesign.Point::tables)
        .with("error_as_asked", TableDesign.Point::rawError)
        .with("error_with_model", TableDesign.Point::modelError)
        .with(
            "users_for_5_percent",
            point -> Math.round(TableDesign.peopleFor(users, point.rawError(), TableDesign.WANTED)))
        .of(shown);
  }
}
