package org.sparkldp.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Predicted;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RangeProtocol;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.Resilient;
import org.sparkldp.protocols.mean.TruncatedMean;

/**
 * Of every protocol, the most that fake reports can shift an estimate: what is stated, against all
 * reports that accumulators accept and all values that people may hold.
 */
@Tag("long")
public class ShiftsTest {
  /** Cells are tried up to this many. */
  private static final int MOST_REPORTS = 1 << 22;

  /** Items, each of whose reports, or whose ends, can be listed. */
  static Stream<String> listed() {
    return Stream.of(
        "rr(epsilon=1)",
        "grr(epsilon=1,k=5)",
        "sue(epsilon=1,k=5)",
        "oue(epsilon=1,k=5)",
        "olh(epsilon=1,k=5)",
        "hadamard(epsilon=1,k=6,blocks=2)",
        "subset(epsilon=1,k=6,size=2)",
        "pgr(epsilon=1,k=5)",
        "loloha(epsilon=1,k=5)",
        "loloha(epsilon=2,k=5,g=3,alpha=0.3)",
        "factorization(epsilon=1,workload=prefix,domain=6)",
        "factorization(epsilon=1,workload=histogram,domain=6)",
        "factorization(epsilon=4,workload=histogram,domain=6)",
        "factorization(epsilon=1,workload=all-marginals,domain=8,attributes=2x2x2)",
        "factorization(epsilon=1,workload=marginals-1,domain=2048,"
            + "attributes=2x2x2x2x2x2x2x2x2x2x2)", // beyond dense matrices
        "duchi(epsilon=1,lower=-3,upper=5)",
        "mean(epsilon=1,lower=-3,upper=5)",
        "mean(epsilon=4,lower=0,upper=2)",
        "laplace-mean(epsilon=1,lower=-3,upper=5)",
        "gaussian-noise(epsilon=1,delta=1e-6,lower=-3,upper=5)",
        "one-coordinate(epsilon=1,d=3,radius=2)",
        "hypercube(epsilon=1,d=4,radius=2)",
        "hypercube(epsilon=2,d=5,radius=2,variant=best)",
        "coordinate-sampling(epsilon=0.5,d=3,radius=2)",
        "coordinate-sampling(epsilon=4,d=2,radius=2,coordinates=1)",
        "laplace-vector(epsilon=1,d=2,radius=3)",
        "laplace-vector(epsilon=1,d=2,radius=3,norm=l2)",
        "gaussian-vector(epsilon=1,delta=1e-6,d=2,radius=3)",
        "density(epsilon=1,lower=0,upper=4,terms=5,points=8)");
  }

  @ParameterizedTest
  @MethodSource("listed")
  void noReportShiftsMoreThanStatedAndOneShiftsThatMuch(String spec) {
    assertExact(Protocols.of(spec), spec.startsWith("density") ? 1e-3 : 1e-8);
  }

  /**
   * The shift that a protocol states is the largest that there is.
   *
   * @param tolerance by which values that people hold may miss the ends of all values
   */
  public static <V, R> void assertExact(Protocol<V, R> protocol, double tolerance) {
    double[] least = null;
    double[] most = null;
    for (double[] alone : eachAlone(protocol)) {
      least = least == null ? alone.clone() : least;
      most = most == null ? alone.clone() : most;
      for (int i = 0; i < alone.length; i++) {
        least[i] = Math.min(least[i], alone[i]);
        most[i] = Math.max(most[i], alone[i]);
      }
    }
    double[] stated = shift(protocol, 100).orElseThrow();
    Reach[] honest = honest(protocol);
    double share = countsPeople(protocol) ? 1 : 0.01;
    assertEquals(honest.length, stated.length);
    for (int i = 0; i < stated.length; i++) {
      double worst = Math.max(most[i] - honest[i].least(), honest[i].most() - least[i]);
      assertEquals(
          worst * share, stated[i], tolerance * Math.max(1, worst) * share, protocol + " " + i);
    }
    double[] more = shift(protocol, 1000).orElseThrow();
    assertEquals(stated[0] * (countsPeople(protocol) ? 10 : 1), more[0], 1e-9 * more[0]);
  }

  private static boolean countsPeople(Protocol<?, ?> protocol) {
    return protocol instanceof ItemProtocol<?>;
  }

  private static Optional<double[]> shift(Protocol<?, ?> protocol, long n) {
    return protocol.facet(Resilient.class).flatMap(known -> known.shiftPerPercent(n));
  }

