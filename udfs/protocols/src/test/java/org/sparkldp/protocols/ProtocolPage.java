package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.spec.Parameter;

/**
 * A protocol's page: text that somebody wrote, then what its declaration declares, then test
 * vectors. {@code -Dldp.docs.write=true} writes the declarations again, and vectors where there are
 * none; {@code -Dldp.golden.write=true} writes vectors again, which no release may do.
 */
public final class ProtocolPage {
  private static final String BEGIN = "<!-- Generated from the declaration: begin -->\n";
  private static final String VECTORS = "<!-- Permanent test vectors: begin -->\n";
  private static final String END = "<!-- Generated: end -->\n";

  private static final List<String> EPSILONS = List.of("0.5", "1.0", "2.0", "4.0");
  private static final List<Integer> DOMAINS = List.of(2, 16, 256, 65_536);

  /** People asked in the tables of errors, and those of them who hold the item in question. */
  private static final long USERS = 1_000_000;

  private static final long HOLDERS = USERS / 100;

  private final Path file;
  private final Declaration declaration;
  private final boolean isMadeHere;
  private final List<String> examples;

  /**
   * @param folder where pages are
   * @param isMadeHere whether the examples can be made by what is on the class path
   */
  ProtocolPage(Path folder, Declaration declaration, boolean isMadeHere) {
    this.file = folder.resolve(declaration.name() + ".md");
    this.declaration = declaration;
    this.isMadeHere = isMadeHere;
    this.examples = isMadeHere ? declaration.examples() : List.of();
  }

  /** The test vectors of the examples that are made here; none before they are written. */
  Map<String, List<String>> vectors() throws IOException {
    Map<String, List<String>> blocks = new TreeMap<>();
    if (isMadeHere && Files.exists(file)) {
      Matcher block = Pattern.compile("```\n(.*?)\n```", Pattern.DOTALL).matcher(part(VECTORS));
      while (block.find()) {
        blocks.putAll(Golden.parse(block.group(1)));
      }
    }
    return blocks;
  }

  /** Fails where the page says something else, or begins with no sentence of its own. */
  void check() throws IOException {
    assertTrue(Files.exists(file), () -> "write the page " + file);
    boolean isWriting = Boolean.getBoolean("ldp.docs.write");
    if (isWriting) {
      replace(BEGIN, declarations());
    }
    if (isMadeHere
        && (Boolean.getBoolean("ldp.golden.write") || (isWriting && vectors().isEmpty()))) {
      replace(VECTORS, text(examples));
    }
    String page = Files.readString(file);
    List<String> lines = page.lines().toList();
    assertEquals("# " + declaration.name(), lines.get(0), "the title");
    assertTrue(
        lines.size() > 2 && lines.get(2).matches("`?[A-Za-z].*"), "the title, then a sentence");
    assertTrue(
        page.substring(0, page.indexOf(BEGIN)).matches("(?s).*[`']" + declaration.name() + "\\(.*"),
        () -> file + " needs an example of a spec above what is generated");
    assertTrue(
        declaration.wire().isPresent()
            || examples.isEmpty()
            || !(Protocols.of(examples.get(0)) instanceof FrequencyOracle<?>),
        "clients in other languages must know every frequency oracle: declare its wire()");
    assertEquals(declarations(), part(BEGIN), "see this class's comment");
    assertEquals(
        examples.stream().sorted().toList(),
        List.copyOf(vectors().keySet()),
        "the examples that have test vectors");
  }

  private String part(String begin) throws IOException {
    String page = Files.readString(file);
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf(END, from);
    assertTrue(from >= begin.length() && to >= from, () -> file + " must have " + begin);
    return page.substring(from, to);
  }

  private void replace(String begin, String text) throws IOException {
    Files.writeString(file, Files.readString(file).replace(begin + part(begin), begin + text));
  }

  private static String text(List<String> examples) {
    StringBuilder text = new StringBuilder();
    for (String example : examples) {
      List<String> lines = Golden.of(Protocols.of(example));
      text.append("\n```\n").append(Golden.text(Map.of(example, lines))).append("```\n");
    }
    return text.append('\n').toString();
  }

