package org.sparkldp.protocols.spec;

/**
 * One declared parameter of a protocol: what SQL help, plan validation and documentation pages
 * show.
 *
 * @param name as written in specs
 * @param kind what its value must be
 * @param description meaning, unit and range, one sentence
 * @param required whether a spec must give it; if not, the protocol derives a default
 * @param example a value as written in specs, which makes sense with the other parameters'
 *     examples; empty if there is none
 */
public record Parameter(
    String name, Kind kind, String description, boolean required, String example) {

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

  /** The privacy parameter of every protocol. */
  public static final Parameter EPSILON =
      required("epsilon", Kind.REAL, "privacy loss of one report, in nats, 1e-6 to 20")
          .example("1.0");

  /** The domain size of every frequency oracle. */
  public static final Parameter K =
      required("k", Kind.INTEGER, "number of items of the domain, at least 2").example("4");

  public static Parameter required(String name, Kind kind, String description) {
    return new Parameter(name, kind, description, true, "");
  }

  public static Parameter optional(String name, Kind kind, String description) {
    return new Parameter(name, kind, description, false, "");
  }

  /** The same parameter where a spec must give it. */
  public Parameter asRequired() {
    return new Parameter(name, kind, description, true, example);
  }

  /** The same parameter with an example of its value. */
  public Parameter example(String value) {
    return new Parameter(name, kind, description, required, value);
  }
}
