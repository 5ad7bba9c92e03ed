package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.spec.Parameter;

/**
 * A page about a family of protocols: text that somebody wrote, with an example of each, and at its
 * end what their declarations declare; briefly, where their classes and {@code ldp design} are
 * enough. {@code -Dldp.docs.write=true} writes that end again.
 */
final class FamilyPage {
  private static final Pattern GENERATED =
      Pattern.compile(
          "(?s)<!-- Generated from the declarations of: ([a-z0-9 -]+?)(, briefly)? -->\n(.*)"
              + "<!-- Generated: end -->\n");

  private static final List<String> EPSILONS = List.of("0.5", "1.0", "2.0", "4.0");

  /** The first is of protocols without a domain, which ask for a yes or no. */
  private static final List<Integer> DOMAINS = List.of(2, 16, 256);

  /** People asked in the tables of errors, and those of them who hold the item in question. */
  private static final long USERS = 1_000_000;

  private static final long HOLDERS = USERS / 100;

  private final Path file;
  private final String text;
  private final List<Declaration<?>> declarations;

  private FamilyPage(Path file, String text) {
    this.file = file;
    this.text = text;
    this.declarations = names(text).map(Protocols::declaration).toList();
  }

  private static Stream<String> names(String text) {
    Matcher generated = GENERATED.matcher(text);
    return generated.find() ? Stream.of(generated.group(1).split(" ")) : Stream.empty();
  }

