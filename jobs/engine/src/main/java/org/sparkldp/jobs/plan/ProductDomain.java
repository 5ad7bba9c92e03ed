package org.sparkldp.jobs.plan;

import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.workload.Labels;

/**
 * The items of one attribute or of several together: one for each combination of levels, the first
 * attribute's running slowest. Public, and fixed before anybody's value is used.
 *
 * @param attributes one or more
 * @param hasOther whether each has one level more, {@value #OTHER}, for values outside its domain
 * @param hasMissing whether each has one more, the last, {@value #MISSING}, for NULL and NaN
 */
public record ProductDomain(List<Attribute> attributes, boolean hasOther, boolean hasMissing) {
  /** The name of the level of values outside. */
  public static final String OTHER = "(other)";

  /** The name of the level of NULL and NaN. */
  public static final String MISSING = "(missing)";

  public ProductDomain {
    attributes = List.copyOf(attributes);
    for (Attribute attribute : attributes) {
      requireFree(
          hasOther,
          attribute,
          OTHER,
          "outside = category",
          "the values outside",
          "choose outside = fail");
      requireFree(
          hasMissing,
          attribute,
          MISSING,
          "missing = category",
          "NULL and NaN",
          "leave missing out");
    }
  }

  /** The levels of attributes and those that a plan's rule adds. */
  public static ProductDomain of(List<Attribute> attributes, OutsideRule rule) {
    return new ProductDomain(attributes, rule.isCategory(), rule.keepsMissing());
  }

  private static void requireFree(
      boolean isTaken, Attribute attribute, String name, String rule, String whose, String remedy) {
    if (isTaken && attribute.domain().hasText(name)) {
      throw Require.refusal(
          "under %s the name %s is taken by %s, so no item of the domain may have it. Provided: a"
              + " domain with this item; rename the item, or %s.",
          rule, name, whose, remedy);
    }
  }

  /** Levels of each attribute, the extra ones included. */
  public int[] sizes() {
    return attributes.stream().mapToInt(this::size).toArray();
  }

  /** Levels of an attribute, the extra ones included. */
  public int size(Attribute attribute) {
    return attribute.domain().size() + (hasOther ? 1 : 0) + (hasMissing ? 1 : 0);
  }

  /** Items. */
  public int size() {
    long items = 1;
    for (int size : sizes()) {
      items *= size;
      if (items > Integer.MAX_VALUE) {
        throw Require.refusal(
            "a domain must have fewer than 2^31 items. Provided: attributes of %s levels; bin"
                + " them more coarsely, or ask for fewer together.",
            Arrays.toString(sizes()));
      }
    }
    return (int) items;
  }

  /** The level of each attribute in an item. */
  public int[] levels(int item) {
    int[] sizes = sizes();
    int[] levels = new int[sizes.length];
    int rest = item;
    for (int i = sizes.length - 1; i >= 0; i--) {
      levels[i] = rest % sizes[i];
      rest /= sizes[i];
    }
    return levels;
  }

  /** The name of an item: its level, or with more than one attribute "age=18, sex=F". */
  public String item(int index) {
    if (attributes.size() == 1) {
      return level(0, index);
    }
    int[] levels = levels(index);
    String[] parts = new String[levels.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = attributes.get(i).column() + "=" + level(i, levels[i]);
    }
    return String.join(", ", parts);
  }

  /** The name of an attribute's level. */
  public String level(int attribute, int level) {
    Domain domain = attributes.get(attribute).domain();
    if (level < domain.size()) {
      return domain.item(level);
    }
    return hasOther && level == domain.size() ? OTHER : MISSING;
  }

  /** Whether items are bins of one column, which are read in their order. */
  public boolean isOfBins() {
    return attributes.size() == 1 && attributes.get(0).domain().kind() == Domain.ColumnKind.REAL;
  }

  /** The private columns. */
  public List<String> columns() {
    return attributes.stream().map(Attribute::column).toList();
  }

  /**
   * The same words for queries over {@code named} attributes; one that is read as bits has bits.
   */
  public Labels labels(int named) {
    Labels ours =
        new Labels() {
          @Override
          public String item(int item) {
            return ProductDomain.this.item(item);
          }

          @Override
          public String attribute(int attribute) {
            return attributes.get(attribute).column();
          }

          @Override
          public String level(int attribute, int level) {
            return ProductDomain.this.level(attribute, level);
          }
        };
    return named == attributes.size() ? ours : Labels.bits(named, ours);
  }
}
