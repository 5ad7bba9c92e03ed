package org.sparkldp.protocols.strategy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.audit.Tampering;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.Damages;
import org.sparkldp.protocols.workload.Labels;
import org.sparkldp.protocols.workload.MatrixWorkload;
import org.sparkldp.protocols.workload.Workloads;

/** A strategy and a workload as a protocol. */
class FactorizationTest {
  private static final double EPSILON = 1.25;

  @TempDir Path folder;

  private final String before = System.getProperty(Strategies.PROPERTY);

  @BeforeEach
  void useAFolderOfOnesOwn() {
    System.setProperty(Strategies.PROPERTY, folder.toString());
  }

  @AfterEach
  void forgetIt() {
    System.setProperty(Strategies.PROPERTY, before);
  }

  static StrategyFile file(Design design, String workload, int... attributes) {
    return new StrategyFile(
        Strategy.certify(design, EPSILON),
        Workloads.parse(workload, attributes),
        "by-hand",
        Map.of("made", "for a test"));
  }

  /** Each kind of strategy with a workload that asks for all of it. */
  static Stream<Arguments> files() {
    return Stream.of(
        Arguments.of(file(Designs.uneven(EPSILON), "prefix", 5)),
        Arguments.of(file(Designs.randomizedResponse(4, EPSILON), "histogram", 4)),
        Arguments.of(file(Designs.bits(), "all-marginals", 2, 2, 2)),
        Arguments.of(file(Designs.categories(), "marginals-1", 3, 4)),
        Arguments.of(file(Designs.subsets(), "all-range", 6)));
  }

  @ParameterizedTest
  @MethodSource("files")
  void theRandomizerLeaksWhatTheStrategySays(StrategyFile file) {
    Factorization<?> protocol = Factorization.of(file);
    Audit.AuditResult found = Audit.run(protocol, 5_000, 1);
    assertEquals(protocol.k(), found.items());
    assertEquals(protocol.guarantee().exactEpsilon(), found.exact().orElseThrow(), 1e-12);
    assertFalse(found.isAboveClaim());
    boolean isTight = protocol.guarantee().exactEpsilon() > EPSILON - 1e-6;
    assertEquals(isTight, Audit.run(protocol, new Tampering(0.02), 0, 1).isAboveClaim());
  }

  @ParameterizedTest
  @MethodSource("files")
  void theSpecFindsTheProtocolInMemoryByAttachmentAndInTheFolder(StrategyFile file) {
    Factorization<?> protocol = Factorization.of(file);
    assertEquals(protocol, Protocols.of(protocol.spec().toString()));
    assertEquals(protocol, Protocols.of(protocol.spec(), protocol.attachment()));
    Strategies.store(new StrategyRequest(EPSILON, file.workload(), file.mechanism()), file);
    StrategyFile again =
        Strategies.cached(new StrategyRequest(EPSILON, file.workload(), file.mechanism()))
            .orElseThrow();
    assertEquals(file, again);
  }

  @Test
  void aCachedStrategyThatIsDamagedIsAsGoodAsNone() throws IOException {
    StrategyFile file = file(Designs.bits(), "parity", 8);
    StrategyRequest request = new StrategyRequest(EPSILON, file.workload(), file.mechanism());
    Strategies.store(request, file);
    try (Stream<Path> cached = Files.list(folder)) {
      Files.write(cached.findFirst().orElseThrow(), new byte[] {1, 2, 3});
    }
    assertTrue(Strategies.cached(request).isEmpty());
  }

  @Test
  void aStrategyThatNobodyHasIsRefused() {
    String message =
        refusal(
            () ->
                Protocols.of(
                    "factorization(epsilon=1,workload=prefix,domain=4,strategy="
                        + "0".repeat(32)
                        + ")"));
    assertTrue(message.startsWith("a strategy must be at hand. Looked for: 0000"), message);
  }

