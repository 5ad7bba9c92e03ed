package org.sparkldp.protocols.envelope;

/**
 * What an envelope says, before anything of it is believed: filled again and again by whatever
 * reads envelopes, so that none is an object of its own. Slices point into what was read.
 */
public final class EnvelopeFields {
  /** How a report was written. */
  public enum Form {
    /** A number: {@link #number}. */
    NUMBER,
    /** A text that stands for the report: {@link #report}. */
    TEXT,
    /** The report's own bytes: {@link #report}. */
    BYTES
  }

  static final int VERSION = 1;
  static final int SPEC = 1 << 1;
  static final int FINGERPRINT = 1 << 2;
  static final int ID = 1 << 3;
  static final int PERIOD = 1 << 4;
  static final int ROUND = 1 << 5;
  static final int PUBLIC = 1 << 6;
  static final int REPORT = 1 << 7;

  private final Slice spec = new Slice();
  private final Slice fingerprint = new Slice();
  private final Slice id = new Slice();
  private final Slice period = new Slice();
  private final Slice report = new Slice();
  private final Slice[] names = slices();
  private final Slice[] values = slices();
  private int seen;
  private int columns;
  private long version;
  private long round;
  private long number;
  private Form form;

  private static Slice[] slices() {
    Slice[] slices = new Slice[Envelope.MOST_COLUMNS];
    for (int i = 0; i < slices.length; i++) {
      slices[i] = new Slice();
    }
    return slices;
  }

  private final boolean isTyped;

  /**
   * @param isTyped whether they come from a file whose columns have types, in which 64 bits are a
   *     number and bits are bytes
   */
  public EnvelopeFields(boolean isTyped) {
    this.isTyped = isTyped;
  }

  boolean isTyped() {
    return isTyped;
  }

  /** Forgets all. */
  public void clear() {
    seen = 0;
    columns = 0;
  }

  boolean has(int field) {
    return (seen & field) != 0;
  }

  /** Notes a field; false if it has been there. */
  boolean note(int field) {
    boolean isNew = (seen & field) == 0;
    seen |= field;
    return isNew;
  }

  /** Sets the version. */
  public void version(long given) {
    note(VERSION);
    version = given;
  }

  long version() {
    return version;
  }

  /** Sets the round. */
  public void round(long given) {
    note(ROUND);
    round = given;
  }

  long round() {
    return round;
  }

  /** The spec, to be pointed to it. */
  public Slice spec() {
    note(SPEC);
    return spec;
  }

  /** The fingerprint, to be pointed to it. */
  public Slice fingerprint() {
    note(FINGERPRINT);
    return fingerprint;
  }

  /** The id, to be pointed to it. */
  public Slice id() {
    note(ID);
    return id;
  }

  /** The period, to be pointed to it. */
  public Slice period() {
    note(PERIOD);
    return period;
  }

  /** The report's bytes or text, to be pointed to it. */
  public Slice report(Form given) {
    note(REPORT);
    form = given;
    return report;
  }

  /** Sets a report that is a number. */
  public void report(long given) {
    note(REPORT);
    form = Form.NUMBER;
    number = given;
  }

  Form form() {
    return form;
  }

  long number() {
    return number;
  }

  /** Begins a further public column; false where there are too many. */
  public boolean addColumn() {
    if (columns == names.length) {
      return false;
    }
    columns++;
    return true;
  }

  int columns() {
    return columns;
  }

  /** The last column's name, to be pointed to it. */
  public Slice name() {
    return names[columns - 1];
  }

  /** The last column's value, to be pointed to it. */
  public Slice value() {
    return values[columns - 1];
  }

  Slice name(int column) {
    return names[column];
  }

  Slice value(int column) {
    return values[column];
  }

  // What has been read, without noting it.

  Slice readSpec() {
    return spec;
  }

  Slice readFingerprint() {
    return fingerprint;
  }

  Slice readId() {
    return id;
  }

  Slice readPeriod() {
    return period;
  }

  Slice readReport() {
    return report;
  }
}