  @SuppressWarnings("unchecked") // of the protocol's type
  private static Predicted.Expected expected(Protocol<?, ?> protocol, Object value) {
    Predicted<Object> known = protocol.facet(Predicted.class).orElseThrow();
    return known.expected(List.of(value), 1);
  }

  /** What honest reports add on average, over all values (of vectors, those far out). */
  private static Reach[] honest(Protocol<?, ?> protocol) {
    List<double[]> answers = new ArrayList<>();
    for (Object value : values(protocol)) {
      answers.add(expected(protocol, value).answers());
    }
    Reach[] honest = new Reach[answers.get(0).length];
    Arrays.setAll(honest, i -> Reach.of(answers.stream().mapToDouble(a -> a[i]).toArray()));
    return honest;
  }

  private static List<?> values(Protocol<?, ?> protocol) {
    if (protocol instanceof ItemProtocol<?> items) {
      return IntStream.range(0, items.k()).boxed().toList();
    }
    if (protocol instanceof BallProtocol<?> vectors) {
      List<double[]> axes = new ArrayList<>();
      for (int j = 0; j < 2 * vectors.d(); j++) {
        double[] axis = new double[vectors.d()];
        axis[j / 2] = j % 2 == 0 ? vectors.radius() : -vectors.radius();
        axes.add(axis);
      }
      return axes;
    }
    RangeProtocol<?> numbers = (RangeProtocol<?>) protocol;
    double width = numbers.upper() - numbers.lower();
    return IntStream.rangeClosed(0, 400).mapToObj(i -> numbers.lower() + width * i / 400).toList();
  }

  /** The estimates from each report alone, or from as many as have all ends. */
  private static <R> List<double[]> eachAlone(Protocol<?, R> protocol) {
    Accumulator<R> gate = protocol.newAccumulator();
    List<double[]> alone = new ArrayList<>();
    eachReport(
        protocol,
        report -> {
          @SuppressWarnings("unchecked") // made as the report type says
          R one = (R) report;
          if (gate.accepts(one)) {
            Accumulator<R> reports = protocol.newAccumulator();
            reports.add(one);
            alone.add(protocol.estimate(reports).estimates());
          }
        });
    assertFalse(alone.isEmpty());
    return alone;
  }

  private static void eachReport(Protocol<?, ?> protocol, Consumer<Object> reports) {
    int bytes = protocol.reportType().bytes();
    switch (protocol.reportType().kind()) {
      case CELL -> accepted(protocol, cell -> cell, reports);
      case WORD -> ends(protocol).forEach(reports);
      case BITS -> {
        if (bytes <= 3) {
          for (int word = 0; word < 1 << (8 * bytes); word++) {
            reports.accept(Arrays.copyOf(numbers(word), bytes));
          }
        } else if (bytes == Long.BYTES) { // a coordinate and its cell
          for (long j = 0; j < ((BallProtocol<?>) protocol).d(); j++) {
            long coordinate = j << 32;
            accepted(protocol, cell -> numbers(coordinate | cell), reports);
          }
        } else {
          corners(protocol, bytes / Long.BYTES).forEach(reports);
        }
      }
    }
  }

  /** Of thousands of cells those at both ends, and some between: runs of cells rise. */
  private static <R> void accepted(
      Protocol<?, R> protocol, IntFunction<?> made, Consumer<Object> reports) {
    Accumulator<R> gate = protocol.newAccumulator();
    List<Integer> cells = new ArrayList<>();
    for (int cell = 0; cell < MOST_REPORTS; cell++) {
      @SuppressWarnings("unchecked") // made as the report type says
      R report = (R) made.apply(cell);
      if (gate.accepts(report)) {
        cells.add(cell);
      }
    }
    int all = cells.size();
    for (int i = 0; i < all; i++) {
      if (i < 2000 || i >= all - 2000 || i % 1009 == 0) {
        reports.accept(made.apply(cells.get(i)));
      }
    }
  }

  /** The largest word that is accepted, and its opposite. */
  private static List<Object> ends(Protocol<?, ?> protocol) {
    @SuppressWarnings("unchecked") // reports are words
    Accumulator<Long> gate = (Accumulator<Long>) protocol.newAccumulator();
    long most = 0;
    for (long step = 1L << 60; step > 0; step /= 2) {
      most += gate.accepts(most + step) ? step : 0;
    }
    return List.of(most, -most);
  }