  @ParameterizedTest
  @MethodSource("files")
  void accumulatorsMergeInAnyOrderAndReadBack(StrategyFile file) {
    assertMerges(Factorization.of(file));
  }

  private static <R> void assertMerges(Factorization<R> protocol) {
    RandomSource source = new SimulationSource(3);
    Accumulator<R> a = protocol.newAccumulator("plan");
    Accumulator<R> b = protocol.newAccumulator("plan");
    Accumulator<R> all = protocol.newAccumulator("plan");
    for (int i = 0; i < 100; i++) {
      R report = protocol.randomizer().randomize(i % protocol.k(), source);
      (i % 3 == 0 ? a : b).add(report);
      all.add(report);
    }
    byte[] left = a.toBytes();
    a.merge(b);
    b.merge(Protocols.readForMerging(left));
    assertArrayEquals(all.toBytes(), a.toBytes());
    assertArrayEquals(all.toBytes(), b.toBytes());
    assertEquals(all, Protocols.readAccumulator(all.toBytes()));
    Accumulator<R> foreign = protocol.newAccumulator("another plan");
    assertTrue(
        refusal(() -> foreign.merge(all)).startsWith("accumulators must belong to one plan"));
  }

  @Test
  void reportsOfAnotherShapeAreRefused() {
    Factorization<?> cells = Factorization.of(file(Designs.bits(), "all-marginals", 2, 2, 2));
    Factorization<?> sets = Factorization.of(file(Designs.subsets(), "prefix", 6));
    assertTrue(refusal(() -> add(cells, 16)).contains("must be a cell in [0, 16)"));
    // Two members where one or three are in use; a seventh item; two bytes.
    for (byte[] bad : List.of(new byte[] {3}, new byte[] {64}, new byte[] {1, 0})) {
      assertTrue(refusal(() -> add(sets, bad)).contains("must be a set of items"));
    }
  }

  @SuppressWarnings("unchecked") // the report's type is the test's business
  private static <R> void add(Factorization<R> protocol, Object report) {
    protocol.newAccumulator().add((R) report);
  }

  // --- files ---

  @Test
  void aFileReadsBackWithItsWorkloadAndNotes() throws IOException {
    MatrixWorkload own = MatrixWorkload.readCsv("first, 1,1,0,0,0\nlast, 0,0,0,0.5,1\n", 5);
    StrategyFile file =
        new StrategyFile(
            Strategy.certify(Designs.uneven(EPSILON), EPSILON), own, "m", Map.of("a", "b"));
    Path path = folder.resolve("own.strategy");
    file.write(path);
    assertEquals(file, StrategyFile.read(path));
    try (Stream<Path> written = Files.list(folder)) {
      assertEquals(List.of(path), written.toList());
    }
    Protocol<?, ?> protocol =
        Protocols.of(ProtocolSpec.named("strategy").with("file", path.toString()));
    assertEquals(
        List.of("first", "last"),
        Stream.of(0L, 1L).map(i -> own.label(i, Labels.NUMBERS)).toList());
    assertEquals(
        "factorization(epsilon=1.25,workload="
            + own.name()
            + ",domain=5,mechanism=m,strategy="
            + Strategies.name(file.strategy())
            + ")",
        protocol.spec().toString());
    assertEquals(protocol, Protocols.of(protocol.spec(), Attached.of(protocol)));
  }

  @Test
  void aFileThatWasTouchedIsRefused() {
    byte[] bytes = file(Designs.bits(), "parity", 8).toBytes();
    Damages.assertRefused(bytes, StrategyFile::fromBytes, "a strategy file must be whole");
    assertTrue(
        refusal(() -> StrategyFile.read(folder.resolve("none")))
            .startsWith("a strategy file must be readable"));
  }

  // --- another workload for a strategy ---

  @Test
  void aStrategyAnswersAnotherWorkloadInItsRowSpace() {
    StrategyFile file = file(Designs.categories(), "marginals-1", 3, 4);
    Factorization<?> other = Factorization.of(file, Workloads.parse("prefix", 12));
    assertEquals(12, other.workload().queries());
    assertTrue(other.spec().toString().contains("workload=prefix,domain=12,mechanism"));
  }

