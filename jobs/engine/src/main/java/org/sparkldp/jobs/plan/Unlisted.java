package org.sparkldp.jobs.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Estimate;

/**
 * The people whose value of one column is no item of the plan: outside its list, or missing. Says
 * where their estimated share looks like a mistake of the plan, or like a column that is written
 * otherwise than before; reports are public, so whoever made the list may read it.
 *
 * @param name the level, "(other)" or "(missing)", with the column where there are several
 * @param level the level
 * @param rows the rows of the answers that add up to these people
 */
public record Unlisted(String name, String level, List<Integer> rows) {
  /** From this share of the people on, they look like a mistake. */
  private static final double MOST_OF_ALL = .8;

  /** From this share of the people on, they are mentioned if they are new. */
  private static final double LEAST_CHANGE = .05;

  /** In standard errors: one in a billion by chance, for each of the periods before. */
  private static final double FAR = 6;

  private static final Map<String, String> REASONS =
      Map.of(
          ProductDomain.OTHER,
          "the plan's items may not match the column: check spaces, upper case, the delimiter and"
              + " the header before you ask again.",
          ProductDomain.MISSING,
          "the column's values may not be of the plan's type, or outside its numbers: check dates,"
              + " texts, numbers such as 18.0, spaces, the delimiter and the header before you ask"
              + " again.");

  /** Where each row counts an item of the domain. */
  public static List<Unlisted> ofItems(ProductDomain domain) {
    return of(
        domain,
        (attribute, level, name) -> item -> domain.levels(item)[attribute] == level,
        domain.size());
  }

  /** Where rows are queries: those that count just these people. */
  public static List<Unlisted> ofQueries(ProductDomain domain, Estimate estimate) {
    List<Estimate.Row> rows = estimate.rows();
    return of(
        domain, (attribute, level, name) -> row -> rows.get(row).item().equals(name), rows.size());
  }

  private interface RowSelection {
    IntPredicate of(int attribute, int level, String name);
  }

  private static List<Unlisted> of(ProductDomain domain, RowSelection rows, int size) {
    List<Unlisted> all = new ArrayList<>();
    for (int i = 0; i < domain.attributes().size(); i++) {
      Attribute attribute = domain.attributes().get(i);
      for (int at = attribute.domain().size(); at < domain.size(attribute); at++) {
        String level = domain.level(i, at);
        String name = domain.attributes().size() == 1 ? level : attribute.column() + "=" + level;
        List<Integer> places =
            IntStream.range(0, size).filter(rows.of(i, at, name)).boxed().toList();
        if (!places.isEmpty()) {
          all.add(new Unlisted(name, level, places));
        }
      }
    }
    return all;
  }

  /** What looks like a mistake of the plan. */
  public Optional<String> doubt(Answers answers) {
    UnlistedShare share = share(answers);
    double least =
        rows.size() == 1
            ? answers.estimate().rows().get(rows.get(0)).lower() / answers.estimate().n()
            : share.size - 2 * share.error;
    return least > MOST_OF_ALL
        ? Optional.of("Nearly all people are in " + name + ", so " + REASONS.get(level))
        : Optional.empty();
  }

  /** What looks like a change of the table since one of the periods before. */
  public Optional<String> change(Answers now, List<Answers> before) {
    UnlistedShare share = share(now);
    return before.stream()
        .map(this::share)
        .min((a, b) -> Double.compare(a.size, b.size))
        .filter(least -> share.size > LEAST_CHANGE && share.isFarAbove(least))
        .map(
            least ->
                String.format(
                    Locale.ROOT,
                    "%s is an estimated %.0f %% of the people, and was %.0f %% in an earlier period:"
                        + " the column's values may be written otherwise now.",
                    name,
                    100 * share.size,
                    100 * Math.max(0, least.size)));
  }

  /** The errors of the rows are added as if they were independent; those of counts go apart. */
  private UnlistedShare share(Answers answers) {
    double people = Math.max(1, answers.estimate().n());
    double sum = 0;
    double variance = 0;
    for (int place : rows) {
      Estimate.Row row = answers.estimate().rows().get(place);
      sum += row.estimate();
      variance += row.standardError() * row.standardError();
    }
    return new UnlistedShare(sum / people, Math.sqrt(variance) / people);
  }

  private record UnlistedShare(double size, double error) {
    boolean isFarAbove(UnlistedShare other) {
      return size > 2 * other.size && size - other.size > FAR * Math.hypot(error, other.error);
    }
  }
}