  /** Reports of numbers, each at one of its ends. */
  private static List<Object> corners(Protocol<?, ?> protocol, int numbers) {
    @SuppressWarnings("unchecked") // reports are bytes
    Accumulator<byte[]> gate = (Accumulator<byte[]>) protocol.newAccumulator();
    long most = 0;
    for (long step = 1L << 60; step > 0; step /= 2) {
      long[] all = new long[numbers];
      Arrays.fill(all, most + step);
      most += gate.accepts(numbers(all)) ? step : 0;
    }
    List<Object> corners = new ArrayList<>();
    for (int signs = 0; signs < 1 << numbers; signs++) {
      long[] all = new long[numbers];
      for (int i = 0; i < numbers; i++) {
        all[i] = (signs >> i & 1) == 0 ? most : -most;
      }
      corners.add(numbers(all));
    }
    return corners;
  }

  private static byte[] numbers(long... numbers) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(numbers).forEach(bytes::putLong);
    return bytes.array();
  }

  /** Of directions that nobody has listed it is a bound, and a search comes near it. */
  @ParameterizedTest
  @CsvSource({
    "'l2-ball(epsilon=1,d=2,radius=3)', 0.999",
    "'privunit(epsilon=2,d=3,radius=1)', 0.9"
  })
  void directionsAreNoLonger(String spec, double near) {
    assertDirections((BallProtocol<?>) Protocols.of(spec), near);
    assertDirections((BallProtocol<?>) Protocols.of("privunit(epsilon=2,d=40,radius=1)"), 0.5);
  }

  private static void assertDirections(BallProtocol<?> protocol, double near) {
    double stated = shift(protocol, 1).orElseThrow()[0] * 100;
    double most = 0;
    for (long seed = 0; seed < 4000; seed++) {
      @SuppressWarnings("unchecked") // reports are words
      Accumulator<Long> one = (Accumulator<Long>) protocol.newAccumulator();
      one.add(seed << 16);
      Estimate alone = Protocols.estimate(protocol, one, 0.95);
      most = Math.max(most, Arrays.stream(alone.estimates()).map(Math::abs).max().orElseThrow());
    }
    double shift = most + protocol.radius();
    assertTrue(
        shift <= stated * (1 + 1e-9) && shift > near * stated, protocol + ": " + shift / stated);
  }

  /** A truncated mean is the mean of what it clips to. */
  @Test
  void truncatedMeansShiftAsTheirRanges() {
    Protocol<?, ?> truncated = Protocols.of("truncated-mean(epsilon=1,moment=2,bound=1,users=100)");
    List<double[]> alone = eachAlone(truncated);
    Reach reach = Reach.of(alone.stream().mapToDouble(a -> a[0]).toArray());
    double clipped = ((TruncatedMean<?>) truncated).truncation();
    assertEquals(
        0.01 * reach.beyond(Reach.symmetric(clipped)), shift(truncated, 7).orElseThrow()[0], 1e-9);
  }

  /** None states a number that is not compared with its reports here. */
  @Test
  void everyStatedShiftIsCompared() {
    Set<String> compared =
        listed().map(s -> s.substring(0, s.indexOf('('))).collect(Collectors.toSet());
    compared.addAll(Set.of("l2-ball", "privunit", "truncated-mean"));
    Set<String> stated = new TreeSet<>();
    for (Declaration<?> declaration : Protocols.declarations()) {
      for (String example : declaration.examples()) {
        if (shift(Protocols.of(example), 1).isPresent()) {
          stated.add(declaration.name());
        }
      }
    }
    stated.remove("strategy"); // a factorization
    assertTrue(compared.containsAll(stated), stated + " are not all of " + compared);
    assertFalse(stated.contains("median"));
  }

  @Test
  void aReachGoesFromANumberToOneThatIsNoLess() {
    assertEquals(7, new Reach(-2, 3).beyond(new Reach(-4, 1)));
    assertEquals(5, new Reach(-2, 3).beyond(new Reach(0, 3)));
    assertEquals(new Reach(-6, 4), new Reach(-2, 3).times(-2));
    assertThrows(IllegalArgumentException.class, () -> new Reach(1, 0));
    assertThrows(IllegalArgumentException.class, () -> new Reach(0, Double.POSITIVE_INFINITY));
    assertThrows(IllegalArgumentException.class, () -> Reach.of(Double.NaN));
  }
}
