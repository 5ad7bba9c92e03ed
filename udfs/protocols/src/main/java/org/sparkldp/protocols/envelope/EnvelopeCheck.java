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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.sparkldp.protocols.InRounds;
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

  /** Digits from which an id is taken for hexadecimal: those of 16 bytes. */
  private static final int HEXADECIMAL = 32;

  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
  private final int round;
  private final int bytes;
  private final ReportType.ReportCarrier kind;
  private final Layout<Object> layout;
  private final Text spec;
  private final Text fingerprint;
  private final PublicHash names;
  private final Map<Text, PublicHash> namesByPeriod = new HashMap<>();
  private final boolean hasPeriods;
  private final List<Text> columns = new ArrayList<>();
  private final List<Set<Text>> groups = new ArrayList<>();
  private final Text[] values;
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
    this.round = protocol.facet(InRounds.class).map(InRounds::round).orElse(0);
    this.bytes = protocol.reportType().bytes();
    this.kind = protocol.reportType().kind();
    this.layout = (Layout<Object>) protocol.layout();
    this.spec = Text.of(protocol.spec().toString());
    this.fingerprint = Text.of(fingerprint);
    this.names = names(fingerprint, "");
    this.hasPeriods = periods != null;
    if (periods != null) {
      periods.forEach(
          period -> namesByPeriod.put(Text.of(period), names(fingerprint, "\n" + period)));
    }
    groups.forEach(
        (column, known) -> {
          columns.add(Text.of(column));
          Set<Text> texts = known == null ? null : new HashSet<>();
          if (known != null) {
            known.forEach(value -> texts.add(Text.of(value)));
          }
          this.groups.add(texts);
        });
    this.values = new Text[columns.size()];
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
      Text given = fields.text(EnvelopeFields.PERIOD);
      period = hasPeriods ? given.bytes() : NONE;
      PublicHash hash = hasPeriods ? namesByPeriod.get(given) : names;
      hash.words(spelled(fields.text(EnvelopeFields.ID).bytes()), name);
    }
    return flaw;
  }

  private Flaw header(EnvelopeFields fields) {
    if (!fields.has(EnvelopeFields.VERSION)) {
      return Flaw.MISSING_FIELD;
    }
    if (fields.number(EnvelopeFields.VERSION) != Envelope.VERSION) {
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
    if (!fields.text(EnvelopeFields.SPEC).equals(spec)) {
      return Flaw.FOREIGN_SPEC;
    }
    if (!fields.text(EnvelopeFields.FINGERPRINT).equals(fingerprint)) {
      return Flaw.FOREIGN_PLAN;
    }
    if (fields.has(EnvelopeFields.ROUND) && fields.number(EnvelopeFields.ROUND) != round) {
      return Flaw.OTHER_ROUND;
    }
    if (!isId(fields.text(EnvelopeFields.ID).bytes())) {
      return Flaw.BAD_ID;
    }
    boolean isKnown =
        hasPeriods
            ? namesByPeriod.containsKey(fields.text(EnvelopeFields.PERIOD))
            : !fields.has(EnvelopeFields.PERIOD);
    return isKnown ? null : Flaw.UNKNOWN_PERIOD;
  }

  private static boolean isId(byte[] id) {
    boolean isWell = id.length > 0 && id.length <= Envelope.MOST_ID;
    for (byte c : id) {
      isWell &= c > ' ' && c <= '~';
    }
    return isWell;
  }

  /** An id in hexadecimal has one spelling: small letters, as some systems write capitals. */
  private static byte[] spelled(byte[] id) {
    int digits = 0;
    boolean hasCapitals = false;
    for (byte c : id) {
      boolean isCapital = c >= 'A' && c <= 'F';
      hasCapitals |= isCapital;
      if (isCapital || (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9')) {
        digits++;
      } else if (c != '-') {
        return id;
      }
    }
    return hasCapitals && digits >= HEXADECIMAL
        ? new String(id, StandardCharsets.US_ASCII)
            .toLowerCase(Locale.ROOT)
            .getBytes(StandardCharsets.US_ASCII)
        : id;
  }

  private Flaw groups(EnvelopeFields fields) {
    Map<Text, Text> given = fields.columns();
    for (int c = 0; c < values.length; c++) {
      values[c] = given.get(columns.get(c));
      if (values[c] == null) {
        return Flaw.MISSING_FIELD;
      }
    }
    if (given.size() > values.length) {
      return Flaw.UNKNOWN_FIELD;
    }
    for (int c = 0; c < values.length; c++) {
      boolean isKnown =
          groups.get(c) == null
              ? isShortText(values[c].bytes())
              : groups.get(c).contains(values[c]);
      if (!isKnown) {
        return Flaw.UNKNOWN_GROUP;
      }
    }
    return null;
  }

  private boolean isShortText(byte[] text) {
    boolean isWell = text.length <= Envelope.MOST_TEXT;
    byte before = 0;
    for (byte c : text) {
      boolean isC0 = c >= 0 && (c < ' ' || c == 0x7f);
      boolean isC1 = before == (byte) 0xc2 && c < (byte) 0xa0; // U+0080 to U+009F in UTF-8
      isWell &= !isC0 && !isC1;
      before = c;
    }
    return isWell && isUtf8(text);
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
    if (!(fields.report() instanceof Long given)) {
      return Flaw.WRONG_TYPE;
    }
    number = given;
    return number == (int) number && layout.accepts((int) number) ? null : Flaw.REPORT_RANGE;
  }

  /** A number in files that have types, a text in JSON. */
  private Flaw word(EnvelopeFields fields) {
    if (fields.report() instanceof Long given && fields.isTyped()) {
      number = given;
    } else if (!(fields.report() instanceof Text text)) {
      return Flaw.WRONG_TYPE;
    } else if (!parseWord(text)) {
      return Flaw.REPORT_ENCODING;
    }
    return layout.accepts(number) ? null : Flaw.REPORT_RANGE;
  }

  /** Reads the shortest decimal form of a long; false if it is none. */
  private boolean parseWord(Text text) {
    String decimal = new String(text.bytes(), StandardCharsets.ISO_8859_1);
    try {
      number = Long.parseLong(decimal);
    } catch (NumberFormatException e) {
      return false;
    }
    return Long.toString(number).equals(decimal);
  }

  private Flaw bits(EnvelopeFields fields) {
    if (fields.report() instanceof byte[] given) {
      bits = given;
    } else if (!(fields.report() instanceof Text text)) {
      return Flaw.WRONG_TYPE;
    } else if (!decode(text)) {
      return Flaw.REPORT_ENCODING;
    }
    if (bits.length != bytes) {
      return Flaw.REPORT_SIZE;
    }
    return layout.accepts(bits) ? null : Flaw.REPORT_RANGE;
  }

  /** Reads base64 in its only form: with padding, and without bits that nothing is made of. */
  private boolean decode(Text text) {
    try {
      bits = Base64.getDecoder().decode(text.bytes());
    } catch (IllegalArgumentException e) {
      return false;
    }
    return Arrays.equals(Base64.getEncoder().encode(bits), text.bytes());
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
  public Text value(int column) {
    return values[column];
  }
}
