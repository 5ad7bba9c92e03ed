package org.sparkldp.protocols.envelope;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.PublicHash;

/**
 * Says of one envelope after another whether its report may be counted under a plan, and if so,
 * which report it is. It throws nothing: whatever is wrong is a {@link Flaw}, the same one for the
 * same envelope.
 *
 * <p>It sees form, not truth: a report that the protocol can make is accepted, whoever made it. One
 * thread at a time.
 */
public final class EnvelopeCheck {
  private static final byte[] NONE = {};

  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
  private final int round;
  private final int bytes;
  private final ReportType.Kind kind;
  private final Layout<Object> layout;
  private final Slice spec;
  private final Slice fingerprint;
  private final PublicHash names;
  private final Map<Slice, PublicHash> namesByPeriod = new HashMap<>();
  private final boolean hasPeriods;
  private final List<Slice> columns = new ArrayList<>();
  private final List<Set<Slice>> groups = new ArrayList<>();
  private final Slice[] values;
  private final long[] name = new long[2];
  private byte[] period = NONE;
  private long number;
  private byte[] bits;

  /**
   * @param protocol of the plan
   * @param fingerprint of the plan
   * @param periods those that are known; null where the plan has none
   * @param groups the plan's other public columns, with their known values; null where any short
   *     text is one
   */
  @SuppressWarnings("unchecked") // reports are made as the protocol's kind says
  public EnvelopeCheck(
      Protocol<?, ?> protocol,
      String fingerprint,
      Collection<String> periods,
      Map<String, ? extends Collection<String>> groups) {
    this.round = protocol.round();
    this.bytes = protocol.reportType().bytes();
    this.kind = protocol.reportType().kind();
    this.layout = (Layout<Object>) protocol.layout();
    this.spec = Slice.of(protocol.spec().toString());
    this.fingerprint = Slice.of(fingerprint);
    this.names = names(fingerprint, "");
    this.hasPeriods = periods != null;
    if (periods != null) {
      periods.forEach(
          period -> namesByPeriod.put(Slice.of(period), names(fingerprint, "\n" + period)));
    }
    groups.forEach(
        (column, known) -> {
          columns.add(Slice.of(column));
          Set<Slice> slices = known == null ? null : new HashSet<>();
          if (known != null) {
            known.forEach(value -> slices.add(Slice.of(value)));
          }
          this.groups.add(slices);
        });
    this.values = new Slice[columns.size()];
  }

  private static PublicHash names(String fingerprint, String period) {
    return new PublicHash("report from outside\n" + fingerprint + period);
  }

  /** Bytes at most of a line that may be an envelope of the protocol, whoever wrote the JSON. */
  public static int mostBytes(Protocol<?, ?> protocol) {
    // Any character may be written as six.
    long text = 6L * ((protocol.reportType().bytes() + 2) / 3 * 4 + Envelope.MOST_ID);
    long spec = 6L * protocol.spec().toString().length();
    return (int) Math.min(1 << 28, (1 << 16) + text + spec);
  }

  /** What is wrong with an envelope; null if its report may be counted. */
  public Flaw check(EnvelopeFields fields) {
    Flaw flaw = header(fields);
    if (flaw == null) {
      flaw = groups(fields);
    }
    if (flaw == null) {
      flaw = report(fields);
    }
    if (flaw == null) {
      period = hasPeriods ? fields.readPeriod().copy() : NONE;
      PublicHash hash = hasPeriods ? namesByPeriod.get(fields.readPeriod()) : names;
      hash.words(fields.readId().copy(), name);
    }
    return flaw;
  }

  private Flaw header(EnvelopeFields fields) {
    if (!fields.has(EnvelopeFields.VERSION)) {
      return Flaw.MISSING_FIELD;
    }
    if (fields.version() != Envelope.VERSION) {
      return Flaw.UNKNOWN_VERSION; // whose fields may be others
    }
    if (!fields.has(EnvelopeFields.SPEC)
        || !fields.has(EnvelopeFields.FINGERPRINT)
        || !fields.has(EnvelopeFields.ID)
        || !fields.has(EnvelopeFields.REPORT)
        || (hasPeriods && !fields.has(EnvelopeFields.PERIOD))
        || (round > 0 && !fields.has(EnvelopeFields.ROUND))) {
      return Flaw.MISSING_FIELD;
    }
    if (!fields.readSpec().equals(spec)) {
      return Flaw.FOREIGN_SPEC;
    }
    if (!fields.readFingerprint().equals(fingerprint)) {
      return Flaw.FOREIGN_PLAN;
    }
    if (fields.has(EnvelopeFields.ROUND) && fields.round() != round) {
      return Flaw.OTHER_ROUND;
    }
    if (!isId(fields.readId())) {
      return Flaw.BAD_ID;
    }
    boolean isKnown =
        hasPeriods
            ? namesByPeriod.containsKey(fields.readPeriod())
            : !fields.has(EnvelopeFields.PERIOD);
    return isKnown ? null : Flaw.UNKNOWN_PERIOD;
  }

