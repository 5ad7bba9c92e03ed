package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.audit.Tampering;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.frequency.Repetitions;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * What holds for every protocol there is, whatever it asks. A module's test names the module's
 * package and pages, and no protocol: each example of each provider, and each spec in the module's
 * {@code golden.txt}, is held to all laws. A spec that is added to that file is held to them too.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ProtocolLaws {
  private static final int REPORTS = 120;

  private final String home;
  private final Path pages;
  private final Path file;
  private final Map<String, Protocol<?, ?>> named;
  private final Set<String> elsewhere;
  private final List<String> specs;

  /**
   * @param home the package that the providers are from
   * @param pages the folder of the protocols' pages
   */
  protected ProtocolLaws(String home, Path pages) {
    this(home, pages, Map.of(), Set.of());
  }

  /**
   * @param named protocols that no spec makes here, by the names of their golden lines
   * @param elsewhere names of protocols that other tests hold to these laws
   */
  protected ProtocolLaws(
      String home, Path pages, Map<String, Protocol<?, ?>> named, Set<String> elsewhere) {
    this.home = home;
    this.pages = pages;
    this.file = Path.of("src/test/resources", home.replace('.', '/'), "golden.txt");
    this.named = named;
    this.elsewhere = elsewhere;
    this.specs =
        Stream.concat(
                providers()
                    .filter(provider -> !elsewhere.contains(provider.name()))
                    .flatMap(provider -> provider.examples().stream()),
                Golden.read(file).keySet().stream().filter(spec -> !named.containsKey(spec)))
            .distinct()
            .toList();
  }

  /** The module's own. */
  private Stream<ProtocolProvider> providers() {
    return Protocols.providers().stream()
        .filter(provider -> provider.getClass().getName().startsWith(home + "."));
  }

  @Test
  void noProviderIsLeftOut() {
    Set<String> covered = new HashSet<>(elsewhere);
    specs.forEach(spec -> covered.add(spec.substring(0, spec.indexOf('('))));

    assertTrue(providers().findAny().isPresent());
    for (ProtocolProvider provider : Protocols.providers()) {
      boolean isOurs = provider.getClass().getName().startsWith(home + ".");
      assertEquals(isOurs, covered.contains(provider.name()), provider.name());
    }
  }

  /** Those that are held to their laws: all, except where mutants of a few are searched for. */
  private static final Pattern WANTED = Pattern.compile(System.getProperty("ldp.laws", ""));

  private Stream<String> wanted() {
    return specs.stream().filter(spec -> WANTED.matcher(spec).lookingAt());
  }

  // Pages and permanent bytes.

  Stream<ProtocolPage> pages() {
    return providers()
        .map(provider -> new ProtocolPage(pages, provider, !elsewhere.contains(provider.name())));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void thePageSaysWhatTheProviderDeclares(ProtocolPage page) throws IOException {
    page.check();
  }

  @BeforeAll
  void writeGoldenLinesWhereThatIsAskedFor() throws IOException {
    if (Boolean.getBoolean("ldp.golden.write") && Files.exists(file)) {
      Map<String, List<String>> blocks = Golden.read(file);
      blocks.replaceAll((name, lines) -> Golden.of(golden(name)));
      Files.writeString(file, Golden.text(blocks));
    }
  }

  private Protocol<?, ?> golden(String name) {
    return named.containsKey(name) ? named.get(name) : Protocols.of(name);
  }

  Stream<Arguments> golden() throws IOException {
    Map<String, List<String>> blocks = Golden.read(file);
    for (ProtocolPage page : pages().toList()) {
      blocks.putAll(page.vectors());
    }
    assertTrue(blocks.keySet().containsAll(named.keySet()), "golden lines of " + named.keySet());
    return blocks.entrySet().stream().map(block -> Arguments.of(block.getKey(), block.getValue()));
  }

  @ParameterizedTest
  @MethodSource("golden")
  void whatASpecGivesIsPermanent(String name, List<String> lines) {
    Golden.assertSame(lines, Golden.of(golden(name)));
  }

  /** The wrong twin: one digit of a report, or the ninth of an estimate. */
  @Test
  void anotherReportOrEstimateIsSeen() {
    Golden.assertSame("reports 3 4", "reports 3 4");
    assertThrows(AssertionError.class, () -> Golden.assertSame("reports 3 4", "reports 3 5"));
    Golden.assertSame("estimate 0: 1.2345678901", "estimate 0: 1.2345678902");
    assertThrows(
        AssertionError.class,
        () -> Golden.assertSame("estimate 0: 1.23456789", "estimate 0: 1.23456799"));
  }

  /** Whoever knows a spec knows the protocol: accumulators and plans carry nothing else. */
  @Test
  void theCanonicalSpecKeepsWhatWasGivenAndReadsBack() {
    specs.forEach(
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
          assertTrue(canonical.arguments().keySet().containsAll(given.arguments().keySet()), text);
        });
  }

  @SuppressWarnings("unchecked") // values are made to fit
  private static Protocol<Object, Object> of(String spec) {
    return (Protocol<Object, Object>) Protocols.of(spec);
  }

  Stream<Protocol<Object, Object>> protocols() {
    return wanted().map(ProtocolLaws::of);
  }

  /** The examples, and vectors at random for those that accept too few of them. */
  private static List<Object> values(Protocol<Object, ?> protocol) {
    List<Object> values = new ArrayList<>(protocol.exampleValues());
    RandomSource source = new SimulationSource(0);
    while (values.size() < 4 && (Object) protocol instanceof VectorProtocol<?> vectors) {
      double[] value = new double[vectors.d()];
      Arrays.setAll(value, j -> (source.uniform(201) - 100) / 100.0);
      if (vectors.accepts(value)) {
        values.add(value);
      }
    }
    return values;
  }

  private static Object value(List<Object> values, RandomSource source) {
    return values.get(source.uniform(values.size()));
  }

  private static List<Object> reports(Protocol<Object, Object> protocol, long seed) {
    RandomSource source = new SimulationSource(seed);
    List<Object> values = values(protocol);
    List<Object> reports = new ArrayList<>();
    for (int i = 0; i < REPORTS; i++) {
      reports.add(protocol.randomizer().randomize(value(values, source), source));
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
    for (Object value : values(protocol)) {
      Object again = value instanceof double[] vector ? vector.clone() : value;
      assertEquals(protocol.randomizer().encode(value), protocol.randomizer().encode(again));
      codes.add(protocol.randomizer().encode(value));
      values.add(
          (Object) protocol instanceof VectorProtocol<?> vectors
              ? Arrays.toString(vectors.input((double[]) value))
              : value);
    }
    assertTrue(values.size() >= 2);
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
      double[] value = (double[]) values(protocol).get(0);
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
    Accumulator<Object> rest = sum(protocol, reports.subList(0, REPORTS / 2));
    byte[] before = rest.toBytes();
    parts.merge(rest);
    assertArrayEquals(before, rest.toBytes());
    Accumulator<Object> twice = protocol.newAccumulator("plan");
    Accumulator<Object> times = protocol.newAccumulator("plan");
    for (Object report : reports) {
      twice.add(report);
      twice.add(report);
      times.add(report, 0);
      times.counts(); // which does not end the adding
      times.add(report, 1);
      times.add(report, 1);
      twice.add(report);
      twice.add(report);
      twice.add(report);
      times.add(report, 3);
    }

    assertEquals(REPORTS, whole.n());
    assertArrayEquals(whole.toBytes(), parts.toBytes());
    assertEquals(whole, parts);
    assertEquals(whole.hashCode(), parts.hashCode());
    assertEquals(5L * REPORTS, times.n());
    assertArrayEquals(twice.toBytes(), times.toBytes());
    assertNotEquals(whole, twice);
    assertThrows(IllegalArgumentException.class, () -> whole.add(reports.get(0), -1));
  }

  /** Merges of parts in any order, some of them read back from bytes, have the same bytes. */
  @ParameterizedTest
  @MethodSource("protocols")
  void sumsReadBackAndMergeInAnyOrderToTheSameBytes(Protocol<Object, Object> protocol) {
    List<Object> reports = reports(protocol, 8);
    byte[] whole = sum(protocol, reports).toBytes();
    List<byte[]> parts = new ArrayList<>();
    for (int i = 0; i < REPORTS; i += REPORTS / 6) {
      parts.add(sum(protocol, reports.subList(i, i + REPORTS / 6)).toBytes());
    }
    for (long seed = 0; seed < 4; seed++) {
      Collections.shuffle(parts, new Random(seed));
      Accumulator<?> merged = Protocols.readAccumulator(parts.get(0), protocol);
      Accumulator<?> blind = Protocols.readForMerging(parts.get(0));
      for (byte[] part : parts.subList(1, parts.size())) {
        merged.merge(Protocols.readAccumulator(part, protocol));
        blind.merge(Protocols.readForMerging(part));
      }
      assertArrayEquals(whole, merged.toBytes());
      assertArrayEquals(whole, blind.toBytes());
      assertEquals(REPORTS, merged.n());
      assertEquals("plan", merged.context());
    }
    int id = (whole[5] & 0xff) << 8 | whole[6] & 0xff;
    assertEquals(Protocols.provider(protocol.spec().name()).id(), id);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void overflowIsLoud(Protocol<Object, Object> protocol) {
    Object report = reports(protocol, 4).get(0);
    Accumulator<Object> one = sum(protocol, List.of(report));
    Accumulator<Object> all = protocol.newAccumulator("plan");
    assertThrows(
        ArithmeticException.class,
        () -> {
          all.add(report, Long.MAX_VALUE); // where sums are of numbers, already too many
          all.merge(one);
        });
    assertThrows(
        ArithmeticException.class,
        () -> {
          one.add(report, Long.MAX_VALUE - 1);
          one.add(report);
        });
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
        IllegalArgumentException.class,
        () -> Protocols.readAccumulator(foreign.toBytes(), protocol));
    assertThrows(
        IllegalArgumentException.class, () -> own.merge(protocol.newAccumulator("another plan")));
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

    double claim = Double.parseDouble(protocol.spec().arguments().get("epsilon"));
    assertEquals(claim, guarantee.epsilon());
    assertTrue(guarantee.exactEpsilon() <= claim);
    assertTrue(guarantee.exactEpsilon() > 0.4 * claim, "not wasted either");
  }

  /** Runs of a randomizer after which its law is taken to be too large for a test. */
  private static final int MOST_RUNS = 1 << 14;

  private static final int MOST_COHORTS = 80;
  private static final int MOST_INPUTS = 40;

  /** The laws of a cohort's reports, input by input; none where they are too large. */
  private static List<Law<Object>> laws(
      Protocol.Cohort<Object> cohort, UnaryOperator<RandomSource> coins) {
    List<Law<Object>> laws = new ArrayList<>();
    for (long input = 0; input < Math.min(MOST_INPUTS, cohort.inputs()); input++) {
      long own = input;
      Optional<Law<Object>> law =
          Law.within(MOST_RUNS, source -> cohort.report(own, coins.apply(source)));
      if (law.isEmpty()) {
        return List.of();
      }
      laws.add(law.get());
    }
    return laws;
  }

  /** The largest loss over the cohorts; negative where a law is too large. */
  private static double epsilonByEnumeration(
      Protocol<Object, Object> protocol, UnaryOperator<RandomSource> coins) {
    double worst = -1;
    for (Protocol.Cohort<Object> cohort :
        protocol.eachCohort().stream().limit(MOST_COHORTS).toList()) {
      List<Law<Object>> laws = laws(cohort, coins);
      if (laws.isEmpty()) {
        return -1;
      }
      laws.forEach(law -> assertTrue(law.sumsToOne()));
      if ((Object) protocol instanceof CellProtocol cells) {
        laws.forEach(law -> assertEquals(cells.cells(), law.size()));
      }
      worst = Math.max(worst, Law.epsilon(laws));
    }
    return worst;
  }

  /**
   * The randomizer is run through every outcome of its coins. Coins that are a little off cost
   * more; otherwise enumeration would see nothing.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void theExactEpsilonIsThatOfTheWholeLaw(Protocol<Object, Object> protocol) {
    double found = epsilonByEnumeration(protocol, UnaryOperator.identity());
    if (found < 0) {
      return; // sampled by the audit
    }
    double exact = protocol.guarantee().exactEpsilon();

    assertTrue(found <= exact + 4 * Math.ulp(exact), found + " above " + exact);
    if (protocol.eachCohort().stream().allMatch(cohort -> cohort.inputs() <= MOST_INPUTS)) {
      assertEquals(exact, found, 4 * Math.ulp(exact));
      Audit.Result audited = Audit.run(protocol, 0, 1);
      assertEquals(found, audited.exact().getAsDouble(), 4 * Math.ulp(exact));
      assertFalse(audited.isAboveClaim());
      double leaking = Audit.run(protocol, new Tampering(0.02), 0, 1).exact().getAsDouble();
      assertTrue(leaking > 1.001 * found);
    }
    assertTrue(epsilonByEnumeration(protocol, new Tampering(0.02)::of) > 1.001 * found);
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

  /** No parameter takes any word whatever. */
  @ParameterizedTest
  @MethodSource("protocols")
  void aWordThatMeansNothingIsRefused(Protocol<Object, Object> protocol) {
    for (Parameter parameter : Protocols.provider(protocol.spec().name()).parameters()) {
      if (parameter.kind() == Parameter.Kind.TEXT) {
        Map<String, String> arguments = new LinkedHashMap<>(protocol.spec().arguments());
        arguments.put(parameter.name(), "no-such-word");
        ProtocolSpec spec = ProtocolSpec.named(protocol.spec().name());
        for (Map.Entry<String, String> argument : arguments.entrySet()) {
          spec = spec.with(argument.getKey(), argument.getValue());
        }
        String text = spec.toString();
        assertThrows(IllegalArgumentException.class, () -> Protocols.of(text), text);
      }
    }
  }

  private static Protocol<Object, Object> with(ProtocolSpec spec, String epsilon) {
    return with(spec, "epsilon", epsilon);
  }

  private static Protocol<Object, Object> with(ProtocolSpec spec, String name, String value) {
    String text = spec.toString();
    String changed = text.replaceFirst("([(,])" + name + "=[^,)]*", "$1" + name + "=" + value);
    assertNotEquals(text, changed);
    return of(changed);
  }

  /** So that none is sampled only, because it declares no example that is small enough. */
  @Test
  void everyOracleHasAnExampleThatIsEnumerated() {
    providers()
        .filter(provider -> !elsewhere.contains(provider.name()))
        .map(ProtocolProvider::examples)
        .filter(examples -> Protocols.of(examples.get(0)) instanceof FrequencyOracle<?>)
        .forEach(
            examples ->
                assertTrue(
                    examples.stream()
                        .map(ProtocolLaws::of)
                        .anyMatch(one -> epsilonByEnumeration(one, UnaryOperator.identity()) > 0),
                    examples.toString()));
  }

  // Truth.

  private static final long PEOPLE = 1L << 40;

  /** Grids of 2^20 steps move an answer by 2e-6. */
  private static final double TOLERANCE = 3e-6;

  /** A report of somebody who is in the first cohort, so that no coin is spent on that. */
  private static Object report(
      Protocol<Object, Object> protocol, Object value, RandomSource source) {
    return (Object) protocol instanceof NumberProtocol<?> numbers
        ? numbers.report(numbers.input((double) value, 0), 0, source)
        : protocol.randomizer().randomize(value, source);
  }

  /**
   * Where each report comes exactly as often as its law says, the estimates are the truth, and the
   * standard errors are those of the stated variances. No statistics: an estimator or a variance
   * that is off by a millionth fails, as the estimator for another epsilon shows.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void expectedReportsGiveTheTruthAndItsErrors(Protocol<Object, Object> protocol) {
    double claim = protocol.guarantee().epsilon();
    Protocol<Object, Object> wrong = with(protocol.spec(), Double.toString(claim / 1.01));
    double largest = 0;
    for (Object value : values(protocol)) {
      Optional<Protocol.Expected> truth = protocol.expected(List.of(value), PEOPLE);
      Optional<Law<Object>> law =
          truth.isEmpty() || protocol.eachCohort().size() > 1
              ? Optional.empty()
              : Law.within(MOST_RUNS, source -> report(protocol, value, source));
      if (law.isEmpty()) {
        return; // simulated in the protocol's own test
      }
      Accumulator<Object> sum = expected(protocol, law.get());
      double[] answers = truth.get().answers();
      double[] variances = truth.get().variances();
      Estimate estimate = protocol.estimate(sum, 0.9);
      double[] found = estimate.estimates();
      double scale = Math.max(1, Arrays.stream(answers).map(Math::abs).max().orElseThrow());

      assertEquals(answers.length, found.length);
      assertEquals(1, sum.n() / (double) PEOPLE, 1e-9);
      for (int i = 0; i < answers.length; i++) {
        Estimate.Row row = estimate.rows().get(i);
        assertEquals(answers[i], found[i], TOLERANCE * scale, protocol + " " + i);
        assertEquals(
            1, row.standardError() * row.standardError() / variances[i], 1e-5, protocol + " " + i);
        // Both halves of the interval: 90 % of a normal law is within 1.645 of its errors.
        assertTrue(row.lower() < found[i] && found[i] < row.upper());
        assertEquals(
            2 * 1.6448536, (row.upper() - row.lower()) / row.standardError(), 1e-3, protocol + "");
      }
      double[] off = wrong.estimate(expected(wrong, law.get()), 0.9).estimates();
      for (int i = 0; i < answers.length; i++) {
        largest = Math.max(largest, Math.abs(off[i] - answers[i]) / scale);
      }
    }
    // Above, lies are so rare that the estimators of any epsilon agree.
    assertTrue(
        claim > 10 || largest > TOLERANCE, protocol + " by the estimator of another " + largest);
  }

  private static Accumulator<Object> expected(Protocol<Object, Object> protocol, Law<Object> law) {
    Accumulator<Object> sum = protocol.newAccumulator();
    law.forEach((report, p) -> sum.add(report, Math.round(p * PEOPLE)));
    return sum;
  }

  /**
   * Oracles of 256 items, at an epsilon where errors are large, and at one where they are small.
   */
  Stream<FrequencyOracle<?>> oracles() {
    return providers()
        .filter(
            provider ->
                provider.parameters().stream()
                    .filter(Parameter::required)
                    .toList()
                    .equals(List.of(Parameter.EPSILON, Parameter.K)))
        .flatMap(
            provider -> Stream.of(1, 4).map(e -> provider.name() + "(epsilon=" + e + ",k=256)"))
        .filter(spec -> WANTED.matcher(spec).lookingAt())
        .map(Protocols::of)
        .filter(FrequencyOracle.class::isInstance)
        .map(protocol -> (FrequencyOracle<?>) protocol);
  }

  /** Simulated, for the intervals' coverage; the reports of another epsilon are the wrong twin. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("oracles")
  void estimatesErrAndIntervalsCoverAsTheyClaim(FrequencyOracle<?> oracle) {
    assertErrors(oracle);
  }

  private static <R> void assertErrors(FrequencyOracle<R> oracle) {
    @SuppressWarnings("unchecked") // the same parameters, and so the same kind of report
    FrequencyOracle<R> twin =
        (FrequencyOracle<R>)
            (Object) with(oracle.spec(), Double.toString(oracle.guarantee().epsilon() / 2));
    Repetitions right = Repetitions.of(oracle, oracle, 20_000, 40, 3);
    assertTrue(right.right(), right.toString());
    assertFalse(Repetitions.of(twin, oracle, 20_000, 40, 3).right());
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
                .filter(spec -> spec.contains("lower") && !spec.contains("outside"))
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
    long before = 0;
    for (int step = 0; step <= 64; step++) { // the grid keeps the order of numbers
      long input = numbers.input(lower + step * ((upper - lower) / 64), cohort);
      assertTrue(input >= before);
      before = input;
    }
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

  /** Of inputs that lie far apart; of a few, for both ends may mean the same. */
  @ParameterizedTest
  @MethodSource("protocols")
  void reportsSpeakForTheirOwnValueOnTheWhole(Protocol<Object, Object> protocol) {
    List<Protocol.Cohort<Object>> cohorts = protocol.eachCohort();
    Protocol.Cohort<Object> cohort = cohorts.get(cohorts.size() - 1);
    double best = 0;
    for (long other = 1; other < Math.min(4, cohort.inputs()); other++) {
      RandomSource source = new SimulationSource(9);
      double own = 0;
      double squares = 0;
      for (int i = 0; i < CONTRASTED; i++) {
        long input = i % 2 == 0 ? 0 : other;
        long opposite = other - input;
        Object report = cohort.report(input, source);
        double forward = cohort.contrast(report, input, opposite);
        double tolerance = 1e-9 * Math.abs(forward);
        assertEquals(forward, -cohort.contrast(report, opposite, input), tolerance);
        assertEquals(0, cohort.contrast(report, input, input), tolerance);
        own += forward;
        squares += forward * forward;
      }
      best = Math.max(best, own / Math.sqrt(squares + Double.MIN_NORMAL));
    }
    assertTrue(best > 3, "own over its deviation: " + best);
  }
}
