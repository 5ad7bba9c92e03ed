package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.wire.Wire;

/**
 * The pages of udfs/docs say what the code does. The lower part of protocols.md and the tables of
 * wire.md are generated here; after a change of the code, run this test with {@code
 * -Dldp.docs.write=true} and commit the page.
 */
class ProtocolsPageTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final String BEGIN = "<!-- Generated from the providers: begin -->\n";
  private static final String END = "<!-- Generated from the providers: end -->\n";

  private static final List<String> EPSILONS = List.of("0.5", "1.0", "2.0", "4.0");
  private static final List<Integer> DOMAINS = List.of(2, 16, 256, 65_536);

  private static final List<String> NUMBERS =
      List.of(
          "no",
          "one",
          "two",
          "three",
          "four",
          "five",
          "six",
          "seven",
          "eight",
          "nine",
          "ten",
          "eleven",
          "twelve",
          "thirteen",
          "fourteen",
          "fifteen",
          "sixteen");

  /**
   * People asked in the tables of errors, and those of them who hold the item that is asked for.
   */
  private static final long USERS = 1_000_000;

  private static final long HOLDERS = USERS / 100;

  @Test
  void theGeneratedPartIsWhatTheProvidersDeclare() throws IOException {
    assertGenerated("protocols.md", BEGIN, END, generated());
  }

  @Test
  void theTablesOfTheWireAreWhatTheProvidersDeclare() throws IOException {
    assertWireTable("report", wireTable("report", Wire::report));
    assertWireTable("coins", wireTable("drawn, in this order", Wire::coins));
    assertWireTable("counters", wireTable("counters", Wire::counters));
    List<List<String>> ids = new ArrayList<>(List.of(List.of("id", "protocol")));
    byId().forEach(provider -> ids.add(List.of("" + provider.id(), "`" + provider.name() + "`")));
    assertWireTable("ids", table(ids));
  }

  private static void assertWireTable(String name, String expected) throws IOException {
    String begin = "<!-- Generated from the providers: " + name + " -->\n";
    assertGenerated("wire.md", begin, "<!-- Generated: end -->\n", expected);
  }

  /** A row for all protocols of which the same is said, in the order of their ids. */
  private static String wireTable(String header, Function<Wire, String> column) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    byId()
        .forEach(
            provider ->
                provider
                    .wire()
                    .ifPresent(
                        wire ->
                            names
                                .computeIfAbsent(column.apply(wire), text -> new ArrayList<>())
                                .add("`" + provider.name() + "`")));
    List<List<String>> rows = new ArrayList<>(List.of(List.of("protocol", header)));
    names.forEach((text, protocols) -> rows.add(List.of(String.join(", ", protocols), text)));
    return table(rows);
  }

  private static List<ProtocolProvider> byId() {
    return providers().stream().sorted(Comparator.comparing(ProtocolProvider::id)).toList();
  }

  @Test
  void clientsInOtherLanguagesKnowEveryFrequencyOracle() {
    for (ProtocolProvider provider : providers()) {
      boolean isOracle =
          provider.examples().stream()
              .anyMatch(spec -> hasDefaults(provider) && isOracle(Protocols.of(spec)));
      assertTrue(!isOracle || provider.wire().isPresent(), provider.name());
    }
  }

  private static boolean isOracle(Protocol<?, ?> protocol) {
    return protocol instanceof FrequencyOracle<?>;
  }

  private static void assertGenerated(String name, String begin, String end, String expected)
      throws IOException {
    Path file = DOCS.resolve(name);
    String page = Files.readString(file);
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf(end, from);
    assertTrue(from >= begin.length() && to >= from, "the page must have both markers");
    if (Boolean.getBoolean("ldp.docs.write")) {
      page = page.substring(0, from) + expected + page.substring(to);
      Files.writeString(file, page);
      to = page.indexOf(end, from);
    }

    assertEquals(expected, page.substring(from, to), "see this class's comment");
  }

  @Test
  void theFirstPageCountsTheOracles() throws IOException {
    long oracles =
        providers().stream()
            .filter(ProtocolsPageTest::hasDefaults)
            .filter(provider -> isOracle(Protocols.of(provider.examples().get(0))))
            .count();
    String number = NUMBERS.get((int) oracles);
    String page = Files.readString(Path.of("..", "..", "README.md"));
    assertTrue(page.contains("(" + number + " frequency oracles)"), number);
  }

  @Test
  void theWrittenPartSpeaksOfEveryProtocol() throws IOException {
    String page = Files.readString(DOCS.resolve("protocols.md"));
    String written = page.substring(0, page.indexOf(BEGIN));
    for (ProtocolProvider provider : providers()) {
      assertTrue(written.contains("`" + provider.name() + "`"), provider.name());
    }
  }

  static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(DOCS)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void whatAPageLinksToIsThere(Path page) throws IOException {
    Matcher link = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)").matcher(Files.readString(page));
    while (link.find()) {
      assertTrue(Files.exists(DOCS.resolve(link.group(1))), link.group());
    }
  }

  @Test
  void theIndexListsEveryPage() throws IOException {
    String index = Files.readString(DOCS.resolve("README.md"));
    for (Path page : pages()) {
      String name = page.getFileName().toString();
      assertTrue(name.equals("README.md") || index.contains("](" + name + ")"), name);
    }
  }

  /** Those that are not of a test. */
  private static List<ProtocolProvider> providers() {
    return Protocols.providers().stream().filter(provider -> provider.id() < 32768).toList();
  }

  private static String generated() {
    StringBuilder page = new StringBuilder("\n## Declarations\n");
    providers().forEach(provider -> page.append(declaration(provider)));
    page.append("\n## Sizes and errors\n");
    page.append(
        """

        Report: bytes. Accumulator: its counters, 8 bytes each, at epsilon 1. The other columns, by epsilon:
        standard error of the share of an item that one in a hundred of a million users holds, the others
        being spread evenly over the other items; in percentage points, all parameters at their defaults.
        With n users it is sqrt(1,000,000/n) times as large.
        """);
    DOMAINS.forEach(k -> page.append(errors(k)));
    return page.append('\n').toString();
  }

  private static String declaration(ProtocolProvider provider) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("parameter", "must be", "given", "meaning, range and default"));
    for (Parameter parameter : provider.parameters()) {
      rows.add(
          List.of(
              "`" + parameter.name() + "`",
              parameter.kind().noun,
              parameter.required() ? "always" : "optional",
              parameter.description()));
    }
    String text = provider.description() + ".\n";
    String domain =
        largestDomain(provider).map(k -> "At most " + grouped(k) + " items.\n").orElse("");
    String defaults =
        hasDefaults(provider)
            ? "\nWith defaults: `" + Protocols.of(spec(provider, "1.0", 256)).spec() + "`.\n"
            : "";
    return "\n### " + provider.name() + "\n\n" + text + domain + "\n" + table(rows) + defaults;
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Whether epsilon and the domain are enough. */
  private static boolean hasDefaults(ProtocolProvider provider) {
    return provider.parameters().stream()
        .filter(Parameter::required)
        .allMatch(p -> p.equals(Parameter.K) || p.name().equals("epsilon"));
  }

  private static boolean takesDomain(ProtocolProvider provider) {
    return provider.parameters().contains(Parameter.K);
  }

  private static String spec(ProtocolProvider provider, String epsilon, int k) {
    return provider.name() + "(epsilon=" + epsilon + (takesDomain(provider) ? ",k=" + k : "") + ")";
  }

  /** As the protocol's own refusal of a larger one says. */
  private static Optional<Integer> largestDomain(ProtocolProvider provider) {
    if (!takesDomain(provider)) {
      return Optional.empty();
    }
    try {
      Protocols.of(spec(provider, "1.0", Integer.MAX_VALUE));
      throw new AssertionError(provider.name() + " takes any k");
    } catch (IllegalArgumentException e) {
      Matcher range = Pattern.compile("between 2 and (\\d+)").matcher(e.getMessage());
      assertTrue(range.find(), e.getMessage());
      return Optional.of(Integer.valueOf(range.group(1)));
    }
  }

  private static String errors(int k) {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("protocol", "report", "accumulator"));
    header.addAll(EPSILONS);
    rows.add(header);
    for (ProtocolProvider provider : providers()) {
      // A protocol without a domain has two items.
      if (hasDefaults(provider)
          && largestDomain(provider).orElse(2) >= k
          && Protocols.of(spec(provider, "1.0", k)) instanceof FrequencyOracle<?> typical) {
        List<String> row = new ArrayList<>();
        row.add(provider.name());
        row.add(grouped(typical.reportType().bytes()));
        row.add(grouped(8L * typical.newAccumulator().width()));
        for (String epsilon : EPSILONS) {
          row.add(error((FrequencyOracle<?>) Protocols.of(spec(provider, epsilon, k))));
        }
        rows.add(row);
      }
    }
    return "\n### " + grouped(k) + " items\n\n" + table(rows);
  }

  private static String error(FrequencyOracle<?> oracle) {
    long[] counts = new long[oracle.k()];
    Arrays.fill(counts, (USERS - HOLDERS) / (counts.length - 1));
    counts[0] = HOLDERS;
    double points = 100 * Math.sqrt(oracle.variances(counts)[0]) / USERS;
    return new BigDecimal(points).round(new MathContext(3)).toPlainString();
  }

  private static String table(List<List<String>> rows) {
    String separator = "|---".repeat(rows.get(0).size()) + "|\n";
    List<String> lines = rows.stream().map(row -> "| " + String.join(" | ", row) + " |\n").toList();
    return lines.get(0) + separator + lines.stream().skip(1).collect(Collectors.joining());
  }
}