  @Test
  void domainsAndSpecsThatDoNotFitAreRefused() {
    StrategyFile file = file(Designs.uneven(EPSILON), "prefix", 5);
    assertTrue(
        refusal(() -> Factorization.of(file, Workloads.parse("prefix", 6)))
            .startsWith("a workload must have the domain of its strategy, 5 items"));
    assertTrue(
        refusal(() -> file(Designs.uneven(EPSILON), "prefix", 6))
            .startsWith("a strategy and its workload must have one domain"));
    String name = Strategies.name(Strategies.remember(file).strategy());
    String spec = "factorization(epsilon=2,workload=prefix,domain=5,strategy=" + name + ")";
    assertTrue(
        refusal(() -> Protocols.of(spec)).startsWith("a strategy must be of the spec's epsilon"));
    assertTrue(
        refusal(
                () ->
                    Protocols.of(
                        "factorization(epsilon=1,workload=prefix,domain=6,attributes=2x4)"))
            .startsWith("the product of attributes must be the domain"));
  }

  private static <R> void estimate(Factorization<R> protocol) {
    Accumulator<R> reports = protocol.newAccumulator();
    reports.add(protocol.randomizer().randomize(0, new SimulationSource(1)));
    protocol.estimate(reports);
  }

  @Test
  void withoutAnOptimiserAStrategyMustComeFromAFile() {
    assertTrue(
        refusal(() -> Protocols.of("factorization(epsilon=1,workload=prefix,domain=6)"))
            .startsWith("a strategy must be shipped"));
    assertTrue(
        refusal(() -> Protocols.of("quantiles(epsilon=3,lower=0,upper=1,parts=4)"))
            .contains("put spark-ldp-optimizer.jar beside spark-ldp.jar"));
    Protocols.of("factorization(epsilon=1,workload=prefix,domain=8)");
    Protocols.of("quantiles(epsilon=1,lower=0,upper=1,parts=4)");
  }

  static String refusal(Executable action) {
    return assertThrows(IllegalArgumentException.class, action).getMessage();
  }

