package org.sparkldp.protocols.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.TextParser;

/**
 * Workloads by name.
 *
 * <pre>
 * workload = term { "+" term }                        a union, over one domain
 * term     = [ weight "*" ] ( factor | product )      the weight multiplies the rows
 * product  = sized { "x" sized }                      over the factors' attributes, joined
 * sized    = factor "[" size { "," size } "]"         a factor over attributes of these sizes
 * factor   = name | "(" workload ")"
 * name     = "histogram" | "prefix" | "all-range"
 *          | "all-marginals" | "marginals-" K | "marginals-upto-" K
 *          | "parity" | "parity-" K
 *          | "matrix-" 16 hexadecimal digits          a user's own, given beside the text
 * </pre>
 *
 * Weights and sizes are decimals; white space means nothing. Examples: {@code prefix}, {@code
 * 2*prefix+histogram}, {@code prefix[16] x all-marginals[2,2,2]}.
 *
 * <p>A text is read over the attributes of a domain. Sizes in brackets must be these attributes, in
 * their order, or multiply to a domain that is a single attribute, which they then divide up. So do
 * marginals and parity with a single attribute of 2^d items: it becomes d bits, the most
 * significant first, for all parts of a union alike. {@link Workload#attributes} has the sizes that
 * came of it, and {@link Workload#name} over those reads back as the same workload.
 */
public final class Workloads {
  private static final String KNOWN =
      "histogram, prefix, all-range, all-marginals, marginals-K, marginals-upto-K, parity,"
          + " parity-K, matrix-HASH";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
  private static final Pattern WEIGHT = Pattern.compile("[0-9]*\\.?[0-9]+([eE][+-]?[0-9]+)?");
  private static final Pattern SIZE = Pattern.compile("[0-9]{1,9}");
  private static final Pattern WITH_NUMBER =
      Pattern.compile("(marginals-upto|marginals|parity)-([0-9]{1,9})");

  private Workloads() {}

  /** A workload over a domain with the given attributes. */
  public static Workload parse(String text, int... attributes) {
    return parse(text, List.of(), attributes);
  }

  /**
   * A workload over a domain with the given attributes.
   *
   * @param matrices what {@code matrix-…} may name
   */
  public static Workload parse(String text, List<MatrixWorkload> matrices, int... attributes) {
    return new WorkloadParser(text, matrices).whole().over(attributes);
  }

  /** The users' own matrices that a workload is made of: what {@link #parse} of its name needs. */
  public static List<MatrixWorkload> matrices(Workload workload) {
    if (workload instanceof MatrixWorkload matrix) {
      return List.of(matrix);
    }
    Stream<Workload> inside =
        workload instanceof UnionWorkload union
            ? union.parts().stream()
            : workload instanceof ProductWorkload product
                ? product.factors().stream()
                : Stream.of();
    return inside.flatMap(part -> matrices(part).stream()).distinct().collect(Collectors.toList());
  }

  /** A workload that was read and waits for its attributes. */
  private interface WorkloadTerm {
    Workload over(int... attributes);
  }

  private static WorkloadTerm union(List<WorkloadTerm> terms, List<Double> weights) {
    return attributes -> {
      List<Workload> parts =
          terms.stream().map(term -> term.over(attributes)).collect(Collectors.toList());
      // A part may have divided a single attribute; then the others are taken over the same.
      int[] finest =
          parts.stream()
              .map(Workload::attributes)
              .max(Comparator.comparingInt(sizes -> sizes.length))
              .orElseThrow();
      return UnionWorkload.of(
          IntStream.range(0, terms.size())
              .mapToObj(
                  i ->
                      Arrays.equals(parts.get(i).attributes(), finest)
                          ? parts.get(i)
                          : terms.get(i).over(finest))
              .collect(Collectors.toList()),
          weights.stream().mapToDouble(Double::doubleValue).toArray());
    };
  }

