package org.sparkldp.protocols.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What each workload asks, and that all it says of itself agrees with that. */
class WorkloadTest {
  private static final Labels WORDS =
      new Labels() {
        @Override
        public String item(int item) {
          return "i" + item;
        }

        @Override
        public String attribute(int attribute) {
          return List.of("age", "sex", "city").get(attribute);
        }

        @Override
        public String level(int attribute, int digit) {
          return List.of("abc", "FM", "xyzw").get(attribute).substring(digit, digit + 1);
        }
      };

  private static int[] sizes(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "histogram, 7",
    "histogram, 2 3",
    "histogram, 2 2 2",
    "prefix, 9",
    "prefix, 3 4",
    "all-range, 3",
    "all-range, 8",
    "all-marginals, 2",
    "all-marginals, 16",
    "all-marginals, 3 2 4",
    "all-marginals, 5 1",
    "marginals-1, 3 2 4",
    "marginals-2, 3 2 4",
    "marginals-3, 3 2 4",
    "marginals-3, 32",
    "marginals-upto-1, 2 3",
    "marginals-upto-2, 3 2 4",
    "marginals-upto-2, 3 3 3",
    "parity, 2",
    "parity, 16",
    "parity-1, 2 2 2",
    "parity-2, 16",
    "parity-3, 32",
    "2*prefix+histogram, 6",
    "0.5*all-marginals+3*parity-2+histogram, 16",
    "all-marginals+marginals-1, 3 2",
    "prefix[4] x histogram[3], 12",
    "all-range[3] x prefix[2] x histogram[2], 3 2 2",
    "histogram[3] x all-marginals[4], 12",
    "(2*prefix+histogram)[3] x parity[2 2], 3 2 2",
    "'prefix[3] x histogram[4]+0.1*histogram[3] x prefix[4]', 12",
  })
  void everythingAgreesWithTheQueries(String text, String attributes) {
    Matrices.agrees(Workloads.parse(text.replace("[2 2]", "[2,2]"), sizes(attributes)));
  }

  @Test
  void aWorkloadWhoseGramMatrixIsNotItsOwnIsFoundOut() {
    Workload twin =
        new Forwarding(new Prefix(6)) {
          @Override
          public double gram(int u, int v) {
            return domain() - Math.min(u, v);
          }
        };
    assertThrows(AssertionError.class, () -> Matrices.agrees(twin));
  }

  @Test
  void aWorkloadThatClaimsASymmetryItHasNotIsFoundOut() {
    Workload twin =
        new Forwarding(new Prefix(6)) {
          @Override
          public boolean isTranslationInvariant() {
            return true;
          }
        };
    assertThrows(AssertionError.class, () -> Matrices.agrees(twin));
  }

  private static class Forwarding extends Workload {
    private final Workload as;

    Forwarding(Workload as) {
      super(as.attributes());
      this.as = as;
    }

    @Override
    public String name() {
      return as.name();
    }

    @Override
    public long queries() {
      return as.queries();
    }

    @Override
    public double gram(int u, int v) {
      return as.gram(u, v);
    }

    @Override
    public double[] gramTimes(double[] x) {
      return as.gramTimes(x);
    }

    @Override
    public Query query(long index) {
      return as.query(index);
    }

    @Override
    public String label(long index, Labels labels) {
      return as.label(index, labels);
    }
  }

  // Rows in their order.

  @Test
  void prefix_sumsTheItemsUpToEach() {
    double[][] rows = Matrices.rows(new Prefix(3));

    assertArrayEquals(new double[][] {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}, rows);
  }

  @Test
  void allRange_goesByTheFirstItemThenTheLast() {
    double[][] rows = Matrices.rows(new AllRange(3));

    double[][] expected = {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1}};
    assertArrayEquals(expected, rows);
  }

  @Test
  void allRange_findsAnyOfSeveralTrillionQueriesAtOnce() {
    AllRange ranges = new AllRange(1 << 22);
    long last = ranges.queries() - 1;

    assertEquals((1L << 21) * ((1L << 22) + 1), ranges.queries());
    assertEquals("4194303", ranges.label(last, Labels.NUMBERS));
    assertEquals("4194302 to 4194303", ranges.label(last - 1, Labels.NUMBERS));
    assertEquals("1", ranges.label(1 << 22, Labels.NUMBERS));
  }

  @Test
  void marginals_goBySizeThenWithTheFirstAttributesFirstThenByLevels() {
    double[][] rows = Matrices.rows(Marginals.all(2, 3));

    double[][] expected = {
      {1, 1, 1, 1, 1, 1},
      {1, 1, 1, 0, 0, 0},
      {0, 0, 0, 1, 1, 1},
      {1, 0, 0, 1, 0, 0},
      {0, 1, 0, 0, 1, 0},
      {0, 0, 1, 0, 0, 1},
      {1, 0, 0, 0, 0, 0},
      {0, 1, 0, 0, 0, 0},
      {0, 0, 1, 0, 0, 0},
      {0, 0, 0, 1, 0, 0},
      {0, 0, 0, 0, 1, 0},
      {0, 0, 0, 0, 0, 1},
    };
    assertArrayEquals(expected, rows);
  }

  @Test
  void parity_takesTheMostSignificantBitAsTheFirstAttribute() {
    double[][] rows = Matrices.rows(Parity.all(4));

    assertArrayEquals(
        new double[][] {{1, 1, 1, 1}, {1, 1, -1, -1}, {1, -1, 1, -1}, {1, -1, -1, 1}}, rows);
  }

  @Test
  void productsNumberItemsAndQueriesWithTheFirstFactorSlowest() {
    double[][] rows = Matrices.rows(Workloads.parse("prefix[2] x histogram[3]", 2, 3));

    double[][] expected = {
      {1, 0, 0, 0, 0, 0},
      {0, 1, 0, 0, 0, 0},
      {0, 0, 1, 0, 0, 0},
      {1, 0, 0, 1, 0, 0},
      {0, 1, 0, 0, 1, 0},
      {0, 0, 1, 0, 0, 1},
    };
    assertArrayEquals(expected, rows);
  }

  @Test
  void weightsMultiplyTheRows() {
    double[][] rows = Matrices.rows(Workloads.parse("2*prefix+histogram", 2));

    assertArrayEquals(new double[][] {{2, 0}, {2, 2}, {1, 0}, {0, 1}}, rows);
  }

  // Numbers of queries.

  @ParameterizedTest
  @CsvSource({
    "histogram, 512, 512",
    "prefix, 512, 512",
    "all-range, 512, 131328",
    "all-marginals, 512, 19683", // 3^9
    "marginals-3, 512, 672", // 8 C(9, 3)
    "marginals-upto-3, 512, 835",
    "parity, 512, 512",
    "parity-3, 512, 130", // 1 + 9 + 36 + 84
    "all-marginals, 3 5 7, 192", // 4 · 6 · 8
    "marginals-2, 3 5 7, 71", // 15 + 21 + 35
    "prefix[16] x all-range[4], 64, 160",
    "prefix+2*all-range, 4, 14",
    "all-marginals, 16777216, 282429536481", // 3^24
  })
  void queries_areAsManyAsTheFormulaSays(String name, String attributes, long queries) {
    assertEquals(queries, Workloads.parse(name, sizes(attributes)).queries());
  }

  // Symmetry.

  @ParameterizedTest
  @CsvSource({
    "histogram, 2 3, false",
    "histogram, 2 2, true",
    "all-marginals, 3 3, true",
    "all-marginals, 3 2, false",
    "marginals-1, 8, true",
    "parity-2, 8, true",
    "prefix, 4, false",
    "2*parity+histogram, 8, true",
    "prefix+histogram, 8, false",
    "histogram[3] x histogram[3], 9, true",
    "histogram[3] x histogram[2], 6, false",
    "histogram[2] x parity[2], 4, false",
  })
  void isPermutationInvariant_whereAllAttributesAreAlike(
      String name, String attributes, boolean invariant) {
    Workload workload = Workloads.parse(name, sizes(attributes));

    assertEquals(invariant, workload.isPermutationInvariant());
    if (invariant) {
      int size = workload.attributes()[0];
      int n = workload.domain();
      for (int u = 0; u < n; u++) {
        for (int v = 0; v < n; v++) {
          assertEquals(
              workload.gram(u, v), workload.gram(rotated(u, n, size), rotated(v, n, size)), 1e-12);
        }
      }
    }
  }

  /** The item with the first digit moved to the end. */
  private static int rotated(int u, int n, int size) {
    return u % (n / size) * size + u / (n / size);
  }

  @Test
  void gramSpectrum_isRefusedWhereGIsNotInvariant() {
    IllegalStateException refusal =
        assertThrows(IllegalStateException.class, () -> new Prefix(4).gramSpectrum());

    assertEquals(
        "a workload must be translation-invariant for its eigenvalues to belong to characters."
            + " Provided: prefix over 4 items; decompose its Gram matrix instead.",
        refusal.getMessage());
  }

  @Test
  void gramSpectrum_ofAUsersWorkloadComesFromItsFirstRow() {
    Workload workload =
        new Forwarding(Marginals.exactly(2, 3, 2, 4)) {
          @Override
          public boolean isTranslationInvariant() {
            return true;
          }
        };
    Matrices.agrees(workload);
  }

  // Closed-form eigenvalues of the Gram matrices.

  private static double cosecant(double angle) {
    return 1 / Math.sin(angle);
  }

  private static double binomial(int n, int k) {
    return k < 0 || k > n ? 0 : k == 0 ? 1 : binomial(n - 1, k - 1) * n / k;
  }

  private static IntToDoubleFunction byWeight(IntToDoubleFunction ofWeight) {
    return s -> ofWeight.applyAsDouble(Integer.bitCount(s));
  }

  static Stream<Arguments> eigenvalues() {
    int n = 16;
    int d = 4;
    return Stream.of(
        Arguments.of("histogram", (IntToDoubleFunction) j -> 1),
        Arguments.of(
            "prefix",
            (IntToDoubleFunction)
                j -> Math.pow(cosecant((2 * j + 1) * Math.PI / (2 * (2 * n + 1))), 2) / 4),
        Arguments.of(
            "all-range",
            (IntToDoubleFunction)
                j -> (n + 1) * Math.pow(cosecant(Math.PI * (j + 1) / (2 * (n + 1))), 2) / 4),
        Arguments.of("all-marginals", byWeight(w -> Math.pow(3, d - w))),
        Arguments.of("marginals-3", byWeight(w -> binomial(d - w, 3 - w) * Math.pow(2, d - 3))),
        Arguments.of("parity", (IntToDoubleFunction) j -> n),
        Arguments.of("parity-3", byWeight(w -> w <= 3 ? n : 0)));
  }

  @ParameterizedTest
  @MethodSource
  void eigenvalues(String name, IntToDoubleFunction formula) {
    Workload workload = Workloads.parse(name, 16);
    double[] expected = IntStream.range(0, 16).mapToDouble(formula).toArray();
    if (workload.isTranslationInvariant() && workload.attributes().length == 4) {
      assertArrayEquals(expected, workload.gramSpectrum());
    }
    Arrays.sort(expected);

    assertArrayEquals(expected, Matrices.eigenvalues(workload.gram(), 16), 1e-9 * expected[15]);
  }

  // Labels.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "histogram                | 2 2 2 | 5  | i5",
        "prefix                   | 24    | 17 | up to i17",
        "all-range                | 3     | 1  | i0 to i1",
        "all-range                | 3     | 3  | i1",
        "all-marginals            | 3 2 4 | 0  | everybody",
        "all-marginals            | 3 2 4 | 3  | age=c",
        "all-marginals            | 3 2 4 | 11 | age=a, sex=M",
        "marginals-3              | 3 2 4 | 23 | age=c, sex=M, city=w",
        "parity                   | 2 2 2 | 0  | everybody",
        "parity                   | 2 2 2 | 2  | parity of sex",
        "parity                   | 2 2 2 | 5  | parity of age, city",
        "0.5*prefix+histogram     | 3     | 1  | 0.5 × up to i1",
        "0.5*prefix+histogram     | 3     | 4  | i1",
        "prefix[3] x histogram[2] | 3 2   | 3  | up to age=b and sex=M",
        "prefix[3] x all-range[2] x all-marginals[4,1] | 3 2 4 1 | 0 | up to age=a and sex=F and"
            + " everybody",
        "histogram[3] x prefix[2,4] | 3 2 4 | 13 | age=b and up to sex=M, city=y",
      })
  void label_isInTheWordsOfTheDomain(String name, String attributes, long query, String label) {
    assertEquals(label, Workloads.parse(name, sizes(attributes)).label(query, WORDS));
  }

  @Test
  void label_ofAPlainDomainReadAsBitsNamesThemByTheirWorth() {
    Workload workload = Marginals.exactly(2, 8);

    assertEquals("bit 2=1, bit 0=0", workload.label(6, Labels.bits(3, WORDS)));
    assertArrayEquals(new int[] {4, 6}, workload.query(6).items());
    assertEquals("i4", Labels.bits(3, WORDS).item(4));
  }

  // Refusals.

  @ParameterizedTest
  @CsvSource({"-1", "6", "9223372036854775807"})
  void aQueryThatThereIsNotIsRefused(long index) {
    for (String name : List.of("histogram", "prefix", "all-marginals", "2*prefix+histogram")) {
      Workload workload =
          Workloads.parse(name, name.equals("all-marginals") ? sizes("2 1") : sizes("3"));
      long outside = index == 6 ? workload.queries() : index;
      assertThrows(IndexOutOfBoundsException.class, () -> workload.query(outside));
      assertThrows(IndexOutOfBoundsException.class, () -> workload.label(outside, WORDS));
    }
  }

  @Test
  void tooManyAnswersForAnArrayAreRefused() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> new AllRange(1 << 16).answers(new double[1 << 16]));

    assertEquals(
        "a workload must have fewer than 2^31 queries to be answered as a whole. Provided value:"
            + " 2147516416; ask it query by query.",
        refusal.getMessage());
  }

  @Test
  void aGramMatrixTooLargeToBeWrittenOutIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Prefix(8193).gram());
    assertThrows(IllegalArgumentException.class, () -> new Prefix(1 << 25));
  }

  @Test
  void workloadsAreEqualByNameAndAttributes() {
    assertEquals(Marginals.all(8), Marginals.upTo(3, 2, 2, 2));
    assertEquals(Marginals.all(8).hashCode(), Marginals.upTo(3, 2, 2, 2).hashCode());
    assertEquals(Parity.all(8), Parity.upTo(3, 8));
    assertFalse(new Histogram(8).equals(new Histogram(2, 2, 2)));
    assertFalse(new Histogram(8).equals(new Prefix(8)));
    assertTrue(new Prefix(8).toString().equals("prefix over 8 items"));
  }
}