  /** The pages of a folder that are about some of these protocols. */
  static List<FamilyPage> of(Path folder, List<String> protocols) {
    List<FamilyPage> pages = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.toAbsolutePath())) {
      for (Path file : files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
        String text = Files.readString(file);
        if (names(text).anyMatch(protocols::contains)) {
          pages.add(new FamilyPage(file, text));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pages;
  }

  /** The protocols that it is about. */
  List<String> names() {
    return declarations.stream().map(Declaration::name).toList();
  }

  /** What is to be written where, so that a protocol is on one of these pages. */
  static String howToBeOn(List<FamilyPage> pages, String protocol) {
    return pages.isEmpty()
        ? ("README.md must have a section about %1$s, and these two lines at its end:"
                + " <!-- Generated from the declarations of: %1$s, briefly --> and"
                + " <!-- Generated: end -->; -Dldp.docs.write=true writes what is between them")
            .formatted(protocol)
        : ("one page must be about %s, and no other: write a section with an example of a spec into"
                + " one of %s, and the name into that page's line <!-- Generated from the"
                + " declarations of: ... -->; -Dldp.docs.write=true writes the rest")
            .formatted(protocol, pages);
  }

  /** Fails where the page lacks an example, or declares something else. */
  void check() throws IOException {
    Matcher generated = GENERATED.matcher(text);
    assertTrue(generated.find());
    for (Declaration<?> declaration : declarations) {
      String name = declaration.name();
      assertTrue(
          Pattern.compile("[`']" + name + "\\(")
              .matcher(text.substring(0, generated.start()))
              .find(),
          () ->
              "%s must have an example of a spec, `%s(...)`, above its end".formatted(file, name));
      assertTrue(
          declaration.wire().isPresent()
              || declaration.examples().isEmpty()
              || !hasDefaults(declaration)
              || !(Protocols.of(spec(declaration, "1.0", 2)) instanceof FrequencyOracle<?>),
          () -> "clients in other languages must know every frequency oracle: " + name);
    }
    if (Boolean.getBoolean("ldp.docs.write")) {
      Files.writeString(
          file, new StringBuilder(text).replace(generated.start(3), generated.end(3), tables()));
    } else {
      assertEquals(tables(), generated.group(3), file + " (-Dldp.docs.write=true writes it)");
    }
  }

  @Override
  public String toString() {
    return file.getFileName().toString();
  }

  private String tables() {
    return "\n## Declarations\n\n"
        + declared()
        + (text.contains(", briefly -->") ? "" : "\n## Parameters\n\n" + parameters() + errors())
        + clients()
        + "\n";
  }

  private String declared() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("protocol", "id in accumulators", "what it is", "with its defaults"));
    for (Declaration<?> declaration : declarations) {
      rows.add(
          List.of(
              "`" + declaration.name() + "`",
              "" + declaration.id(),
              declaration.description()
                  + largestDomain(declaration)
                      .map(k -> "; at most " + grouped(k) + " items")
                      .orElse(""),
              hasDefaults(declaration)
                  ? "`" + Protocols.of(spec(declaration, "1.0", 256)).spec() + "`"
                  : ""));
    }
    return table(rows);
  }

  /** What several protocols take alike stands there once, and the size of a domain above. */
  private String parameters() {
    Map<List<String>, List<String>> takers = new LinkedHashMap<>();
    for (Declaration<?> declaration : declarations) {
      for (Parameter parameter : declaration.parameters()) {
        if (parameter.is(Parameter.K) || parameter.is(InRounds.STATE)) { // no user sets the state
          continue;
        }
        takers
            .computeIfAbsent(
                List.of(
                    "`" + parameter.name() + "`",
                    parameter.kind().noun,
                    parameter.isRequired() ? "always" : "optional",
                    parameter.description()),
                row -> new ArrayList<>())
            .add("`" + declaration.name() + "`");
      }
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("parameter", "of", "must be", "given", "meaning, range and default"));
    takers.forEach(
        (row, names) -> {
          boolean isOfAll = names.size() == declarations.size();
          List<String> cells = new ArrayList<>(row);
          cells.add(1, isOfAll && names.size() > 1 ? "all" : String.join(", ", names));
          rows.add(cells);
        });
    return table(rows);
  }

  /** Of protocols that clients in other languages may ask. */
  private String clients() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("protocol", "report", "random draws, in this order", "counters"));
    for (Declaration<?> declaration : declarations) {
      declaration
          .wire()
          .ifPresent(
              wire ->
                  rows.add(
                      List.of(
                          "`" + declaration.name() + "`",
                          wire.report(),
                          wire.coins(),
                          wire.counters())));
    }
    return rows.size() == 1
        ? ""
        : "\n## For clients\n\nThe notation and the [test vectors](vectors/) are those of "
            + link("formats", "wire.md")
            + ".\n\n"
            + table(rows);
  }

  /** A link to a page of udfs/docs, from a page there or of a module beside it. */
  private String link(String name, String page) {
    for (String docs : List.of("", "../docs/")) {
      if (Files.exists(file.resolveSibling(docs + page))) {
        return "[" + name + "](" + docs + page + ")";
      }
    }
    return name;
  }

  /** What oracles cost, and how they err. */
  private String errors() {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("items", "protocol", "report", "accumulator"));
    EPSILONS.forEach(epsilon -> header.add("epsilon " + epsilon));
    rows.add(header);
    for (int k : DOMAINS) {
      for (Declaration<?> declaration : declarations) {
        List<String> row = errors(declaration, k);
        if (!row.isEmpty()) {
          row.addAll(0, List.of(grouped(k), "`" + declaration.name() + "`"));
          rows.add(row);
        }
      }
    }
    return rows.size() == 1
        ? ""
        : "\n## Sizes and errors\n\nSizes in bytes, and "
            + (file.endsWith("counts.md") ? "[errors](#errors)" : link("errors", "counts.md"))
            + " in percentage points:\n\n"
            + table(rows);
  }

  /** A row of the table of errors: of nothing where the protocol is no oracle of so many items. */
  private static List<String> errors(Declaration<?> declaration, int k) {
    List<String> row = new ArrayList<>();
    boolean isOfItems = k == DOMAINS.get(0) != largestDomain(declaration).isPresent();
    if (isOfItems
        && hasDefaults(declaration)
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
  private static boolean hasDefaults(Declaration<?> declaration) {
    return declaration.parameters().stream()
        .filter(Parameter::isRequired)
        .allMatch(p -> p.is(Parameter.K) || p.name().equals("epsilon"));
  }

  private static String spec(Declaration<?> declaration, String epsilon, int k) {
    return declaration.name()
        + "(epsilon="
        + epsilon
        + (declaration.takes(Parameter.K) ? ",k=" + k : "")
        + ")";
  }

  private static Optional<Integer> largestDomain(Declaration<?> declaration) {
    return declaration.parameters().stream()
        .filter(Parameter.K::is)
        .findFirst()
        .map(k -> (int) k.most());
  }

  /** A table of rows, the first of which is the header. */
  private static String table(List<List<String>> rows) {
    String separator = "|---".repeat(rows.get(0).size()) + "|\n";
    List<String> lines = rows.stream().map(row -> "| " + String.join(" | ", row) + " |\n").toList();
    return lines.get(0) + separator + lines.stream().skip(1).collect(Collectors.joining());
  }
}
