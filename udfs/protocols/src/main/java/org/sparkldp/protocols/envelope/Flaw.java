package org.sparkldp.protocols.envelope;

import java.util.Locale;

/**
 * A flaw of an envelope. Names are permanent: tables of quarantined envelopes hold them. No
 * sentence repeats anything of an envelope.
 */
public enum Flaw {
  TOO_LONG("the line is longer than an envelope of this plan can be"),
  UNREADABLE("the line is not one JSON object in UTF-8"),
  REPEATED_FIELD("a field occurs twice"),
  UNKNOWN_FIELD("a field is not one of the envelope's, or a public column not one of the plan's"),
  WRONG_TYPE("a field is not of its type"),
  MISSING_FIELD("a field that this plan needs is missing"),
  UNKNOWN_VERSION("the version is not " + Envelope.VERSION),
  FOREIGN_SPEC("the spec is not the plan's"),
  FOREIGN_PLAN("the fingerprint is not the plan's"),
  OTHER_ROUND("the round is not the plan's"),
  BAD_ID("the id is not 1 to " + Envelope.MOST_ID + " characters from ! to ~"),
  UNKNOWN_PERIOD("the period is not one of those that were named"),
  UNKNOWN_GROUP("a public column has a value that is not one of those named, or is no short text"),
  REPORT_ENCODING("the report's text is not in its only form"),
  REPORT_SIZE("the report has another size than reports of the protocol"),
  REPORT_RANGE("the protocol makes no such report"),
  DISPUTED_ID("another report has the same id");

  private final String sentence;

  Flaw(String sentence) {
    this.sentence = sentence;
  }

  /** The name in tables and messages. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What is wrong. */
  public String sentence() {
    return sentence;
  }
}