  private static boolean isId(Slice id) {
    boolean isWell = id.length() > 0 && id.length() <= Envelope.MOST_ID;
    for (int i = 0; isWell && i < id.length(); i++) {
      isWell = id.at(i) > ' ' && id.at(i) <= '~';
    }
    return isWell;
  }

  private Flaw groups(EnvelopeFields fields) {
    int found = 0;
    for (int c = 0; c < values.length; c++) {
      values[c] = null;
      for (int i = 0; i < fields.columns(); i++) {
        if (fields.name(i).equals(columns.get(c))) {
          values[c] = fields.value(i);
          found++;
        }
      }
      if (values[c] == null) {
        return Flaw.MISSING_FIELD;
      }
    }
    if (found < fields.columns()) {
      return Flaw.UNKNOWN_FIELD;
    }
    for (int c = 0; c < values.length; c++) {
      boolean isKnown =
          groups.get(c) == null ? isShortText(values[c]) : groups.get(c).contains(values[c]);
      if (!isKnown) {
        return Flaw.UNKNOWN_GROUP;
      }
    }
    return null;
  }

  private boolean isShortText(Slice text) {
    boolean isWell = text.length() <= Envelope.MOST_TEXT;
    boolean isAscii = true;
    for (int i = 0; isWell && i < text.length(); i++) {
      isAscii &= text.at(i) >= 0;
      isWell = (text.at(i) < 0 || text.at(i) >= ' ') && text.at(i) != 0x7f;
    }
    return isWell && (isAscii || isUtf8(text.copy()));
  }

  /** JSON has been looked at; columns of files have not. */
  private boolean isUtf8(byte[] bytes) {
    try {
      utf8.decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private Flaw report(EnvelopeFields fields) {
    return switch (kind) {
      case CELL -> cell(fields);
      case WORD -> word(fields);
      case BITS -> bits(fields);
    };
  }

  private Flaw cell(EnvelopeFields fields) {
    if (fields.form() != EnvelopeFields.Form.NUMBER) {
      return Flaw.WRONG_TYPE;
    }
    number = fields.number();
    return number == (int) number && layout.accepts((int) number) ? null : Flaw.REPORT_RANGE;
  }

  /** A number in files that have types, a text in JSON. */
  private Flaw word(EnvelopeFields fields) {
    if (fields.form() == EnvelopeFields.Form.NUMBER && fields.isTyped()) {
      number = fields.number();
    } else if (fields.form() == EnvelopeFields.Form.TEXT && !fields.isTyped()) {
      if (!parseWord(fields.readReport())) {
        return Flaw.REPORT_ENCODING;
      }
    } else {
      return Flaw.WRONG_TYPE;
    }
    return layout.accepts(number) ? null : Flaw.REPORT_RANGE;
  }

  /** Reads the shortest decimal form of a long; false if it is none. */
  private boolean parseWord(Slice text) {
    String decimal = new String(text.copy(), StandardCharsets.ISO_8859_1);
    try {
      number = Long.parseLong(decimal);
    } catch (NumberFormatException e) {
      return false;
    }
    return Long.toString(number).equals(decimal);
  }

  private Flaw bits(EnvelopeFields fields) {
    if (fields.form() == EnvelopeFields.Form.BYTES) {
      if (fields.readReport().length() != bytes) {
        return Flaw.REPORT_SIZE;
      }
      bits = fields.readReport().copy();
    } else if (fields.form() == EnvelopeFields.Form.TEXT && !fields.isTyped()) {
      Flaw flaw = decode(fields.readReport());
      if (flaw != null) {
        return flaw;
      }
    } else {
      return Flaw.WRONG_TYPE;
    }
    return layout.accepts(bits) ? null : Flaw.REPORT_RANGE;
  }

  /** Reads base64 in its only form: with padding, and without bits that nothing is made of. */
  private Flaw decode(Slice text) {
    byte[] given = text.copy();
    try {
      bits = Base64.getDecoder().decode(given);
    } catch (IllegalArgumentException e) {
      return Flaw.REPORT_ENCODING;
    }
    if (!Arrays.equals(Base64.getEncoder().encode(bits), given)) {
      return Flaw.REPORT_ENCODING;
    }
    return bits.length == bytes ? null : Flaw.REPORT_SIZE;
  }

  // The accepted report.

  /** The first 8 bytes of the report's name, which is a public hash of period and id. */
  public long high() {
    return name[0];
  }

  /** The last 8 bytes. */
  public long low() {
    return name[1];
  }

  /** An accepted cell or word. */
  public long number() {
    return number;
  }

  /** Accepted bits. */
  public byte[] bits() {
    return bits;
  }

  /** The accepted period; empty where the plan has none. */
  public byte[] period() {
    return period;
  }

  /** A public column's value, in the order in which columns were given. */
  public Slice value(int column) {
    return values[column];
  }
}
