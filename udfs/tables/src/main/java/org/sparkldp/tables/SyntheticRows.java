package org.sparkldp.tables;

import java.io.Serializable;
import java.util.Arrays;
import org.sparkldp.protocols.random.AliasColumns;
import org.sparkldp.protocols.random.Hashes;

/**
 * Draws people from a model. A row is a pure function of seed and number: any machine draws any
 * row, alone and in any order. It costs no epsilon. Rows are independent draws from the model's
 * tree; they carry no error of their own.
 *
 * <p>One table a clique, parents first: the law of its own attributes given those drawn before, by
 * Walker's alias method.
 */
public final class SyntheticRows implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int BITS = 40;

  /** For each clique the attributes that it draws, and those given with their strides. */
  private final int[][] drawn;

  private final int[][] given;
  private final int[][] sizes;
  private final int[][] strides;

  /** For each clique, cell given and cell drawn: an alias table. */
  private final long[][] own;

  private final int[][] others;

  public SyntheticRows(Model model) {
    JunctionTree tree = model.tree();
    Domain domain = model.domain();
    int m = tree.cliques.length;
    drawn = new int[m][];
    given = tree.separators;
    sizes = new int[m][];
    strides = new int[m][];
    own = new long[m][];
    others = new int[m][];
    for (int c = 0; c < m; c++) {
      int[] separator = tree.separators[c];
      drawn[c] =
          Arrays.stream(tree.cliques[c])
              .filter(a -> Arrays.binarySearch(separator, a) < 0)
              .toArray();
      sizes[c] = Arrays.stream(drawn[c]).map(domain::size).toArray();
      strides[c] = Arrays.stream(separator).map(domain::size).toArray();
      int count = (int) domain.cells(drawn[c]);
      int[] of = domain.cellsOf(tree.cliques[c], separator);
      int[] cell = domain.cellsOf(tree.cliques[c], drawn[c]);
      double[] laws = new double[of.length];
      for (int i = 0; i < of.length; i++) {
        laws[of[i] * count + cell[i]] = model.fit.beliefs().conditionals()[c][i];
      }
      own[c] = new long[of.length];
      others[c] = new int[of.length];
      for (int from = 0; from < laws.length; from += count) {
        AliasColumns columns = alias(laws, from, count);
        System.arraycopy(columns.own(), 0, own[c], from, count);
        System.arraycopy(columns.others(), 0, others[c], from, count);
      }
    }
  }

  /** The alias table of one law; what has probability 0 is never drawn. */
  private static AliasColumns alias(double[] laws, int from, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += laws[from + i];
    }
    long[] weights = new long[count];
    long total = 1L << BITS;
    double before = 0;
    long at = 0;
    for (int i = 0; i < count; i++) {
      before += sum == 0 ? 1 : laws[from + i]; // nobody is given what has no law
      long next = Math.round(before / (sum == 0 ? count : sum) * total);
      weights[i] = next - at;
      at = next;
    }
    return AliasColumns.of(weights, total);
  }

  /** Writes the levels of all attributes of a row. */
  public void row(long seed, long number, int[] row) {
    long state = Hashes.mix(Hashes.mix(seed + Hashes.GAMMA) + number * Hashes.GAMMA);
    for (int c = 0; c < drawn.length; c++) {
      int from = 0;
      for (int i = 0; i < given[c].length; i++) {
        from = from * strides[c][i] + row[given[c][i]];
      }
      int count = 1;
      for (int size : sizes[c]) {
        count *= size;
      }
      state += Hashes.GAMMA;
      int column = (int) Math.multiplyHigh(Hashes.mix(state) >>> 1, 2L * count);
      state += Hashes.GAMMA;
      long height = Hashes.mix(state) >>> (64 - BITS);
      int at = from * count + column;
      int cell = height < own[c][at] ? column : others[c][at];
      for (int i = sizes[c].length - 1; i >= 0; i--) {
        row[drawn[c][i]] = cell % sizes[c][i];
        cell /= sizes[c][i];
      }
    }
  }
}
