package org.sparkldp.protocols.strategy;

import java.util.List;

/**
 * A strategy matrix in real numbers, as formulas and optimisers give it. {@code Strategy} is its
 * certified form.
 */
public interface Design {

  /** n, the columns. */
  int domain();

  /**
   * m, the rows, or what a kind has in their place; for sets those that are in use, which may be
   * astronomically many.
   */
  double rows();

  /** How its reports and rows are called, one word. */
  String kind();

  /**
   * A matrix written out.
   *
   * @param outputs m, the rows
   * @param domain n, the columns
   * @param q entries row after row, at least 0; each column adds up to 1
   * @param prior the people by item for which the reconstruction is best, w ≥ 0 adding up to n: V =
   *     W X_w⁺ Qᵀ D_w⁻¹ with D_w the diagonal of Q w and X_w = Qᵀ D_w⁻¹ Q. All ones for the paper's
   *     V. The answers are unbiased for every prior
   */
  record DenseDesign(int outputs, int domain, double[] q, double[] prior) implements Design {
    @Override
    public double rows() {
      return outputs;
    }

    @Override
    public String kind() {
      return "dense";
    }
  }

  /**
   * A mixture of orbits; the optimal reconstruction is that of the even prior.
   *
   * @param attributes sizes whose product is the domain
   * @param orbits one or more, their masses adding up to 1
   */
  record Orbits(int[] attributes, List<Orbit> orbits) implements Design {
    @Override
    public int domain() {
      int product = 1;
      for (int size : attributes) {
        product *= size;
      }
      return product;
    }

    @Override
    public double rows() {
      return orbits.stream().mapToLong(Orbit::rows).sum();
    }

    @Override
    public String kind() {
      return "orbits";
    }
  }

  /**
   * A mixture of subset selections: with probability masses[s] the report is a set of s items,
   * which is e^epsilon times as likely if it holds the own item as if it does not.
   *
   * @param domain n
   * @param masses by size s in [0, n], adding up to 1; masses of 0 and n are used by RAPPOR only,
   *     since such sets reveal nothing
   */
  record Subsets(int domain, double[] masses) implements Design {
    @Override
    public double rows() {
      double sets = 1; // of size 0
      double rows = 0;
      for (int s = 0; s <= domain; s++) {
        rows += masses[s] > 0 ? sets : 0;
        sets *= (domain - s) / (s + 1.0);
      }
      return rows;
    }

    @Override
    public String kind() {
      return "subsets";
    }
  }
}
