package org.sparkldp.published.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.sparkldp.analysis.Evaluation;
import org.sparkldp.analysis.Mechanism;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Orbit;
import org.sparkldp.protocols.workload.GroupTransform;
import org.sparkldp.protocols.workload.Workload;

/** {@code fourier}: parities of binary digits as a strategy matrix. */
public final class Fourier implements Mechanism {

  @Override
  public String label() {
    return "fourier";
  }

  @Override
  public boolean applies(Workload workload) {
    return workload.domain() >= 2 && Integer.bitCount(workload.domain()) == 1;
  }

  @Override
  public Made make(
      Workload workload, double epsilon, SearchOptions options, Progress.SearchListener listener) {
    Design design = design(workload);
    return new Made(
        design,
        Evaluation.of(design, workload, epsilon),
        "Randomized response on a random parity of binary digits.");
  }

  private Design design(Workload workload) {
    Require.that(applies(workload))
        .orRefuse(
            "the Fourier mechanism needs a domain of 2^d items. Provided value: %s; fill up the"
                + " domain, or use another mechanism.",
            workload.domain());
    return of(Integer.numberOfTrailingZeros(workload.domain()), parityOrder(workload));
  }

  /**
   * Fourier (Cormode, Kulkarni &amp; Srivastava 2018): a parity of at most {@code order}
   * attributes, at random, and randomized response on it. The empty parity is asked too, and
   * reveals nothing.
   *
   * @param digits d, at least 1; the domain is 2^d
   * @param order in [1, d]
   */
  static Design.Orbits of(int digits, int order) {
    Require.that(digits >= 1 && order >= 1 && order <= digits)
        .orRefuse(
            "the Fourier mechanism needs a parity order in [1, d] for a domain of 2^d items."
                + " Provided values: order %s, d %s; use order d if in doubt.",
            order, digits);
    List<int[]> parities = new ArrayList<>();
    for (int set = 0; set < 1 << digits; set++) {
      if (Integer.bitCount(set) <= order) {
        int[] feature = new int[digits];
        for (int i = 0; i < digits; i++) {
          feature[i] = set >> (digits - 1 - i) & 1;
        }
        parities.add(feature);
      }
    }
    List<Orbit> orbits = new ArrayList<>();
    double mass = 1.0 / parities.size();
    for (int[] parity : parities) {
      BitSet even = new BitSet();
      even.set(0);
      orbits.add(new Orbit(new int[][] {parity}, new int[] {2}, even, mass));
    }
    // The empty parity: a feature that is not read, for its base set is empty.
    orbits.get(0).features()[0][0] = 1;
    orbits.get(0).base().clear();
    int[] attributes = new int[digits];
    Arrays.fill(attributes, 2);
    return new Design.Orbits(attributes, orbits);
  }

  /**
   * The largest number of attributes in a parity that the workload asks about: K for marginals and
   * parities of order K; d where binary attributes do not make it invariant.
   */
  static int parityOrder(Workload workload) {
    int digits = Integer.numberOfTrailingZeros(workload.domain());
    if (!workload.isTranslationInvariant() || workload.attributes().length != digits) {
      return digits;
    }
    double[] g = new double[workload.domain()];
    for (int u = 0; u < g.length; u++) {
      g[u] = workload.gram(u, 0);
    }
    g = new GroupTransform(workload.attributes()).symmetric(g);
    double largest = Arrays.stream(g).max().orElseThrow();
    int order = 1;
    for (int character = 1; character < g.length; character++) {
      if (g[character] > 1e-11 * largest) {
        order = Math.max(order, Integer.bitCount(character));
      }
    }
    return order;
  }
}
