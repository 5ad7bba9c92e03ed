package org.sparkldp.published.keyvalue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.frequency.RandomSubset;
import org.sparkldp.protocols.sets.ItemBits;
import org.sparkldp.protocols.sets.PrivSet;
import org.sparkldp.protocols.sums.KeyedSums;
import org.sparkldp.protocols.sums.MeanBy;

/**
 * Keys with numbers, and sets of items, beside what papers do: by exact variances, in the tables of
 * the pages, which {@code -Dldp.docs.write=true} writes.
 */
class PapersOfSeveralTest {
  private static final int[] DOMAINS = {10, 100, 1000};
  private static final double[] EPSILONS = {1, 2, 4};

  private static KeyedSums meanBy(double epsilon, int k, Object size) {
    return MeanBy.DECLARATION.of(epsilon, k, -1, 1, size).sums();
  }

  private static KeyedSums pckv(double epsilon, int k) {
    return ((MeanBy) Protocols.of("pckv-ue(epsilon=" + epsilon + ",k=" + k + ",lower=-1,upper=1)"))
        .sums();
  }

  private static double count(KeyedSums of, int k) {
    return Math.sqrt(of.named().variance(1.0 / k, 1));
  }

  /** The error of the mean m of a key that one in k holds, all with the number m. */
  private static double mean(KeyedSums of, int k, double m) {
    double p = of.named().p();
    double q = of.named().q();
    double share = 1.0 / k;
    double ofSum = of.weight() * of.weight() * (share * p + (1 - share) * q) - share * m * m;
    double covariance = share * m * (1 - p) / (p - q);
    return Math.sqrt(ofSum - 2 * m * covariance + m * m * of.named().variance(share, 1));
  }

  @Test
  void meanByBesidePckv() throws IOException {
    StringBuilder table =
        new StringBuilder(
            """
            | keys | epsilon | counts | means in the middle of the range | a quarter from its end | at its end |
            |---|---|---|---|---|---|
            """);
    for (int k : DOMAINS) {
      for (double epsilon : EPSILONS) {
        KeyedSums ours = meanBy(epsilon, k, "");
        KeyedSums grr = meanBy(epsilon, k, 1);
        KeyedSums ue = pckv(epsilon, k);
        table.append(String.format(Locale.ROOT, "| %,d | %.0f |", k, epsilon));
        ratios(table, count(ours, k) / count(grr, k), count(ours, k) / count(ue, k));
        for (double m : new double[] {0, .5, 1}) {
          ratios(table, mean(ours, k, m) / mean(grr, k, m), mean(ours, k, m) / mean(ue, k, m));
        }
        table.append('\n');
      }
    }
    page("means.md", "mean-by", table.toString());
  }

  /** Of errors, with size = 1 beside itself up to the integers in use. */
  private static void ratios(StringBuilder table, double grr, double ue) {
    assertTrue(Math.max(grr, ue) <= 1 + 1e-9, () -> grr + " " + ue);
    table.append(String.format(Locale.ROOT, " %.3f, %.3f |", grr, ue));
  }

  /**
   * No way to draw a symbol for each key on its own, none, + or −, as unary encodings do, has
   * errors of both counts and means that are more than 1 % smaller, whatever it spends on keys and
   * on numbers. Counts alone have errors down to .61 of ours, with larger ones of means.
   *
   * <p>Under the person's own key symbols have the probabilities a, b and the rest, under others c,
   * c and the rest; epsilon-LDP is that no two of the three ratios are more than e^epsilon apart.
   */
  @Test
  void noSymbolOfEachKeyIsBetterForBoth() {
    for (int k : DOMAINS) {
      for (double epsilon : EPSILONS) {
        KeyedSums ours = meanBy(epsilon, k, "");
        double best = Double.POSITIVE_INFINITY;
        double counts = Double.POSITIVE_INFINITY;
        for (int i = 1; i < 400; i++) {
          for (int j = 0; j < 50; j++) {
            double between = Math.exp(epsilon * j / 50);
            for (boolean isMinusRare : new boolean[] {true, false}) {
              KeyedSums other = symbols(i / 800.0, epsilon, between, isMinusRare);
              double count = count(other, k) / count(ours, k);
              counts = Math.min(counts, count);
              for (double m : new double[] {0, .5, 1}) {
                best = Math.min(best, Math.max(count, mean(other, k, m) / mean(ours, k, m)));
              }
            }
          }
        }
        String found = k + " " + epsilon + " " + best + " " + counts;
        assertTrue(best > .99, found);
        assertTrue(counts > .6 && counts < 1.3, found);
      }
    }
  }

  private static KeyedSums symbols(double c, double epsilon, double between, boolean isMinusRare) {
    double minus = isMinusRare ? 1 : between;
    double none = isMinusRare ? between : 1;
    double rare = 1 / (c * (Math.exp(epsilon) + minus) + (1 - 2 * c) * none);
    double a = rare * Math.exp(epsilon) * c;
    double b = rare * minus * c;
    double p = Math.max(a + b, 2 * c * (1 + 1e-9)); // a name that says nothing counts nobody
    return new KeyedSums(new PureEstimator(p, 2 * c), 1 / (a - b), -1, 1);
  }

