package org.sparkldp.protocols.spec;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.protocols.check.Require;

/**
 * One declared parameter of a protocol: its name, kind, meaning, range, default and remedy, each
 * said once. SQL help, plans, pages, checks, refusals and the laws of tests take them from here.
 *
 * <pre>{@code
 * Parameter.integer("points", "places to estimate at").from(2).to(4096).orElse(64)
 * }</pre>
 *
 * <p>A parameter is required until it is {@link #optional} or has a default. Numbers are finite.
 */
public final class Parameter {

  /** The kind of a value. */
  public enum Kind {
    /** A real number. */
    REAL("a number"),
    /** A 32-bit integer. */
    INTEGER("a whole number"),
    /** A word or text. */
    TEXT("a text");

    /** Its name in a sentence. */
    public final String noun;

    Kind(String noun) {
      this.noun = noun;
    }
  }

  private static final String USUAL = "Usual choices lie between 0.5 and 4.";

  /** The privacy parameter of every protocol. */
  public static final Parameter EPSILON =
      real("epsilon", "privacy loss of one report")
          .called("epsilon (privacy loss)")
          .from(1e-6, USUAL)
          .to(20, USUAL)
          .example("1.0");

  /** The domain size of every frequency oracle. */
  public static final Parameter K =
      integer("k", "number of items of the domain")
          .called("k (items of the domain)")
          .from(2, "A domain of one item has nothing to ask.")
          .example("4");

  private final String name;
  private final Kind kind;
  private final String meaning;
  private final Parameter origin;
  private String called;
  private Range range = Range.ALL;
  private List<String> words = List.of();
  private boolean isRequired = true;
  private boolean isSilent;
  private String fallback = "";
  private String derived = "";
  private String example = "";

  private Parameter(String name, Kind kind, String meaning) {
    this.name = name;
    this.kind = kind;
    this.meaning = meaning;
    this.origin = this;
    this.called = name;
  }

  private Parameter(Parameter other, String meaning) {
    this.name = other.name;
    this.kind = other.kind;
    this.meaning = meaning;
    this.origin = other.origin;
    this.called = other.called;
    this.range = other.range;
    this.words = other.words;
    this.isRequired = other.isRequired;
    this.isSilent = other.isSilent;
    this.fallback = other.fallback;
    this.derived = other.derived;
    this.example = other.example;
  }

  private Parameter copy() {
    return new Parameter(this, meaning);
  }

  /** A real number. */
  public static Parameter real(String name, String meaning) {
    return new Parameter(name, Kind.REAL, meaning);
  }

  /** A whole number of 32 bits. */
  public static Parameter integer(String name, String meaning) {
    return new Parameter(name, Kind.INTEGER, meaning);
  }

  /** Any text, which the protocol reads. */
  public static Parameter text(String name, String meaning) {
    return new Parameter(name, Kind.TEXT, meaning);
  }

  /** One of some words; canonical specs leave out the first of several. */
  public static Parameter word(String name, String meaning, String... words) {
    Parameter made = new Parameter(name, Kind.TEXT, meaning);
    made.words = List.of(words);
    made.isRequired = false;
    made.isSilent = words.length > 1;
    made.fallback = words[0];
    return made;
  }

  /** The same parameter with another meaning. */
  public Parameter meaning(String other) {
    return new Parameter(this, other);
  }

  /** The same parameter as refusals call it. */
  public Parameter called(String other) {
    Parameter made = copy();
    made.called = other;
    return made;
  }

  /** Of numbers from this one on. */
  public Parameter from(double least) {
    return from(least, "");
  }

  /**
   * Of numbers from this one on.
   *
   * @param remedy ends the refusal of a smaller one
   */
  public Parameter from(double least, String remedy) {
    return within(range.from(least, true, remedy));
  }

  /** Of numbers larger than this one. */
  public Parameter above(double bound) {
    return above(bound, "");
  }

  /**
   * Of numbers larger than this one.
   *
   * @param remedy ends the refusal of a smaller one
   */
  public Parameter above(double bound, String remedy) {
    return within(range.from(bound, false, remedy));
  }

  /** Of numbers up to this one. */
  public Parameter to(double most) {
    return to(most, "");
  }

  /**
   * Of numbers up to this one.
   *
   * @param remedy ends the refusal of a larger one
   */
  public Parameter to(double most, String remedy) {
    return within(range.to(most, true, remedy));
  }

  /** Of numbers smaller than this one. */
  public Parameter below(double bound) {
    return below(bound, "");
  }

  /**
   * Of numbers smaller than this one.
   *
   * @param remedy ends the refusal of a larger one
   */
  public Parameter below(double bound, String remedy) {
    return within(range.to(bound, false, remedy));
  }

