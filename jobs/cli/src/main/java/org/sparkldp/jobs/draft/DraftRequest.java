package org.sparkldp.jobs.draft;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.sparkldp.protocols.check.Require;

/**
 * A question about a table: what a {@link TaskDraft} is made of. No part of it is a value of a
 * person.
 *
 * @param columns the private ones
 * @param types what is known of their types, one for each
 * @param epsilon nats a report
 * @param domain gives their levels, if the task asks for them
 * @param given the same where they are among the options, and else empty: nobody is asked
 * @param bounds gives public ones of the numbers, if the task asks for them
 * @param people how many there are, where it is known without reading a value
 */
public record DraftRequest(
    List<String> columns,
    List<ColumnType> types,
    double epsilon,
    Supplier<DomainDraft> domain,
    Supplier<Optional<DomainDraft>> given,
    Supplier<NumberBounds> bounds,
    Supplier<Optional<Long>> people) {

  /** The range of numbers; finite, the smaller first. */
  public record NumberBounds(double lower, double upper) {
    public NumberBounds {
      Require.that(lower < upper && Double.isFinite(upper - lower))
          .orRefuse(
              "the largest number must be finite and above the smallest. Provided: %s, %s.",
              lower, upper);
    }
  }

  /** The type of a column, as far as it is known. */
  public enum ColumnType {
    /** Nothing, as in CSV and JSON, whose values would have to be read. */
    UNKNOWN,
    /** A text. */
    TEXT,
    /** A type of whole numbers. */
    WHOLE,
    /** A type of other numbers. */
    FRACTION,
    /** Yes or no. */
    TRUTH,
    /** Any other. */
    OTHER
  }

  public DraftRequest {
    columns = List.copyOf(columns);
    types = List.copyOf(types);
  }

  /** The only private column; refused where there are more. */
  public String column() {
    Require.that(columns.size() == 1)
        .orRefuse(
            "this task asks about one private column. Provided: %s.", String.join(", ", columns));
    return columns.get(0);
  }

  /** The parameter step of a spec, where the only column is known to hold whole numbers. */
  public String step() {
    return isWhole() ? ",step=1" : "";
  }

  /** Whether the only column is known to hold whole numbers. */
  public boolean isWhole() {
    return types.get(0) == ColumnType.WHOLE;
  }

  /** The domain; refused where nobody gives one of these columns. */
  public DomainDraft requiredDomain() {
    return ofAll(domain.get());
  }

  /** The domain; empty where nobody gives one. */
  public Optional<DomainDraft> givenDomain() {
    return given.get().map(this::ofAll);
  }

  private DomainDraft ofAll(DomainDraft found) {
    Require.that(found.sections().size() == columns.size())
        .orRefuse(
            "a domain must be given for each private column. Provided: domains for %s, columns %s.",
            found.sections().size(), String.join(", ", columns));
    return found;
  }

  /** The parameters lower and upper of a spec; refused where nobody gives them. */
  public String requiredBounds() {
    NumberBounds given = bounds.get();
    return ",lower="
        + DomainDraft.text(given.lower())
        + ",upper="
        + DomainDraft.text(given.upper());
  }
}