  private static WorkloadTerm product(List<WorkloadTerm> factors, List<int[]> sizes) {
    int[] written = sizes.stream().flatMapToInt(Arrays::stream).toArray();
    return attributes -> {
      List<Workload> parts = new ArrayList<>();
      for (int i = 0; i < factors.size(); i++) {
        parts.add(factors.get(i).over(sizes.get(i)));
      }
      Workload product = ProductWorkload.of(parts);
      if (!Arrays.equals(attributes, written)
          && !Arrays.equals(attributes, product.attributes())
          && !Arrays.equals(attributes, new int[] {product.domain()})) {
        throw Require.refusal(
            "sizes in brackets must be those of the domain's attributes, in their order. Provided"
                + " values: %s over %s.",
            Arrays.toString(written), Arrays.toString(attributes));
      }
      return product;
    };
  }

  private static final class WorkloadParser extends TextParser {
    private final List<MatrixWorkload> matrices;

    WorkloadParser(String text, List<MatrixWorkload> matrices) {
      super(text);
      this.matrices = matrices;
    }

    @Override
    protected String rule() {
      return "a workload must read like prefix, 2*prefix+histogram or prefix[16] x histogram[4].";
    }

    WorkloadTerm whole() {
      WorkloadTerm term = workload();
      expectEnd();
      return term;
    }

    private WorkloadTerm workload() {
      List<WorkloadTerm> terms = new ArrayList<>();
      List<Double> weights = new ArrayList<>();
      do {
        Matcher weight = matcher(WEIGHT);
        if (weight.lookingAt()) {
          weights.add(Double.parseDouble(take(weight)));
          expect('*');
        } else {
          weights.add(1.0);
        }
        terms.add(term());
      } while (next('+'));
      return union(terms, weights);
    }

    private WorkloadTerm term() {
      WorkloadTerm first = factor();
      if (!next('[')) {
        return first;
      }
      List<WorkloadTerm> factors = new ArrayList<>(List.of(first));
      List<int[]> sizes = new ArrayList<>(List.of(sizes()));
      while (next('x')) {
        factors.add(factor());
        expect('[');
        sizes.add(sizes());
      }
      return product(factors, sizes);
    }

    private int[] sizes() {
      List<Integer> sizes = new ArrayList<>();
      do {
        sizes.add(Integer.parseInt(token(SIZE, "a size")));
      } while (next(','));
      expect(']');
      return sizes.stream().mapToInt(Integer::intValue).toArray();
    }

    private WorkloadTerm factor() {
      if (next('(')) {
        enter();
        WorkloadTerm inside = workload();
        leave();
        expect(')');
        return inside;
      }
      String name = token(NAME, "the name of a workload");
      Matcher numbered = WITH_NUMBER.matcher(name);
      if (numbered.matches()) {
        int number = Integer.parseInt(numbered.group(2));
        return switch (numbered.group(1)) {
          case "marginals" -> attributes -> Marginals.exactly(number, attributes);
          case "marginals-upto" -> attributes -> Marginals.upTo(number, attributes);
          default -> attributes -> Parity.upTo(number, attributes);
        };
      }
      return switch (name) {
        case "histogram" -> Histogram::new;
        case "prefix" -> Prefix::new;
        case "all-range" -> AllRange::new;
        case "all-marginals" -> Marginals::all;
        case "parity" -> Parity::all;
        default -> attributes -> matrix(name, attributes);
      };
    }

    private Workload matrix(String name, int[] attributes) {
      Require.that(name.startsWith("matrix-"))
          .orRefuse("a workload must be one of %s. Provided value: %s.", KNOWN, name);
      for (MatrixWorkload matrix : matrices) {
        if (matrix.name().equals(name)) {
          if (!Arrays.equals(attributes, matrix.attributes())) {
            throw Require.refusal(
                "a matrix must be over the domain's attributes. Provided: %s of %s over %s; read it"
                    + " again over these.",
                name, Arrays.toString(matrix.attributes()), Arrays.toString(attributes));
          }
          return matrix;
        }
      }
      throw Require.refusal(
          "a matrix must be given beside the workload's text. Provided value: %s; name its file.",
          name);
    }
  }
}
