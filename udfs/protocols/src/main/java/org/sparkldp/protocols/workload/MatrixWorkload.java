package org.sparkldp.protocols.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.Hashes;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.wire.Codec;
import org.sparkldp.protocols.wire.Fields;

/**
 * A user's own queries: a p × n matrix row by row, or predicates over the domain (rows of 0 and 1).
 *
 * <p>Rows have names, all or none; without, they are called "query 1" and so on. Entries are 0 or
 * between 1e-100 and 1e100 in size, so that no sum of squares overflows; no row is all 0. Its name
 * is "matrix-" and 16 hexadecimal digits of the SHA-256 of its content, so that it differs from
 * others, and is read back from {@link #toBytes} only.
 *
 * <p>As text, {@link #readCsv}: one query a line, n numbers with commas between; before them, in
 * all lines or none, a name that is not a number or stands in double quotes (a double quote in it
 * is doubled). Blank lines and lines that begin with # say nothing; so a header begins with #.
 */
public final class MatrixWorkload extends Workload {
  /** The most items for which a strategy is written out as a matrix. */
  public static final int STRATEGY_LIMIT = 1024;

  private static final Codec<MatrixWorkload> CODEC =
      Codec.of(new byte[] {'L', 'D', 'P', 'W', 1}, Codec.Seal.SHORT_SHA256, MatrixWorkload::fields);

  private final List<Query> rows;
  private final List<String> names;
  private final byte[] bytes;

