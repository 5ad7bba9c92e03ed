package org.sparkldp.datasets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.datasets.law.Probabilities;
import org.sparkldp.datasets.table.ItemTable;

/** What every generator must keep: one table per seed, the stated types, the stated truth. */
class GeneratorTest {
  private static final long SEED = 20_260_101;
  private static final int ROWS = 200_000;

  static Stream<Generator> generators() {
    return Stream.concat(
            Datasets.all().stream().map(GeneratorFamily::name),
            Stream.of(
                "zipf(k=2,s=0)",
                "zipf(k=100000,s=0.5)",
                "geometric(k=1000,ratio=0.001)",
                "geometric(k=10,ratio=1)",
                "bimodal(k=7,weight=1,mu1=0,sigma1=1)",
                "bimodal(k=1000,sigma1=0.001,mu2=1,sigma2=0.001)",
                "gaussian(mu=-5,sigma=0.001)",
                "heights(regions=1,spread=0,sigma=1)",
                "student(df=3)",
                "student(df=4,mu=7,sigma=2)",
                "rounded(mu=0.4,sigma=0.7,step=1)",
                "heaped(mu=170,sigma=7)",
                "two-point(low=-1,high=3,share=1)",
                "two-point(share=0.001)",
                "whole(lower=5,upper=5)",
                "two-normals(share=0.01,distance=20)",
                "two-normals(share=0.5,distance=6)",
                "gapped(lower=-2,upper=5,share=0.3)",
                "events(days=1)",
                "panel(people=1,days=1)",
                "panel(people=3,days=50,k=2,s=0)",
                "trips(avenues=2,streets=3,drivers=1)"))
        .map(Datasets::find);
  }

  @ParameterizedTest
  @MethodSource("generators")
  void rows_areTheSameInAnyOrderOnAnyThreadAndAfterSerialization(Generator generator)
      throws IOException, ClassNotFoundException {
    int n = 2_000;
    Object[][] forward = new Object[n][];
    for (int i = 0; i < n; i++) {
      forward[i] = generator.row(SEED, i);
    }
    Object[][] backward = new Object[n][];
    Generator again = Datasets.find(generator.toString());
    for (int i = n - 1; i >= 0; i--) {
      backward[i] = again.row(SEED, i);
    }
    Generator carried = serializeAndBack(generator);
    Object[][] parallel =
        LongStream.range(0, n)
            .parallel()
            .mapToObj(i -> carried.row(SEED, i))
            .toArray(Object[][]::new);
    assertArrayEquals(forward, backward);
    assertArrayEquals(forward, parallel);
    assertEquals(generator, carried);
  }

  @ParameterizedTest
  @MethodSource("generators")
  void rows_ofAnotherSeedAreOtherRows(Generator generator) {
    int same = 0;
    int cells = 0;
    for (int i = 0; i < 1_000; i++) {
      Object[] one = generator.row(SEED, i);
      Object[] other = generator.row(SEED + 1, i);
      for (int c = 0; c < one.length; c++) {
        if (!isFixed(generator.columns().get(c))) {
          same += one[c].equals(other[c]) ? 1 : 0;
          cells++;
        }
      }
    }
    // Not "mostly other": geometric(ratio=0.001) gives its first item with probability 0.999.
    assertTrue(same < cells || cells == 0, generator.toString());
  }

  /** The row's index, and a constant, have nothing to draw. */
  private static boolean isFixed(Column column) {
    return column.name().equals("id")
        || (column.truth() instanceof Truth.Numeric truth && truth.variance() == 0);
  }