  private Parameter within(Range other) {
    Parameter made = copy();
    made.range = other;
    return made;
  }

  /** The same parameter where a spec must give it. */
  public Parameter required() {
    Parameter made = copy();
    made.isRequired = true;
    return made;
  }

  /** The same parameter where a spec may leave it out. */
  public Parameter optional() {
    Parameter made = copy();
    made.isRequired = false;
    return made;
  }

  /**
   * The same parameter where a spec may leave it out.
   *
   * @param derived what it is then, in words
   */
  public Parameter optional(String derived) {
    Parameter made = optional();
    made.derived = derived;
    return made;
  }

  /** Optional, with this default. */
  public Parameter orElse(Object value) {
    Parameter made = optional();
    made.fallback = value.toString();
    made.derived = made.fallback;
    return made;
  }

  /** Optional, with this default, which canonical specs leave out. */
  public Parameter usually(Object value) {
    Parameter made = orElse(value);
    made.isSilent = true;
    return made;
  }

  /** The same parameter with an example of its value, which fits the other parameters' examples. */
  public Parameter example(String value) {
    Parameter made = copy();
    made.example = value;
    return made;
  }

  /** As written in specs. */
  public String name() {
    return name;
  }

  /** What its value must be. */
  public Kind kind() {
    return kind;
  }

  /** Meaning, unit, range and default, for help and pages. */
  public String description() {
    String more =
        Stream.of(range.description(), derived.isEmpty() ? "" : "by default " + derived)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("; "));
    return more.isEmpty() ? meaning : meaning + " (" + more + ")";
  }

  /** Whether it is the other one, perhaps with another range or meaning. */
  public boolean is(Parameter other) {
    return origin == other.origin;
  }

  /** Whether a spec must give it. */
  public boolean isRequired() {
    return isRequired;
  }

  /** What it is where a spec leaves it out; empty if it must be given, or follows from others. */
  public String fallback() {
    return fallback;
  }

  /** A value as written in specs, or empty. */
  public String example() {
    return example;
  }

  /** The smallest number that may be, or that is just too small. */
  public double least() {
    return range.least();
  }

  /** The largest number that may be, or that is just too large. */
  public double most() {
    return range.most();
  }

  /** The words that may be; empty for other parameters. */
  public List<String> words() {
    return words;
  }

  /** Refuses a number out of range. */
  public double require(double value) {
    if (!range.holds(value)) {
      throw refusal(value, value);
    }
    return value;
  }

  /** Refuses a whole number out of range. */
  public int require(int value) {
    if (!range.holds(value)) {
      throw refusal(value, value);
    }
    return value;
  }

  private IllegalArgumentException refusal(Object shown, double value) {
    String remedy = range.remedy(value);
    return Require.refusal(
        "%s must be %s. Provided value: %s.%s",
        called, range.phrase(), shown, remedy.isEmpty() ? "" : " " + remedy);
  }

  /** Refuses what a spec gives if it is of another kind, out of range or another word. */
  void require(String given, String elsewhere) {
    try {
      switch (kind) {
        case REAL -> {
          if (!isOfUsualSize(require(ProtocolSpec.number(given)))) {
            throw Require.refusal(
                "%s must be 0 or between 1e-100 and 1e100 in size. Provided value: %s; take another"
                    + " unit.",
                called, given);
          }
        }
        case INTEGER -> require(Integer.parseInt(given));
        case TEXT -> {
          if (!words.isEmpty() && !words.contains(given)) {
            throw Require.refusal(
                "%s must be %s. Provided value: %s.%s",
                called, either(), given, words.size() == 1 ? elsewhere : "");
          }
        }
      }
    } catch (NumberFormatException e) {
      throw Require.refusal(
          e, "%s must be %s: %s. Provided value: %s.", name, kind.noun, description(), given);
    }
  }

  /** Whether a number's square is a number too, with room to add up. */
  public static boolean isOfUsualSize(double number) {
    double size = Math.abs(number);
    return size == 0 || (size >= 1e-100 && size <= 1e100);
  }

  /** Whether canonical specs leave a value out, for it is what none given means. */
  boolean isUsual(String given) {
    return isSilent && canonical(given).equals(canonical(fallback));
  }

  /** A value that may be, as canonical specs write it. */
  String canonical(String given) {
    return switch (kind) {
      case REAL -> ProtocolSpec.shortest(ProtocolSpec.number(given));
      case INTEGER -> Integer.toString(Integer.parseInt(given));
      case TEXT -> given;
    };
  }

  private String either() {
    int last = words.size() - 1;
    return last == 0
        ? words.get(0)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }

  @Override
  public String toString() {
    return name;
  }
}