  private record Ways(double privSet, double itemBits, double sampling, double wheel) {
    /** Of the share of an item that people hold who hold m/2 items each, evenly spread. */
    static Ways of(int k, int m, double epsilon) {
      double share = m / (2.0 * k);
      int bits = ItemBits.best(epsilon, k, share);
      return new Ways(
          PrivSet.DECLARATION.of(epsilon, k, m).variance(share, 1),
          ItemBits.DECLARATION.of(epsilon, k, bits).variance(share, 1),
          sampling(k, m, Math.exp(epsilon)).variance(share, 1),
          wheel(m, Math.exp(epsilon)).variance(share, 1));
    }

    /** One of m items, dummies among them, by subset selection: a report counts m. */
    private static PureEstimator sampling(int k, int m, double e) {
      int size = Math.max(1, (int) Math.round((k + m) / (e + 1)));
      double out = (k + m - size) / (size * e + k + m - size);
      PureEstimator one = RandomSubset.support(k + m, size, out);
      return new PureEstimator((one.p() + (m - 1) * one.q()) / m, one.q());
    }

    /** A point of a circle, likely on one of the arcs of m items, each of the length p. */
    static PureEstimator wheel(int m, double e) {
      double p = 1 / (2 * m - 1 + m * e);
      return new PureEstimator(e * p / (1 + m * p * (e - 1)), p);
    }

    double best() {
      return Math.min(privSet, itemBits);
    }
  }

  /** Wheel, run: points of items are uniform on the circle, as of a hash. */
  @Test
  void wheelIsAsItsFormulaSays() {
    SplittableRandom random = new SplittableRandom(1);
    int m = 3;
    double e = Math.exp(1);
    double arc = 1 / (2 * m - 1 + m * e);
    double most = 1 + m * arc * (e - 1);
    int reports = 400_000;
    int own = 0;
    int other = 0;
    for (int i = 0; i < reports; i++) {
      double[] points =
          random.doubles(m + 1).toArray(); // of m items that the person has, and one not
      double z;
      do { // density e/most on the arcs, and what is left elsewhere
        z = random.nextDouble();
      } while (random.nextDouble() * e / most > density(z, points, m, arc, e, most));
      own += isOn(z, points[0], arc) ? 1 : 0;
      other += isOn(z, points[m], arc) ? 1 : 0;
    }
    PureEstimator formula = Ways.wheel(m, e);
    assertEquals(formula.p(), (double) own / reports, 4 * Math.sqrt(.25 / reports));
    assertEquals(formula.q(), (double) other / reports, 4 * Math.sqrt(.1 / reports));
    assertTrue(formula.p() / formula.q() > 1.5); // the twin: no report would say nothing
  }

  private static boolean isOn(double z, double point, double arc) {
    return (z - point + 1) % 1 < arc;
  }

  private static double density(
      double z, double[] points, int m, double arc, double e, double most) {
    double covered = 0; // arcs may overlap
    double[] sorted = Arrays.copyOf(points, m);
    Arrays.sort(sorted);
    for (int i = 0; i < m; i++) {
      double next = i + 1 < m ? sorted[i + 1] : sorted[0] + 1;
      covered += Math.min(arc, next - sorted[i]);
    }
    boolean isOn = false;
    for (int i = 0; i < m; i++) {
      isOn |= isOn(z, points[i], arc);
    }
    return isOn ? e / most : (1 - covered * e / most) / (1 - covered);
  }

  /** One of the two is the best of all ways, up to the integers in use. */
  @Test
  void oneOfTheTwoWaysIsTheBest() {
    for (int k : DOMAINS) {
      for (int m : new int[] {1, 2, 3, 5, 10}) {
        for (double epsilon : new double[] {.5, 1, 2, 4}) {
          Ways ways = Ways.of(k, m, epsilon);
          double others = Math.min(ways.sampling, ways.wheel);
          assertTrue(ways.best() <= others * (1 + 1e-9), k + " " + m + " " + epsilon + " " + ways);
        }
      }
    }
  }

  @Test
  void setsBesideOtherWays() throws IOException {
    StringBuilder table =
        new StringBuilder(
            """
            | items | m | epsilon | `privset` | `item-bits` | padding and sampling | Wheel |
            |---|---|---|---|---|---|---|
            """);
    int[][] rows = {{10, 3}, {10, 10}, {100, 5}, {1000, 10}};
    for (int[] row : rows) {
      for (double epsilon : new double[] {1, 4}) {
        Ways ways = Ways.of(row[0], row[1], epsilon);
        table.append(
            String.format(
                Locale.ROOT,
                "| %,d | %d | %.0f | %,.0f | %,.0f | %,.0f | %,.0f |%n",
                row[0],
                row[1],
                epsilon,
                people(ways.privSet),
                people(ways.itemBits),
                people(ways.sampling),
                people(ways.wheel)));
      }
    }
    page("counts.md", "items", table.toString());
  }

  private static double people(double variance) {
    return Math.sqrt(100_000 * variance);
  }

  private static void page(String name, String part, String table) throws IOException {
    Path page = Path.of("..", "docs", name);
    Matcher found =
        Pattern.compile("(?s)(<!-- generated: " + part + " -->\n)(.*?)(<!-- end -->)")
            .matcher(Files.readString(page));
    assertTrue(found.find());
    if (Boolean.getBoolean("ldp.docs.write")) {
      Files.writeString(page, found.replaceFirst("$1" + table + "$3"));
    } else {
      assertEquals(table, found.group(2), "-Dldp.docs.write=true writes it");
    }
  }
}