  @ParameterizedTest
  @MethodSource("generators")
  void cells_haveTheTypeOfTheirColumn(Generator generator) {
    Map<Column.Type, Class<?>> boxes =
        Map.of(
            Column.Type.LONG, Long.class,
            Column.Type.INT, Integer.class,
            Column.Type.DOUBLE, Double.class,
            Column.Type.STRING, String.class,
            Column.Type.DATE, LocalDate.class);
    for (long index : new long[] {0, 1, 1L << 40, Long.MAX_VALUE}) {
      Object[] row = generator.row(SEED, index);
      assertEquals(generator.columns().size(), row.length);
      for (int c = 0; c < row.length; c++) {
        assertInstanceOf(boxes.get(generator.columns().get(c).type()), row[c]);
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("generators")
  void columns_followTheirTruth(Generator generator) {
    for (Column column : generator.columns()) {
      String name = generator + " " + column.name();
      Object[] cells =
          LongStream.range(0, ROWS).mapToObj(i -> column.value(SEED, i)).toArray(Object[]::new);
      if (column.truth() instanceof Truth.Unique) {
        assertEquals(ROWS, new HashSet<>(Arrays.asList(cells)).size(), name);
      } else if (column.truth() instanceof Truth.Categorical truth) {
        long[] counts = countsByValue(cells, truth.values());
        assertFalse(ChiSquare.rejects(counts, truth.probabilities()), name);
        assertTrue(
            counts.length < 2 || ChiSquare.rejects(counts, tilted(truth.probabilities())),
            name + ": wrong twin");
      } else if (column.truth() instanceof Truth.Numeric truth) {
        double shift = 0.05 * Math.sqrt(truth.variance());
        double[] quantiles = quantiles(truth, 20);
        assertFalse(rejects(cells, 0, quantiles), name);
        assertTrue(rejects(cells, shift, quantiles), name + ": wrong twin");
      }
      if (column.truth() instanceof Truth.Numeric truth) {
        double mean =
            Arrays.stream(cells).mapToDouble(x -> ((Number) x).doubleValue()).average().orElse(0);
        assertEquals(truth.mean(), mean, 5 * Math.sqrt(truth.variance() / ROWS) + 1e-12, name);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("generators")
  void specs_findTheGeneratorTheyPrint(Generator generator) {
    Generator again = Datasets.find(generator.spec().toString());
    assertEquals(generator, again);
    assertEquals(generator.hashCode(), again.hashCode());
    assertEquals(generator.toString(), again.toString());
  }

  /** Doubles enter by their bits: the last one counts, on every JVM. */
  @ParameterizedTest
  @CsvSource({
    "bimodal, 32f436f9a8f6f1ee",
    "events, 89240a99b848d909",
    "gaussian, 8526a45f7784e6fb",
    "geometric, 8642041f579aa105",
    "heights, 08859c123260ad8f",
    "trips, 289cf5ef3146d29a",
    "uniform, 6407a09d695ea393",
    "zipf, bc695bc03083974f"
  })
  void rows_keepTheirBytesForEver(String name, String digest) throws NoSuchAlgorithmException {
    Generator generator = Datasets.find(name);
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    for (long index = 0; index < 10_000; index++) {
      for (long far : new long[] {index, Long.MAX_VALUE - index}) {
        for (Object cell : generator.row(1, far)) {
          Object exact = cell instanceof Double x ? Double.doubleToLongBits(x) : cell;
          sha256.update((exact + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    assertEquals(digest, HexFormat.of().formatHex(sha256.digest(), 0, 8));
  }

  @Test
  void columns_areFoundByNameAndKind() {
    Generator generator = Datasets.find("zipf(k=16)");
    int item = generator.column("item", Column.OfInt.class).at(1, 5);
    assertEquals(generator.row(1, 5)[1], item);
    assertMessage("must be one of id, item, word", () -> generator.column("page"));
    assertMessage("has type INT", () -> generator.column("item", Column.OfLong.class));
  }

  @Test
  void row_refusesANegativeIndex() {
    Generator generator = Datasets.find("uniform");
    assertMessage("[0, 2^63). Provided value: -1", () -> generator.row(1, -1));
  }

  @Test
  void generator_refusesTwoColumnsOfOneNameAndAnUnknownPartition() {
    GeneratorSpec spec = Datasets.find("uniform").spec();
    Column id = ItemTable.id();
    assertMessage("unique", () -> new Generator(spec, List.of(id, id)));
    assertMessage("must be one of id", () -> new Generator(spec, List.of(id), List.of("day")));
  }

  private static void assertMessage(String part, Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(part), message);
  }

  private static Generator serializeAndBack(Generator generator)
      throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(generator);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (Generator) in.readObject();
    }
  }

  /** Refuses, by a null pointer, a value the truth does not know. */
  private static long[] countsByValue(Object[] cells, List<?> values) {
    Map<Object, Integer> ordinals = new HashMap<>();
    for (int i = 0; i < values.size(); i++) {
      ordinals.put(values.get(i), i);
    }
    assertEquals(values.size(), ordinals.size());
    long[] counts = new long[values.size()];
    for (Object cell : cells) {
      counts[ordinals.get(cell)]++;
    }
    return counts;
  }

  /** The first half of the mass made 15 % likelier, and 2 % of all spread evenly. */
  private static double[] tilted(double[] probabilities) {
    double[] weights = new double[probabilities.length];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = probabilities[i] * (sum < 0.5 ? 1.15 : 1) + 0.02 / weights.length;
      sum += probabilities[i];
    }
    return Probabilities.normalize(weights);
  }

  private static double[] quantiles(Truth.Numeric truth, int bins) {
    return IntStream.range(1, bins).mapToDouble(i -> truth.quantile(i / (double) bins)).toArray();
  }

  /** Counts the cells, each moved by the shift, between quantiles of equal distance. */
  private static boolean rejects(Object[] cells, double shift, double[] quantiles) {
    long[] counts = new long[quantiles.length + 1];
    double[] uniform = new double[counts.length];
    Arrays.fill(uniform, 1.0 / counts.length);
    for (Object cell : cells) {
      int found = Arrays.binarySearch(quantiles, (Double) cell + shift);
      counts[found < 0 ? -found - 1 : found]++;
    }
    return ChiSquare.rejects(counts, uniform);
  }
}