  /**
   * @param names as many as rows, or none
   * @param rows one or more queries over the domain
   * @param attributes sizes of the domain's attributes
   */
  public MatrixWorkload(List<String> names, List<Query> rows, int... attributes) {
    super(attributes);
    Require.that(!rows.isEmpty()).orRefuse("a workload must have a query; give one row or more.");
    if (!names.isEmpty() && names.size() != rows.size()) {
      throw Require.refusal(
          "a workload's rows must all have names or none. Provided: %s names for %s rows.",
          names.size(), rows.size());
    }
    List<Query> checked = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      checked.add(checked(rows.get(i), i + 1, domain()));
    }
    this.rows = List.copyOf(checked);
    this.names = List.copyOf(names);
    this.bytes = CODEC.encode(this);
  }

  /** A row with arrays of its own. */
  private static Query checked(Query row, int number, int domain) {
    int[] items = row.items().clone();
    double[] weights = row.weights().clone();
    if (items.length == 0) {
      throw refused(number, "must have an entry other than 0", "none", "leave the row out");
    }
    if (items.length != weights.length) {
      throw refused(
          number,
          "must have a weight for each item",
          items.length + " items and " + weights.length + " weights",
          "pair them");
    }
    for (int i = 0; i < items.length; i++) {
      if (items[i] < 0 || items[i] >= domain || (i > 0 && items[i] <= items[i - 1])) {
        throw refused(
            number,
            "must have rising items of the domain's " + domain,
            "item " + items[i],
            "sort them and count from 0");
      }
      checked(weights[i], number);
      if (weights[i] == 0) {
        throw refused(number, "must list entries other than 0 only", "0", "leave them out");
      }
    }
    return new Query(items, weights);
  }

  static double checked(double entry, int number) {
    if (!Parameter.isOfUsualSize(entry)) {
      throw refused(
          number,
          "must have finite entries, 0 or between 1e-100 and 1e100 in size",
          "" + entry,
          "scale or drop the row");
    }
    return entry;
  }

  static IllegalArgumentException refused(int row, String rule, String provided, String remedy) {
    return Require.refusal(
        "row %s of a workload %s. Provided value: %s; %s.", row, rule, provided, remedy);
  }

  /**
   * Queries that count the people for whom a predicate holds.
   *
   * @param items by the predicate's name, in the order of the queries, the items where it holds;
   *     none of them empty
   * @param attributes sizes of the domain's attributes
   */
  public static MatrixWorkload ofPredicates(Map<String, BitSet> items, int... attributes) {
    List<Query> rows = new ArrayList<>(items.size());
    for (BitSet set : items.values()) {
      double[] ones = new double[set.cardinality()];
      Arrays.fill(ones, 1);
      rows.add(new Query(set.stream().toArray(), ones));
    }
    return new MatrixWorkload(List.copyOf(items.keySet()), rows, attributes);
  }

  /**
   * Reads comma-separated text as the class describes it.
   *
   * @param attributes sizes of the domain's attributes
   */
  public static MatrixWorkload readCsv(String text, int... attributes) {
    return MatrixCsv.read(text, attributes);
  }

  @Override
  public String name() {
    return "matrix-"
        + Hashes.hex(bytes, bytes.length - Codec.Seal.SHORT_SHA256.length(), bytes.length);
  }

  @Override
  public long queries() {
    return rows.size();
  }

  @Override
  public double gram(int u, int v) {
    double sum = 0;
    for (Query row : rows) {
      int i = Arrays.binarySearch(row.items(), u);
      int j = Arrays.binarySearch(row.items(), v);
      if (i >= 0 && j >= 0) {
        sum += row.weights()[i] * row.weights()[j];
      }
    }
    return sum;
  }

  @Override
  public double[] gram() {
    int n = domain();
    double[] gram = newGram();
    for (Query row : rows) {
      int[] items = row.items();
      double[] weights = row.weights();
      for (int i = 0; i < items.length; i++) {
        for (int j = 0; j < items.length; j++) {
          gram[items[i] * n + items[j]] += weights[i] * weights[j];
        }
      }
    }
    return gram;
  }

  @Override
  public double[] gramTimes(double[] x) {
    double[] y = new double[x.length];
    for (Query row : rows) {
      double answer = row.answer(x);
      for (int i = 0; i < row.items().length; i++) {
        y[row.items()[i]] += answer * row.weights()[i];
      }
    }
    return y;
  }

  @Override
  public double trace() {
    double trace = 0;
    for (Query row : rows) {
      for (double weight : row.weights()) {
        trace += weight * weight;
      }
    }
    return trace;
  }

  @Override
  public Query query(long index) {
    Query row = rows.get((int) requireQuery(index));
    return new Query(row.items().clone(), row.weights().clone());
  }

  @Override
  public String label(long index, Labels labels) {
    int row = (int) requireQuery(index);
    return names.isEmpty() ? "query " + (row + 1) : names.get(row);
  }

  /**
   * Everything about this workload, the same for equal ones:
   *
   * <pre>
   * 5         magic "LDPW", version 1
   * varints   number of attributes, their sizes
   * varints   number of rows; 1 if they have names, else 0
   * by row    its name if it has one: length in bytes (varint), UTF-8;
   *           number of items; their distances from the one before (from −1), varints;
   *           0 if all weights are 1, else 1 and the weights, 8 bytes each, big-endian
   * 8         the first bytes of the SHA-256 of all the above
   * </pre>
   *
   * A varint holds seven bits a byte, least significant first, the top bit set on all bytes but the
   * last.
   */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** Reads {@link #toBytes}, refusing anything else. */
  public static MatrixWorkload fromBytes(byte[] bytes) {
    return CODEC.decode(
        bytes,
        why ->
            Require.refusal(
                "a workload's bytes must be whole: %s. Write them again from its text.", why));
  }

  private static MatrixWorkload fields(Fields<MatrixWorkload> f) {
    int width = f.varcount(1, workload -> workload.attributes().length);
    int[] attributes = f.varints(width, MatrixWorkload::attributes);
    int count = f.varcount(1, workload -> workload.rows.size());
    boolean isNamed = f.flag(workload -> !workload.names.isEmpty());
    List<QueryRow> rows = f.list(count, MatrixWorkload::rows, each -> row(each, isNamed));
    return f.makes(
        () ->
            new MatrixWorkload(
                isNamed
                    ? rows.stream().map(QueryRow::name).collect(Collectors.toList())
                    : List.of(),
                rows.stream().map(QueryRow::query).collect(Collectors.toList()),
                attributes));
  }

  /** A row as it is written; its name is empty where rows have none. */
  private record QueryRow(String name, Query query) {
    int[] steps() {
      int[] steps = query.items().clone();
      for (int i = steps.length - 1; i > 0; i--) {
        steps[i] -= steps[i - 1];
      }
      steps[0]++;
      return steps;
    }

    double[] weights() {
      return query.weights();
    }

    boolean isOnes() {
      return Arrays.stream(query.weights()).allMatch(weight -> weight == 1);
    }
  }

  private List<QueryRow> rows() {
    return IntStream.range(0, rows.size())
        .mapToObj(i -> new QueryRow(names.isEmpty() ? "" : names.get(i), rows.get(i)))
        .collect(Collectors.toList());
  }

  private static QueryRow row(Fields<QueryRow> f, boolean isNamed) {
    String name = isNamed ? f.text(QueryRow::name) : "";
    int count = f.varcount(1, row -> row.query.items().length);
    int[] items = f.varints(count, QueryRow::steps);
    boolean isWeighted = f.flag(row -> !row.isOnes());
    double[] weights = isWeighted ? f.float64s(count, QueryRow::weights) : new double[0];
    return f.makes(
        () -> {
          int last = -1;
          for (int i = 0; i < count; i++) {
            last += items[i];
            items[i] = last;
          }
          double[] all = isWeighted ? weights : new double[count];
          if (!isWeighted) {
            Arrays.fill(all, 1);
          }
          QueryRow read = new QueryRow(name, new Query(items, all));
          f.require(!isWeighted || !read.isOnes(), Fields.RESPELLED);
          return read;
        });
  }
}
