package org.sparkldp.protocols.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Correlated;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;

/**
 * How many people hold any of some items, and each item's share of them, with intervals that know
 * how the errors of the items depend on each other.
 *
 * <p>With the standard errors s and the covariance c of each item with the sum of the others, the
 * variance of the sum is Σ (s² + c), and that of an item with the sum is s² + c. Each arm of the
 * sum's interval is the standard error times the root of Σ arm² / Σ s², so that it stays honest
 * where the items' intervals are not symmetric. A share is a ratio and has Fieller's interval, as
 * in {@link Comparison}, raw: it may be above 1, and has no upper end where the sum may be 0. Where
 * a protocol knows no covariance, standard errors are added: intervals are too long rather than too
 * short.
 *
 * @param row an item's estimate, or that of the sum
 * @param share of an item, in the sum; of the sum, in all people; NaN if the sum is not above 0
 */
public record Subtotal(Estimate.Row row, double share, double lower, double upper) {
  /** The name of the sum. */
  public static final String SUM = "(subtotal)";

  /**
   * The sum, and then each item.
   *
   * @param raw estimates of these reports, by the items' names
   * @param items names of one or more of them
   */
  public static List<Subtotal> of(Accumulator<?> reports, Estimate raw, List<String> items) {
    List<String> names = raw.rows().stream().map(Estimate.Row::item).toList();
    Correlated protocol =
        Protocols.of(reports.spec())
            .facet(Correlated.class)
            .orElseThrow(
                () ->
                    Require.refusal(
                        "a subtotal must be of counts of items. Provided: %s.", reports.spec()));
    Require.that(!items.isEmpty() && items.stream().distinct().count() == items.size())
        .orRefuse("items must be one or more, and differ. Provided: %s.", items.size());
    int[] places = items.stream().mapToInt(names::indexOf).toArray();
    for (int i = 0; i < places.length; i++) {
      Require.that(places[i] >= 0)
          .orRefuse(
              "items must be called as in the estimate, such as %s. Provided: %s.",
              names.get(0), items.get(i));
    }
    List<Estimate.Row> rows = IntStream.of(places).mapToObj(raw.rows()::get).toList();
    double[] s = rows.stream().mapToDouble(Estimate.Row::standardError).toArray();
    Optional<double[]> withSum =
        places.length == 1 ? Optional.of(new double[1]) : protocol.covariances(reports, places);
    withSum.ifPresent(c -> Arrays.setAll(c, i -> c[i] + s[i] * s[i]));
    double error =
        withSum
            .map(c -> Math.sqrt(Math.max(0, Arrays.stream(c).sum())))
            .orElse(Arrays.stream(s).sum());
    Estimate.Row sum = sum(rows, error);
    double n = raw.n();
    List<Subtotal> all = new ArrayList<>();
    all.add(new Subtotal(sum, sum.estimate() / n, sum.lower() / n, sum.upper() / n));
    for (int i = 0; i < s.length; i++) {
      double part = withSum.isPresent() ? withSum.get()[i] / (s[i] * error) : -1;
      double r = Math.max(-1, Math.min(1, Double.isNaN(part) ? 0 : part));
      double[] share =
          s.length > 1 ? Comparison.ratio(sum, rows.get(i), r) : new double[] {1, 1, 1};
      all.add(new Subtotal(rows.get(i), share[0], share[1], share[2]));
    }
    return all;
  }

  private static Estimate.Row sum(List<Estimate.Row> rows, double error) {
    double estimate = rows.stream().mapToDouble(Estimate.Row::estimate).sum();
    double squares = squares(rows, Estimate.Row::standardError);
    double scale = error / Math.sqrt(squares);
    double below = scale * Math.sqrt(squares(rows, row -> row.estimate() - row.lower()));
    double above = scale * Math.sqrt(squares(rows, row -> row.upper() - row.estimate()));
    return new Estimate.Row(SUM, estimate, error, estimate - below, estimate + above);
  }

  private static double squares(List<Estimate.Row> rows, ToDoubleFunction<Estimate.Row> of) {
    return rows.stream().mapToDouble(of).map(x -> x * x).sum();
  }
}