  private String declarations() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("parameter", "must be", "given", "meaning, range and default"));
    for (Parameter parameter : declaration.parameters()) {
      rows.add(
          List.of(
              "`" + parameter.name() + "`",
              parameter.kind().noun,
              parameter.isRequired() ? "always" : "optional",
              parameter.description()));
    }
    String domain =
        largestDomain(declaration).map(k -> "\nAt most " + grouped(k) + " items.\n").orElse("");
    String defaults =
        hasDefaults(declaration)
            ? "\nWith defaults: `" + Protocols.of(spec(declaration, "1.0", 256)).spec() + "`.\n"
            : "";
    String wire =
        declaration
            .wire()
            .map(
                known ->
                    List.of(
                        List.of("part", "what a client must know"),
                        List.of("report", known.report()),
                        List.of("coins, in this order", known.coins()),
                        List.of("counters", known.counters())))
            .map(known -> "\n" + table(known))
            .orElse("");
    return "\n## Parameters\n\n"
        + declaration.description()
        + ".\n\n"
        + table(rows)
        + domain
        + defaults
        + errors()
        + "\n## For clients\n\nPermanent id in accumulators: "
        + declaration.id()
        + ". The notation is that of "
        + link("formats", "wire.md")
        + ".\n"
        + wire
        + "\n";
  }

  /** A link to a page of udfs/docs, from a page there or of a module beside it. */
  private String link(String text, String page) {
    for (String docs : List.of("../", "../docs/")) {
      if (Files.exists(file.toAbsolutePath().resolveSibling(docs + "counts.md"))) {
        return "[" + text + "](" + docs + page + ")";
      }
    }
    return text;
  }

  /** What an oracle costs, and how it errs; nothing of other protocols. */
  private String errors() {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("items", "report", "accumulator"));
    EPSILONS.forEach(epsilon -> header.add("epsilon " + epsilon));
    rows.add(header);
    for (int k : DOMAINS) {
      List<String> row = errors(declaration, k);
      if (!row.isEmpty() && (k == DOMAINS.get(0) || largestDomain(declaration).isPresent())) {
        row.add(0, grouped(k));
        rows.add(row);
      }
    }
    return rows.size() == 1
        ? ""
        : "\n"
            + "## Sizes and errors\n\n"
            + "Sizes in bytes, and "
            + link("errors", "counts.md#errors")
            + " in percentage points:\n\n"
            + table(rows);
  }

  /** A row of the table of errors: of nothing where the protocol is no oracle of so many items. */
  public static List<String> errors(Declaration declaration, int k) {
    List<String> row = new ArrayList<>();
    // A protocol without a domain has two items.
    if (hasDefaults(declaration)
        && largestDomain(declaration).orElse(2) >= k
        && Protocols.of(spec(declaration, "1.0", k)) instanceof FrequencyOracle<?> typical) {
      row.add(grouped(typical.reportType().bytes()));
      row.add(grouped(8L * typical.newAccumulator().width()));
      for (String epsilon : EPSILONS) {
        row.add(error((FrequencyOracle<?>) Protocols.of(spec(declaration, epsilon, k))));
      }
    }
    return row;
  }

  private static String error(FrequencyOracle<?> oracle) {
    long[] counts = new long[oracle.k()];
    Arrays.fill(counts, (USERS - HOLDERS) / (counts.length - 1));
    counts[0] = HOLDERS;
    double points = 100 * Math.sqrt(oracle.variances(counts)[0]) / USERS;
    return new BigDecimal(points).round(new MathContext(3)).toPlainString();
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Whether epsilon and the domain are enough. */
  private static boolean hasDefaults(Declaration declaration) {
    return declaration.parameters().stream()
        .filter(Parameter::isRequired)
        .allMatch(p -> p.is(Parameter.K) || p.name().equals("epsilon"));
  }

  private static boolean takesDomain(Declaration declaration) {
    return declaration.takes(Parameter.K);
  }

  private static String spec(Declaration declaration, String epsilon, int k) {
    return declaration.name()
        + "(epsilon="
        + epsilon
        + (takesDomain(declaration) ? ",k=" + k : "")
        + ")";
  }

  private static Optional<Integer> largestDomain(Declaration declaration) {
    return declaration.parameters().stream()
        .filter(Parameter.K::is)
        .findFirst()
        .map(k -> (int) k.most());
  }

  /** A table of rows, the first of which is the header. */
  public static String table(List<List<String>> rows) {
    String separator = "|---".repeat(rows.get(0).size()) + "|\n";
    List<String> lines = rows.stream().map(row -> "| " + String.join(" | ", row) + " |\n").toList();
    return lines.get(0) + separator + lines.stream().skip(1).collect(Collectors.joining());
  }
}
