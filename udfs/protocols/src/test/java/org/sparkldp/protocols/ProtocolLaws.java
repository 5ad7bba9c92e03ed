package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** What holds for every protocol there is, whatever it asks; a module's test names its specs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ProtocolLaws {
  private static final int REPORTS = 120;

  private final String home;
  private final List<String> specs;
  private final List<String> inFull;
  private final Set<String> elsewhere;

  /**
   * @param home the package that the providers are from
   * @param specs besides the examples of its providers; what is asked lies around 0, within 1 of it
   * @param inFull with every parameter that there is
   * @param elsewhere names that tests of their own hold to these laws
   */
  protected ProtocolLaws(
      String home, List<String> specs, List<String> inFull, Set<String> elsewhere) {
    this.home = home;
    this.specs = Stream.concat(Examples.of(home, elsewhere), specs.stream()).distinct().toList();
    this.inFull = inFull;
    this.elsewhere = elsewhere;
  }

  @Test
  void noProviderIsLeftOut() {
    Set<String> covered = new HashSet<>(elsewhere);
    specs.forEach(spec -> covered.add(spec.substring(0, spec.indexOf('('))));

    for (ProtocolProvider provider : Protocols.providers()) {
      boolean isOurs = provider.getClass().getName().startsWith(home + ".");
      assertEquals(isOurs, covered.contains(provider.name()), provider.name());
    }
  }

  /** Those that are held to their laws: all, but where mutants of a few are looked for. */
  private static final Pattern WANTED = Pattern.compile(System.getProperty("ldp.laws", ""));

  private Stream<String> wanted() {
    return specs.stream().filter(spec -> WANTED.matcher(spec).lookingAt());
  }

  /** Whoever knows a spec knows the protocol: accumulators and plans carry nothing else. */
  @Test
  void theCanonicalSpecKeepsWhatWasGivenAndReadsBack() {
    Stream.concat(specs.stream(), inFull.stream())
        .forEach(
            text -> {
              ProtocolSpec given = ProtocolSpec.parse(text);
              ProtocolSpec canonical = Protocols.of(text).spec();
              assertEquals(canonical, Protocols.of(canonical.toString()).spec());
              if (!given.name().equals(canonical.name())) {
                return; // a name for another protocol, whichever is best
              }
              Set<String> declared = new HashSet<>();
              for (Parameter parameter : Protocols.provider(canonical.name()).parameters()) {
                declared.add(parameter.name());
              }
              assertTrue(declared.containsAll(canonical.arguments().keySet()), text);
              assertTrue(
                  canonical.arguments().keySet().containsAll(given.arguments().keySet()), text);
            });
  }

  @SuppressWarnings("unchecked") // values are made to fit
  Stream<Protocol<Object, Object>> protocols() {
    return wanted().map(spec -> (Protocol<Object, Object>) Protocols.of(spec));
  }

  private static Object value(Protocol<?, ?> protocol, RandomSource source) {
    if (protocol instanceof ItemProtocol<?> items) {
      return source.uniform(items.k());
    }
    if (protocol instanceof NumberProtocol<?> numbers) {
      double number;
      do {
        number = fraction(source);
      } while (!numbers.accepts(number));
      return number;
    }
    VectorProtocol<?> vectors = (VectorProtocol<?>) protocol;
    double[] value = new double[vectors.d()];
    do {
      Arrays.setAll(value, j -> fraction(source));
    } while (!vectors.accepts(value));
    return value;
  }

  private static double fraction(RandomSource source) {
    return (source.uniform(2001) - 1000) / 1000.0;
  }

  private static List<Object> reports(Protocol<Object, Object> protocol, long seed) {
    RandomSource source = new SimulationSource(seed);
    List<Object> reports = new ArrayList<>();
    for (int i = 0; i < REPORTS; i++) {
      reports.add(protocol.randomizer().randomize(value(protocol, source), source));
    }
    return reports;
  }

  private static Accumulator<Object> sum(Protocol<Object, Object> protocol, List<Object> reports) {
    Accumulator<Object> sum = protocol.newAccumulator("plan");
    reports.forEach(sum::add);
    return sum;
  }

  // Reports.

  @ParameterizedTest
  @MethodSource("protocols")
  void aReportHasTheDeclaredKindAndSize(Protocol<Object, Object> protocol) {
    ReportType type = protocol.reportType();
    for (Object report : reports(protocol, 1)) {
      switch (type.kind()) {
        case CELL -> assertInstanceOf(Integer.class, report);
        case WORD -> assertInstanceOf(Long.class, report);
        case BITS -> assertEquals(type.bytes(), ((byte[]) report).length);
      }
    }
    assertTrue(
        type.kind() == ReportType.Kind.BITS
            || type.bytes() == (type.kind() == ReportType.Kind.CELL ? 4 : 8));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void allCoinsComeFromTheSource(Protocol<Object, Object> protocol) {
    assertArrayEquals(reports(protocol, 2).toArray(), reports(protocol, 2).toArray());
    assertFalse(Arrays.deepEquals(reports(protocol, 2).toArray(), reports(protocol, 3).toArray()));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void anEqualValueIsEncodedAlikeAndOthersApart(Protocol<Object, Object> protocol) {
    Set<Long> codes = new HashSet<>();
    Set<Object> values = new HashSet<>();
    for (long seed = 0; seed < 20; seed++) {
      Object value = value(protocol, new SimulationSource(seed));
      Object again = value(protocol, new SimulationSource(seed));
      assertEquals(protocol.randomizer().encode(value), protocol.randomizer().encode(again));
      codes.add(protocol.randomizer().encode(value));
      values.add(
          (Object) protocol instanceof VectorProtocol<?> vectors
              ? Arrays.toString(vectors.input((double[]) value))
              : value);
    }
    assertEquals(values.size(), codes.size());
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void valuesThatAreNoneAreRefusedAndNotShown(Protocol<Object, Object> protocol) {
    List<Object> wrong = new ArrayList<>();
    Protocol<?, ?> any = protocol;
    if (any instanceof ItemProtocol<?> items) {
      wrong.addAll(List.of(-1, items.k(), Integer.MIN_VALUE, Integer.MAX_VALUE));
    } else if (any instanceof NumberProtocol<?> numbers) {
      wrong.addAll(
          List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1234.5e300));
      wrong.removeIf(x -> numbers.accepts((double) x));
      assertTrue(wrong.size() >= 3, "none that is not finite is accepted");
    } else {
      VectorProtocol<?> vectors = (VectorProtocol<?>) any;
      double[] value = (double[]) value(protocol, new SimulationSource(1));
      assertTrue(vectors.accepts(value));
      wrong.add(Arrays.copyOf(value, value.length + 1));
      wrong.add(Arrays.copyOf(value, value.length - 1));
      for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1234.5e300}) {
        for (int j = 0; j < value.length; j++) {
          double[] one = value.clone();
          one[j] = bad;
          if (!vectors.accepts(one)) {
            wrong.add(one);
          } else {
            assertTrue(Double.isFinite(bad), "none that is not finite is accepted");
          }
        }
      }
    }
    for (Object value : wrong) {
      RandomSource none =
          new RandomSource() {
            private boolean cohort;

            @Override
            public long nextLong() {
              // A number's cohort is drawn, or hashed, before the value is looked at.
              assertTrue(any instanceof NumberProtocol<?> && !cohort, "no coin for it");
              cohort = true;
              return 1;
            }
          };
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class, () -> protocol.randomizer().randomize(value, none));
      assertFalse(refusal.getMessage().contains("1234.5"), refusal.getMessage());
      assertFalse(refusal.getMessage().contains("1.2345"), refusal.getMessage());
    }
  }

  // Sums.

  @ParameterizedTest
  @MethodSource("protocols")
  void sumsDoNotDependOnOrderGroupingOrMultiplicity(Protocol<Object, Object> protocol) {
    List<Object> reports = reports(protocol, 4);
    Accumulator<Object> whole = sum(protocol, reports);
    Accumulator<Object> parts = sum(protocol, reports.subList(REPORTS / 2, REPORTS));
    parts.merge(sum(protocol, reports.subList(0, REPORTS / 2)));
    Accumulator<Object> twice = protocol.newAccumulator("plan");
    Accumulator<Object> times = protocol.newAccumulator("plan");
    for (Object report : reports) {
      twice.add(report);
      twice.add(report);
      times.add(report, 0);
      times.add(report, 1);
      times.add(report, 1);
      twice.add(report);
      twice.add(report);
      twice.add(report);
      times.add(report, 3);
    }

    assertEquals(REPORTS, whole.n());
    assertArrayEquals(whole.toBytes(), parts.toBytes());
    assertEquals(5L * REPORTS, times.n());
    assertArrayEquals(twice.toBytes(), times.toBytes());
    assertNotEquals(whole, twice);
    assertThrows(IllegalArgumentException.class, () -> whole.add(reports.get(0), -1));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aReportOfAnotherShapeIsRefusedAndChangesNothing(Protocol<Object, Object> protocol) {
    Accumulator<Object> sum = sum(protocol, reports(protocol, 5));
    byte[] before = sum.toBytes();
    ReportType type = protocol.reportType();
    List<Object> wrong =
        switch (type.kind()) {
          case CELL -> List.of(-1, Integer.MAX_VALUE, Integer.MIN_VALUE);
          case WORD -> List.of();
          case BITS -> List.of(new byte[0], new byte[type.bytes() - 1], new byte[type.bytes() + 1]);
        };
    for (Object report : wrong) {
      assertThrows(IllegalArgumentException.class, () -> sum.add(report));
      assertThrows(IllegalArgumentException.class, () -> sum.add(report, 2));
      assertArrayEquals(before, sum.toBytes());
    }
  }

  // Estimates.

  @ParameterizedTest
  @MethodSource("protocols")
  void anEstimateHoldsItsIntervalsAndLeavesTheSumAsItIs(Protocol<Object, Object> protocol) {
    Accumulator<Object> sum = sum(protocol, reports(protocol, 6));
    byte[] before = sum.toBytes();
    Estimate narrow = protocol.estimate(sum, 0.5);
    Estimate usual = protocol.estimate(sum);
    Estimate wide = protocol.estimate(sum, 0.99);

    assertArrayEquals(before, sum.toBytes());
    assertEquals(0.95, usual.confidence());
    assertEquals(REPORTS, usual.n());
    assertFalse(usual.rows().isEmpty());
    for (int i = 0; i < usual.rows().size(); i++) {
      Estimate.Row row = usual.rows().get(i);
      assertEquals(row.item(), wide.rows().get(i).item());
      assertFalse(row.item().isBlank());
      assertTrue(!(row.standardError() < 0), row.toString());
      assertTrue(!(row.lower() > row.estimate() || row.upper() < row.estimate()), row.toString());
      assertTrue(!(row.lower() < wide.rows().get(i).lower()), row.toString());
      assertTrue(!(row.upper() > wide.rows().get(i).upper()), row.toString());
      assertTrue(!(row.lower() > narrow.rows().get(i).lower()), row.toString());
      assertTrue(!(row.upper() < narrow.rows().get(i).upper()), row.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aProtocolEstimatesItsOwnReportsAndSomeOnly(Protocol<Object, Object> protocol) {
    Protocol<Object, Object> other = with(protocol.spec(), "1.5");
    Accumulator<Object> foreign = sum(other, reports(other, 7));
    Accumulator<Object> own = sum(protocol, reports(protocol, 7));

    assertThrows(IllegalArgumentException.class, () -> protocol.estimate(foreign));
    assertThrows(IllegalArgumentException.class, () -> own.merge(foreign));
    assertThrows(
        IllegalArgumentException.class, () -> protocol.estimate(protocol.newAccumulator("plan")));
    for (double confidence : new double[] {0, 1, -0.5, 2, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> protocol.estimate(own, confidence));
    }
  }

  // Guarantees.

  @ParameterizedTest
  @MethodSource("protocols")
  void theExactEpsilonIsAtMostTheClaim(Protocol<Object, Object> protocol) {
    Guarantee guarantee = protocol.guarantee();

    assertEquals(1, guarantee.epsilon());
    assertTrue(guarantee.exactEpsilon() <= 1);
    assertTrue(guarantee.exactEpsilon() > 0.4, "not wasted either");
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void anEpsilonOutOfRangeIsRefused(Protocol<Object, Object> protocol) {
    for (String epsilon : List.of("0", "-1", "9.9e-7", "20.001", "NaN", "Infinity")) {
      assertThrows(IllegalArgumentException.class, () -> with(protocol.spec(), epsilon), epsilon);
    }
  }

  /** What no question can be asked with, by parameter. */
  private static final Map<String, List<String>> NEVER =
      Map.ofEntries(
          Map.entry("k", List.of("-1", "0", "1", "2147483647")),
          Map.entry("g", List.of("-1", "0", "1", "2147483647")),
          Map.entry("size", List.of("-1", "0", "2147483647")),
          Map.entry("blocks", List.of("-1", "0", "3", "1073741824")),
          Map.entry("bits", List.of("-1", "0", "1", "2147483647")),
          Map.entry("hashes", List.of("-1", "0", "9")),
          Map.entry("cohorts", List.of("-1", "0", "65537")),
          Map.entry("irr_p", List.of("-0.1", "1", "NaN")),
          Map.entry("irr_q", List.of("0", "1.1", "NaN")),
          Map.entry("theta", List.of("0.5", "1.001", "-1", "NaN")),
          Map.entry("lower", List.of("2", "3", "NaN", "Infinity", "-Infinity")),
          Map.entry("upper", List.of("-1", "-2", "NaN", "Infinity", "-Infinity")),
          Map.entry("d", List.of("-1", "0", "2147483647")),
          Map.entry("p", List.of("-1", "0", "2147483647")),
          Map.entry("radius", List.of("-1", "0", "NaN", "Infinity")),
          Map.entry("residual", List.of("-1", "0", "NaN", "Infinity")),
          Map.entry("delta", List.of("0", "-0.1", "1", "NaN")),
          Map.entry("sigma", List.of("0", "-1", "NaN", "Infinity")),
          Map.entry("sigma_min", List.of("0", "-1", "9", "NaN", "Infinity")),
          Map.entry("sigma_max", List.of("0", "0.5", "NaN", "Infinity")),
          Map.entry("range", List.of("0", "-1", "NaN", "Infinity")),
          Map.entry("strata", List.of("0", "-1")),
          Map.entry("users", List.of("0", "-1")),
          Map.entry("moment", List.of("0", "1", "-1", "NaN")),
          Map.entry("bound", List.of("0", "-1", "NaN", "Infinity")),
          Map.entry("terms", List.of("0", "2", "-1", "1000000")),
          Map.entry("points", List.of("0", "1", "-1", "1000000")),
          Map.entry("candidates", List.of("0", "-1")),
          Map.entry("coordinates", List.of("0", "-1", "6", "65")),
          Map.entry("queries", List.of("0", "-1", "2147483647")));

  @ParameterizedTest
  @MethodSource("protocols")
  void aParameterOutOfRangeIsRefused(Protocol<Object, Object> protocol) {
    protocol
        .spec()
        .arguments()
        .keySet()
        .forEach(
            name -> {
              for (String never : NEVER.getOrDefault(name, List.of())) {
                assertThrows(
                    IllegalArgumentException.class,
                    () -> with(protocol.spec(), name, never),
                    name + "=" + never);
              }
            });
  }

  private static Protocol<Object, Object> with(ProtocolSpec spec, String epsilon) {
    return with(spec, "epsilon", epsilon);
  }

  @SuppressWarnings("unchecked") // a protocol of the same kind
  private static Protocol<Object, Object> with(ProtocolSpec spec, String name, String value) {
    String text = spec.toString();
    String changed = text.replaceFirst("([(,])" + name + "=[^,)]*", "$1" + name + "=" + value);
    assertNotEquals(text, changed);
    return (Protocol<Object, Object>) Protocols.of(changed);
  }

  // Rounds.

  @ParameterizedTest
  @MethodSource("protocols")
  void aFirstRoundIsTheQuestionAndEveryWordHasOneRound(Protocol<Object, Object> protocol) {
    if (!((Protocol<?, ?>) protocol instanceof RoundProtocol<?, ?> first)) {
      return;
    }
    Set<Integer> seen = new HashSet<>();
    RandomSource source = new SimulationSource(11);
    seen.add(first.roundOf(0));
    seen.add(first.roundOf(-1));
    for (int i = 0; i < 50_000; i++) {
      seen.add(first.roundOf(source.nextLong()));
    }
    Protocol<Object, Object> other = with(protocol.spec(), "1.5");
    Accumulator<Object> foreign = sum(other, reports(other, 7));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> first.next(foreign));

    assertEquals(1, first.round());
    assertEquals(first.spec(), first.firstSpec());
    assertTrue(first.rounds() >= 2);
    assertTrue(seen.stream().allMatch(round -> round >= 1 && round <= first.rounds()));
    assertTrue(first.rounds() > 60 || seen.size() == first.rounds());
    assertEquals(0, first.attachment().length);
    assertTrue(refusal.getMessage().contains("their own protocol"), refusal.getMessage());
  }

  // Numbers.

  Stream<NumberProtocol<?>> numbers() {
    return Stream.concat(
            wanted(),
            wanted()
                .filter(spec -> Protocols.of(spec) instanceof RangeProtocol<?>)
                .filter(spec -> spec.contains("lower"))
                .map(spec -> spec.replace(")", ",outside=clip)")))
        .map(Protocols::of)
        .filter(NumberProtocol.class::isInstance)
        .map(protocol -> (NumberProtocol<?>) protocol);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("numbers")
  void everyWordHasACohortAndEveryCohortInputs(NumberProtocol<?> numbers) {
    assertTrue(numbers.cohorts() >= numbers.strata() && numbers.strata() >= 1);
    Set<Integer> seen = new HashSet<>();
    RandomSource source = new SimulationSource(10);
    for (int stratum = 0; stratum < numbers.strata(); stratum++) {
      assertEquals(numbers.cohort(stratum, 0), numbers.cohort(stratum, 0));
      seen.add(numbers.cohort(stratum, 0));
      seen.add(numbers.cohort(stratum, -1));
      for (int i = 0; i < 20_000; i++) {
        seen.add(numbers.cohort(stratum, source.nextLong()));
      }
    }
    for (int cohort : seen) {
      assertTrue(cohort >= 0 && cohort < numbers.cohorts());
      long last = numbers.inputs(cohort) - 1;
      assertTrue(last >= 1);
      assertTrue(numbers.accepts(0.7));
      for (double value : new double[] {-1, -0.3, 0, 0.7, 1}) {
        if (numbers.accepts(value)) {
          assertTrue(numbers.input(value, cohort) >= 0 && numbers.input(value, cohort) <= last);
        }
      }
      numbers.report(0, cohort, source);
      numbers.report(last, cohort, source);
    }
    if (numbers.cohorts() < 1000) {
      assertEquals(numbers.cohorts(), seen.size());
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("numbers")
  void theEndsOfARangeAreItsLeastAndLargestInput(NumberProtocol<?> numbers) {
    if (!(numbers instanceof RangeProtocol<?> range)) {
      return;
    }
    double lower = range.lower();
    double upper = range.upper();
    if (numbers.spec().arguments().containsKey("lower")) {
      assertEquals(Double.parseDouble(numbers.spec().arguments().get("lower")), lower);
      assertEquals(Double.parseDouble(numbers.spec().arguments().get("upper")), upper);
    }
    boolean isClipping = numbers.spec().arguments().containsKey("outside");
    int cohort = numbers.cohorts() - 1;
    long last = numbers.inputs(cohort) - 1;

    assertEquals(0, numbers.input(lower, cohort));
    assertEquals(last, numbers.input(upper, cohort));
    if (last > 1) { // a grid, of which the middle is the middle
      assertEquals(last / 2.0, numbers.input((lower + upper) / 2, cohort), 1);
    }
    for (double beyond : new double[] {Math.nextDown(lower), Math.nextUp(upper), -1e300, 1e300}) {
      assertEquals(isClipping, numbers.accepts(beyond));
      if (isClipping) {
        assertEquals(beyond < 0 ? 0 : last, numbers.input(beyond, cohort));
      } else {
        assertThrows(IllegalArgumentException.class, () -> numbers.input(beyond, cohort));
      }
    }
    assertTrue(numbers.accepts(lower) && numbers.accepts(upper));
    for (double none : new double[] {Double.NaN, 1 / 0.0, -1 / 0.0}) {
      assertFalse(numbers.accepts(none));
      assertThrows(IllegalArgumentException.class, () -> numbers.input(none, cohort));
    }
  }

  // Contrasts, by which audits choose the reports to look at.

  private static final int CONTRASTED = 3000;

  /** Two values, their reports, and how much more a report speaks for one than for the other. */
  private interface Contrast {
    Object report(boolean first, RandomSource source);

    /** For input or for other; true is the first value. */
    double of(Object report, boolean input, boolean other);
  }

  /** Densities are told by trigonometric functions, which are the same at both ends. */
  private static boolean isPeriodic(Protocol<?, ?> protocol) {
    return protocol.spec().name().equals("density");
  }

  @SuppressWarnings("unchecked") // reports are the protocol's own
  private static Contrast contrast(Protocol<?, ?> protocol) {
    if (protocol instanceof ItemProtocol<?>) {
      ItemProtocol<Object> items = (ItemProtocol<Object>) protocol;
      return new Contrast() {
        @Override
        public Object report(boolean first, RandomSource source) {
          return items.randomizer().randomize(first ? 1 : 0, source);
        }

        @Override
        public double of(Object report, boolean input, boolean other) {
          return items.contrast(report, input ? 1 : 0, other ? 1 : 0);
        }
      };
    }
    if (protocol instanceof NumberProtocol<?>) {
      NumberProtocol<Object> numbers = (NumberProtocol<Object>) protocol;
      int cohort = numbers.cohorts() - 1;
      long last = (numbers.inputs(cohort) - 1) / (isPeriodic(numbers) ? 3 : 1);
      return new Contrast() {
        @Override
        public Object report(boolean first, RandomSource source) {
          return numbers.report(first ? last : 0, cohort, source);
        }

        @Override
        public double of(Object report, boolean input, boolean other) {
          return numbers.contrast(report, input ? last : 0, other ? last : 0, cohort);
        }
      };
    }
    VectorProtocol<Object> vectors = (VectorProtocol<Object>) protocol;
    double[] one = (double[]) value(protocol, new SimulationSource(1));
    double[] opposite = Arrays.stream(one).map(x -> -x).toArray();
    double[] other =
        vectors.accepts(opposite) ? opposite : (double[]) value(protocol, new SimulationSource(2));
    int[] input = vectors.input(one);
    int[] otherInput = vectors.input(other);
    return new Contrast() {
      @Override
      public Object report(boolean first, RandomSource source) {
        return vectors.report(first ? input : otherInput, source);
      }

      @Override
      public double of(Object report, boolean first, boolean second) {
        return vectors.contrast(report, first ? input : otherInput, second ? input : otherInput);
      }
    };
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void reportsSpeakForTheirOwnValueOnTheWhole(Protocol<Object, Object> protocol) {
    Contrast contrast = contrast(protocol);
    RandomSource source = new SimulationSource(9);
    double own = 0;
    double squares = 0;
    for (int i = 0; i < CONTRASTED; i++) {
      boolean first = i % 2 == 0;
      Object report = contrast.report(first, source);
      double forward = contrast.of(report, first, !first);
      assertEquals(forward, -contrast.of(report, !first, first), 1e-9 * Math.abs(forward));
      assertEquals(0, contrast.of(report, first, first), 1e-9 * Math.abs(forward));
      own += forward;
      squares += forward * forward;
    }
    assertTrue(own > 3 * Math.sqrt(squares), own + " and " + Math.sqrt(squares));
  }
}
