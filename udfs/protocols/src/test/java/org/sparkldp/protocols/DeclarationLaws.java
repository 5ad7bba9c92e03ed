package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Every protocol is what its declaration, its page and its golden lines say. */
@ExtendWith(ClashFirst.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DeclarationLaws {
  static final int REPORTS = 120;

  private final Catalogue catalogue;
  private final Path pages;
  private final Path file;
  final Set<String> elsewhere;
  private final List<String> specs;

  /**
   * @param catalogue the protocols
   * @param home the package of golden.txt and refused.txt
   * @param pages the folder of the protocols' pages
   * @param elsewhere names of protocols that other tests hold to these laws
   */
  DeclarationLaws(Catalogue catalogue, String home, Path pages, Set<String> elsewhere) {
    this.catalogue = catalogue;
    this.pages = pages;
    this.file = Path.of("src/test/resources", home.replace('.', '/'), "golden.txt");
    this.elsewhere = elsewhere;
    this.specs =
        Stream.concat(
                catalogue.declarations().stream()
                    .filter(declaration -> !elsewhere.contains(declaration.name()))
                    .flatMap(declaration -> declaration.examples().stream()),
                Golden.read(file).keySet().stream())
            .distinct()
            .toList();
  }

  /** The protocols, without variants. */
  final Stream<Declaration<?>> declarations() {
    return catalogue.declarations().stream().filter(declaration -> !declaration.isVariant());
  }

  /** While it fails, no other law runs. */
  @Test
  void everyNameAndIdIsUsedOnce() {
    assertEquals("", String.join(" ", Registry.ofTheClassPath().clashes().values()));
  }

  @Test
  void noDeclarationIsLeftOut() {
    Set<Declaration<?>> covered = new HashSet<>();
    specs.forEach(spec -> covered.add(Protocols.declaration(ProtocolSpec.parse(spec))));
    elsewhere.forEach(name -> covered.add(Protocols.declaration(name)));

    assertFalse(catalogue.declarations().isEmpty());
    assertEquals(Set.copyOf(catalogue.declarations()), covered);
  }

  /** Those that are held to their laws: all, except where mutants of a few are searched for. */
  static final Pattern WANTED = Pattern.compile(System.getProperty("ldp.laws", ""));

  final Stream<String> wanted() {
    return specs.stream().filter(spec -> WANTED.matcher(spec).lookingAt());
  }

  // Pages and permanent bytes.

  List<FamilyPage> pages() {
    return FamilyPage.of(pages, declarations().map(Declaration::name).toList());
  }

  @ParameterizedTest(allowZeroInvocations = true) // without a page the next test fails
  @MethodSource("pages")
  void aPageSaysWhatIsDeclared(FamilyPage page) throws IOException {
    page.check();
  }

  @Test
  void eachProtocolIsOnOnePage() {
    List<FamilyPage> found = pages();
    List<String> named = found.stream().flatMap(page -> page.names().stream()).toList();
    declarations()
        .forEach(
            declaration ->
                assertEquals(
                    1,
                    Collections.frequency(named, declaration.name()),
                    () -> FamilyPage.howToBeOn(found, declaration.name())));
  }

  /** Permanent reports, for clients in other languages. */
  private Path vectors(Declaration<?> declaration) {
    return pages.resolve("vectors").resolve(declaration.name() + ".txt");
  }

  @BeforeAll
  void writeGoldenLinesWhereThatIsAskedFor() throws IOException {
    Golden.writeWhereThatIsAskedFor(file, Protocols::of);
    for (Declaration<?> declaration : madeHere()) {
      Golden.writeWhereThatIsAskedFor(
          vectors(declaration), declaration.examples(), spec -> Golden.of(Protocols.of(spec)));
    }
  }

  private List<Declaration<?>> madeHere() {
    return declarations().filter(d -> !elsewhere.contains(d.name())).toList();
  }

  @Test
  void everyExampleHasTestVectors() {
    for (Declaration<?> declaration : madeHere()) {
      assertEquals(
          declaration.examples().stream().sorted().toList(),
          List.copyOf(Golden.read(vectors(declaration)).keySet()),
          vectors(declaration)
              + " must have a block for each example of the declaration: -Dldp.golden.write=true"
              + " writes what is new");
    }
  }

  Stream<Arguments> golden() {
    Map<String, List<String>> blocks = Golden.read(file);
    madeHere().forEach(declaration -> blocks.putAll(Golden.read(vectors(declaration))));
    return blocks.entrySet().stream().map(block -> Arguments.of(block.getKey(), block.getValue()));
  }

  @ParameterizedTest
  @MethodSource("golden")
  void whatASpecGivesIsPermanent(String spec, List<String> lines) {
    assertFalse(lines.isEmpty(), spec + " has no lines yet: -Dldp.golden.write=true writes them");
    Golden.assertSame(lines, Golden.of(Protocols.of(spec)));
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
          for (Parameter parameter : Protocols.declaration(canonical).parameters()) {
            declared.add(parameter.name());
          }
          assertTrue(declared.containsAll(canonical.arguments().keySet()), text);
          assertTrue(canonical.arguments().keySet().containsAll(given.arguments().keySet()), text);
        });
  }

  /** Made once: a protocol never changes, and 25 laws ask for each of hundreds. */
  private static final Map<String, Protocol<Object, Object>> MADE = new ConcurrentHashMap<>();

  @SuppressWarnings("unchecked") // values are made to fit
  static Protocol<Object, Object> of(String spec) {
    return MADE.computeIfAbsent(spec, text -> (Protocol<Object, Object>) Protocols.of(text));
  }

  Stream<Protocol<Object, Object>> protocols() {
    return wanted().map(ProtocolLaws::of);
  }

  /** The examples, and vectors at random for those that accept too few of them. */
  static List<Object> values(Protocol<Object, ?> protocol) {
    List<Object> values = new ArrayList<>(ExampleValues.of(protocol));
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

  static Object value(List<Object> values, RandomSource source) {
    return values.get(source.uniform(values.size()));
  }

  static List<Object> reports(Protocol<Object, Object> protocol, long seed) {
    RandomSource source = new SimulationSource(seed);
    List<Object> values = values(protocol);
    List<Object> reports = new ArrayList<>();
    for (int i = 0; i < REPORTS; i++) {
      reports.add(protocol.randomizer().randomize(value(values, source), source));
    }
    return reports;
  }

  static Accumulator<Object> sum(Protocol<Object, Object> protocol, List<Object> reports) {
    Accumulator<Object> sum = protocol.newAccumulator("plan");
    reports.forEach(sum::add);
    return sum;
  }

  Stream<Arguments> outOfRange() {
    return catalogue.declarations().stream()
        .filter(declaration -> !declaration.examples().isEmpty())
        .flatMap(
            declaration ->
                declaration.parameters().stream()
                    .map(parameter -> Arguments.of(declaration, parameter)));
  }

  /**
   * One step outside its range, or with a word that means nothing, a parameter is refused by the
   * sentence that its declaration has.
   */
  @ParameterizedTest
  @MethodSource
  void outOfRange(Declaration<?> declaration, Parameter parameter) {
    ProtocolSpec example = ProtocolSpec.parse(declaration.examples().get(0));
    for (String wrong : outside(parameter)) {
      ProtocolSpec spec = with(example, parameter.name(), wrong);
      String sentence =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> declaration.make(spec, new byte[0]),
                  spec::toString)
              .getMessage();

      assertTrue(sentence.endsWith("."), sentence);
      if (!isReadByTheProtocol(parameter)) {
        assertTrue(sentence.startsWith(parameter.name()), sentence);
        assertTrue(sentence.contains(". Provided value: " + wrong + "."), sentence);
      }
    }
  }

  /** A text without a list of words. */
  private static boolean isReadByTheProtocol(Parameter parameter) {
    return parameter.kind() == Parameter.Kind.TEXT && parameter.words().isEmpty();
  }

  private static List<String> outside(Parameter parameter) {
    return switch (parameter.kind()) {
      case REAL ->
          List.of(
              Double.toString(Math.nextDown(parameter.least())),
              Double.toString(Math.nextUp(parameter.most())),
              "NaN");
      case INTEGER -> {
        List<String> outside = new ArrayList<>();
        if (parameter.least() > Integer.MIN_VALUE) {
          outside.add(Integer.toString((int) parameter.least() - 1));
        }
        if (parameter.most() < Integer.MAX_VALUE) {
          outside.add(Integer.toString((int) parameter.most() + 1));
        }
        yield outside;
      }
      case TEXT -> List.of("no-such-word");
    };
  }

  /**
   * Each line of the module's {@code refused.txt}: a spec, and words of the sentence. A module may
   * have none.
   */
  Stream<Arguments> refused() throws IOException {
    Path refused = file.resolveSibling("refused.txt");
    return (Files.exists(refused) ? Files.readAllLines(refused) : List.<String>of())
        .stream()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.split(" \\| ", 2))
            .map(cells -> Arguments.of(cells[0], cells[1]));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("refused")
  void whatIsOutOfRangeIsRefusedInOneSentence(String spec, String words) {
    String sentence =
        assertThrows(IllegalArgumentException.class, () -> Protocols.of(spec), spec).getMessage();

    assertTrue(sentence.contains(words), spec + ": " + sentence);
    assertTrue(sentence.endsWith("."), sentence);
  }

  private static ProtocolSpec with(ProtocolSpec spec, String parameter, String value) {
    Map<String, String> arguments = new LinkedHashMap<>(spec.arguments());
    arguments.put(parameter, value);
    ProtocolSpec changed = ProtocolSpec.named(spec.name());
    for (Map.Entry<String, String> argument : arguments.entrySet()) {
      changed = changed.with(argument.getKey(), argument.getValue());
    }
    return changed;
  }

  /** The protocol of the spec at another epsilon. */
  static Protocol<Object, Object> with(ProtocolSpec spec, String epsilon) {
    String text = with(spec, "epsilon", epsilon).toString();
    assertNotEquals(spec.toString(), text);
    return of(text.replaceFirst(",strategy=[0-9a-f]+", "")); // a strategy is for one epsilon
  }
}
