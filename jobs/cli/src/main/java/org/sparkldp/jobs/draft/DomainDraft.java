package org.sparkldp.jobs.draft;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigUtil;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sparkldp.protocols.check.Require;

/**
 * A domain as a plan's text has it, one section for each private column. It comes from public
 * knowledge: a list, a range, bins or a {@link #ready ready one}; never from values.
 *
 * @param sections the sections {@code domain} of the columns, without braces
 * @param sizes levels of each
 */
public record DomainDraft(List<String> sections, List<Integer> sizes) {
  private static final int WIDTH = 100;

  /** Of no column. */
  public static final DomainDraft NONE = new DomainDraft(List.of(), List.of());

  private static final Config READY =
      ConfigFactory.parseResources(DomainDraft.class, "/org/sparkldp/jobs/domains.conf");

  public DomainDraft {
    sections = List.copyOf(sections);
    sizes = List.copyOf(sizes);
  }

  private static DomainDraft of(String section, int size) {
    return new DomainDraft(List.of(section), List.of(size));
  }

  /** Texts, in this order. */
  public static DomainDraft items(List<String> items) {
    return of("type = list\n  items = [\n" + wrapped(items) + "  ]", items.size());
  }

  /** The lines of a file, so many, at a path that begins at the plan's folder. */
  public static DomainDraft file(String path, int lines) {
    return of("type = file\n  path = " + ConfigUtil.quoteString(path), lines);
  }

  /** Whole numbers, both included. */
  public static DomainDraft range(long from, long to) {
    return of("type = range, from = " + from + ", to = " + to, (int) (to - from + 1));
  }

  /** Equal bins. */
  public static DomainDraft bins(double from, double to, int count) {
    return of(
        "type = bins, from = " + text(from) + ", to = " + text(to) + ", count = " + count, count);
  }

  /** The names of ready ones: what tables often hold, such as countries and ages; public lists. */
  public static List<String> names() {
    return READY.root().keySet().stream().sorted().toList();
  }

  /** The ready domain of a name; empty if none is called so. */
  public static Optional<DomainDraft> ready(String name) {
    return names().contains(name)
        ? READY.getStringList(name).stream().map(DomainDraft::ofSection).reduce(DomainDraft::and)
        : Optional.empty();
  }

  private static DomainDraft ofSection(String section) {
    Config domain = ConfigFactory.parseString(section);
    String type = domain.getString("type");
    return of(
        section,
        switch (type) {
          case "list" -> domain.getList("items").size();
          case "range" -> domain.getInt("to") - domain.getInt("from") + 1;
          case "bins" ->
              domain.hasPath("count") ? domain.getInt("count") : domain.getList("edges").size() - 1;
          default -> throw Require.refusal("no ready domain is of type %s.", type);
        });
  }

  /** The domains of columns, and of others after them. */
  public DomainDraft and(DomainDraft others) {
    return new DomainDraft(
        Stream.concat(sections.stream(), others.sections.stream()).toList(),
        Stream.concat(sizes.stream(), others.sizes.stream()).toList());
  }

  /** Items of all columns together, each with one of other values; at most 2^31 - 1. */
  public int items() {
    long items = 1;
    for (int size : sizes) {
      items = Math.min(Integer.MAX_VALUE, items * (size + 1));
    }
    return (int) items;
  }

  private static String wrapped(List<String> items) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder("   ");
    for (int i = 0; i < items.size(); i++) {
      String item = " " + ConfigUtil.quoteString(items.get(i)) + (i + 1 < items.size() ? "," : "");
      if (line.length() + item.length() > WIDTH) {
        lines.append(line).append('\n');
        line = new StringBuilder("   ");
      }
      line.append(item);
    }
    return lines.append(line).append('\n').toString();
  }

  /** A number as people write it. */
  public static String text(double number) {
    return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
  }
}