  @ParameterizedTest
  @MethodSource("files")
  void aStrategyReadsItsOwnReportsOnly(StrategyFile file) {
    Factorization<?> protocol = Factorization.of(file);
    Accumulator<?> foreign =
        Protocols.of("grr(epsilon=1,k=" + file.strategy().width() + ")").newAccumulator();

    assertThrows(IllegalArgumentException.class, () -> protocol.reconstruct(foreign));
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> protocol.reconstruct(foreign))
            .getMessage()
            .contains("their own protocol"));
    assertThrows(
        IllegalArgumentException.class, () -> protocol.reconstruct(protocol.newAccumulator()));
    assertEquals(file.strategy(), protocol.file().strategy());
  }

  // --- what audits and SQL ask of it ---

  /** The attack of an audit looks where reports speak most for an item: at the ratio of laws. */
  @ParameterizedTest
  @MethodSource("files")
  void aReportSpeaksForAnItemAsMuchAsItsLawDoes(StrategyFile file) {
    assertSpeaks(Factorization.of(file));
  }

  private static <R> void assertSpeaks(Factorization<R> protocol) {
    for (int item = 1; item < protocol.k(); item++) {
      int own = item;
      Map<Object, Double> other = new HashMap<>();
      Law.of(source -> protocol.randomizer().randomize(0, source))
          .forEach((report, p) -> other.put(key(report), p));
      Law<R> law = Law.of(source -> protocol.randomizer().randomize(own, source));
      assertEquals(other.size(), law.size());
      law.forEach(
          (report, p) -> {
            double ratio = Math.log(p / other.get(key(report)));
            assertEquals(ratio, protocol.contrast(report, own, 0), 1e-9);
            assertEquals(-ratio, protocol.contrast(report, 0, own), 1e-9);
          });
    }
  }

  private static Object key(Object report) {
    return report instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : report;
  }

  @ParameterizedTest
  @MethodSource("files")
  void cellsAreReportsWithoutABox(StrategyFile file) {
    Factorization<?> protocol = Factorization.of(file);
    if (protocol instanceof CellProtocol cells) {
      assertEquals(protocol.newAccumulator().width(), cells.cells());
      assertEquals(ReportType.ReportCarrier.CELL, protocol.reportType().kind());
      for (int i = 0; i < 100; i++) {
        int item = i % protocol.k();
        assertEquals(
            protocol.randomizer().randomize(item, new SimulationSource(i)),
            cells.randomize(item, new SimulationSource(i)));
      }
    } else {
      assertEquals(ReportType.ReportCarrier.BITS, protocol.reportType().kind());
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void itIsMadeFromAttachmentMemoryOrFile(StrategyFile file) throws IOException {
    Factorization<?> protocol = Factorization.of(file);

    assertEquals(file, StrategyFile.fromBytes(protocol.attachment()));
    assertEquals(protocol, Factorization.DECLARATION.make(protocol.spec(), protocol.attachment()));
    assertEquals(protocol, Factorization.DECLARATION.make(protocol.spec(), new byte[0]));
    Path path = folder.resolve("some.strategy");
    file.write(path);
    ProtocolSpec ofFile = ProtocolSpec.named("strategy").with("file", path.toString());
    assertEquals(protocol, StrategyFile.DECLARATION.make(ofFile, new byte[0]));
    Factorization<?> histogram =
        (Factorization<?>)
            StrategyFile.DECLARATION.make(ofFile.with("workload", "histogram"), new byte[0]);
    assertEquals("histogram", histogram.workload().name());
    ProtocolSpec wrong =
        ProtocolSpec.parse(protocol.spec().toString().replace("epsilon=1.25", "epsilon=2.0"));
    assertTrue(
        refusal(() -> Factorization.DECLARATION.make(wrong, protocol.attachment()))
            .startsWith("a strategy must be of the spec's epsilon"));
  }

  @Test
  void answersAreAtMostAMillion() {
    double[] masses = new double[2049];
    masses[5] = 1;
    Factorization<?> many =
        Factorization.of(file(new Design.Subsets(2048, masses), "all-range", 2048));
    long[] nobody = new long[2048];
    for (Executable asked :
        List.<Executable>of(
            () -> many.answers(nobody), () -> many.variances(nobody), () -> estimate(many))) {
      assertTrue(refusal(asked).contains("at most 2^20 queries. Provided: 2098176"));
    }
    int most = 1 << 20;
    Orbit cycle = new Orbit(new int[][] {{1}}, new int[] {2}, Designs.set(0), 1);
    Design bit = new Design.Orbits(new int[] {most}, List.of(cycle));
    Factorization<?> full = Factorization.of(file(bit, "histogram", most));
    assertEquals(most, full.answers(new long[most]).length);
  }

  // --- sets of one item ---

  @Test
  void setsOfOneItemAreReportedAsItems() {
    double[] ones = {0, 1, 0, 0, 0};
    Strategy strategy = Strategy.certify(new Design.Subsets(4, ones), EPSILON);

    assertEquals(OrbitStrategy.KIND, strategy.kind());
    assertEquals(4, strategy.width());
    assertEquals(EPSILON, strategy.exactEpsilon(), 1e-9);
    assertEquals(
        SubsetStrategy.KIND,
        Strategy.certify(new Design.Subsets(4, new double[] {0, 0.5, 0.5, 0, 0}), EPSILON).kind());
    String refusal =
        refusal(() -> Strategy.certify(new Design.Subsets(4, new double[] {0, 1, 0}), EPSILON));
    assertTrue(refusal.contains("a mass for each size"), refusal);
  }
}
