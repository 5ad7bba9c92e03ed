package org.sparkldp.protocols.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.Hashes;

/**
 * A protocol with its parameters as text: {@code grr(epsilon=1.0,k=16)}.
 *
 * <pre>
 * spec      = name "(" [ argument { "," argument } ] ")"
 * argument  = parameter "=" value
 * name      = lower-case letters, digits, hyphens; begins with a letter
 * parameter = lower-case letters, digits, underscores; begins with a letter
 * value     = one or more of A-Z a-z 0-9 _ . + -   or   "'" anything, with '' for ' , "'"
 * </pre>
 *
 * White space around tokens means nothing. A written spec may name its parameters in any order and
 * leave out those with defaults; the <b>canonical</b> spec, the one of {@code Protocol.spec}, names
 * them in the declared order, numbers in their shortest exact form ({@link Parameters#spec}). Two
 * protocols are the same exactly when their canonical specs are equal texts.
 */
public final class ProtocolSpec {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
  private static final Pattern PARAMETER = Pattern.compile("[a-z][a-z0-9_]*");
  private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{32}|[0-9a-f]{64}");
  private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_.+-]+");

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?|NaN|[+-]?Infinity");

  private final String name;
  private final Map<String, String> arguments;

  private ProtocolSpec(String name, Map<String, String> arguments) {
    this.name = name;
    this.arguments = Collections.unmodifiableMap(arguments);
  }

  /** A spec without arguments yet. */
  public static ProtocolSpec named(String name) {
    Require.that(NAME.matcher(name).matches())
        .orRefuse(
            "a protocol's name must be lower-case letters, digits and hyphens. Provided value: %s.",
            name);
    return new ProtocolSpec(name, new LinkedHashMap<>());
  }

  /** This spec with one more argument, a real number. */
  public ProtocolSpec with(String parameter, double value) {
    return with(parameter, shortest(value));
  }

  /** This spec with one more argument, an integer. */
  public ProtocolSpec with(String parameter, long value) {
    return with(parameter, Long.toString(value));
  }

  /** This spec with one more argument, a text. */
  public ProtocolSpec with(String parameter, String value) {
    Require.that(PARAMETER.matcher(parameter).matches())
        .orRefuse(
            "a parameter's name must be lower-case letters, digits and underscores. Provided value:"
                + " %s.",
            parameter);
    Map<String, String> more = new LinkedHashMap<>(arguments);
    put(more, parameter, value);
    return new ProtocolSpec(name, more);
  }

  /** The spec with another value of a parameter that it has. */
  public ProtocolSpec replace(String parameter, double value) {
    Map<String, String> others = new LinkedHashMap<>(arguments);
    others.replace(parameter, shortest(value));
    return new ProtocolSpec(name, others);
  }

  private static void put(Map<String, String> arguments, String parameter, String value) {
    if (arguments.put(parameter, value) != null) {
      throw Require.refusal("a parameter must be given once. Given twice: %s.", parameter);
    }
  }

  /** Reads a spec; says where it stopped when it is not one. */
  public static ProtocolSpec parse(String text) {
    return new SpecParser(text).spec();
  }

  /** The protocol's name. */
  public String name() {
    return name;
  }

  /** The arguments as written, in their order. */
  public Map<String, String> arguments() {
    return arguments;
  }

  /** SHA-256 of the text, 64 hexadecimal digits. */
  public String fingerprint() {
    return fingerprint(toString());
  }

  /** SHA-256 of any canonical text, 64 hexadecimal digits. */
  public static String fingerprint(String text) {
    return sha256(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * A name of several texts, 64 hexadecimal digits: other texts have another, whatever they hold.
   */
  public static String fingerprintOf(String... texts) {
    StringBuilder all = new StringBuilder();
    for (String text : texts) {
      all.append(text.length()).append(':').append(text);
    }
    return fingerprint(all.toString());
  }

  /** SHA-256 of bytes, 64 hexadecimal digits. */
  public static String sha256(byte[] bytes) {
    byte[] hash = Hashes.sha256(bytes);
    return Hashes.hex(hash, 0, hash.length);
  }

  /** The spec for people: without the fingerprints of what a plan has beside it. */
  public ProtocolSpec withoutFingerprints() {
    Map<String, String> others = new LinkedHashMap<>(arguments);
    others.values().removeIf(value -> FINGERPRINT.matcher(value).matches());
    return new ProtocolSpec(name, others);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name).append('(');
    String separator = "";
    for (Map.Entry<String, String> argument : arguments.entrySet()) {
      String value = argument.getValue();
      text.append(separator).append(argument.getKey()).append('=');
      text.append(BARE.matcher(value).matches() ? value : "'" + value.replace("'", "''") + "'");
      separator = ",";
    }
    return text.append(')').toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ProtocolSpec that && toString().equals(that.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /**
   * The shortest decimal that reads back as the same double, with a point in it: 1.0, 0.1, 1.0E-6.
   * (Double.toString of Java 17 is not always the shortest.)
   */
  public static String shortest(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; digits <= 17; digits++) {
      // The nearest decimal first; a power of two, whose lower neighbour is nearer than its upper
      // one, may be missed by it and met by the next decimal above.
      for (RoundingMode mode : List.of(RoundingMode.HALF_EVEN, RoundingMode.UP)) {
        BigDecimal decimal = exact.round(new MathContext(digits, mode));
        if (decimal.doubleValue() == value) {
          return spelled(decimal.stripTrailingZeros());
        }
      }
    }
    throw new IllegalStateException("17 digits distinguish any two doubles");
  }

  /**
   * The double that a decimal says, as every language reads it; of Java's own spellings, 1d and
   * 0x1p1 are none. NaN and Infinity are numbers here, for whoever checks ranges to refuse.
   */
  public static double number(String text) {
    if (!NUMBER.matcher(text.trim()).matches()) {
      throw new NumberFormatException("a number must be written in decimal digits");
    }
    return Double.parseDouble(text);
  }

  /** As doubles are spelled: plainly from 0.001 on and below 10,000,000, else with an exponent. */
  private static String spelled(BigDecimal decimal) {
    int magnitude = decimal.precision() - decimal.scale();
    if (magnitude > -3 && magnitude <= 7) {
      String plain = decimal.toPlainString();
      return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }
    String unscaled = decimal.unscaledValue().toString();
    int sign = unscaled.startsWith("-") ? 1 : 0;
    String fraction = unscaled.substring(sign + 1);
    return unscaled.substring(0, sign + 1)
        + "."
        + (fraction.isEmpty() ? "0" : fraction)
        + "E"
        + (magnitude - 1);
  }

  private static final class SpecParser extends TextParser {
    SpecParser(String text) {
      super(text);
    }

    @Override
    protected String rule() {
      return "a spec must read name(parameter=value,...), such as grr(epsilon=1.0,k=16).";
    }

    ProtocolSpec spec() {
      String name = token(NAME, "a protocol's name");
      Map<String, String> arguments = new LinkedHashMap<>();
      expect('(');
      if (!next(')')) {
        do {
          String parameter = token(PARAMETER, "a parameter's name");
          expect('=');
          put(arguments, parameter, value());
        } while (next(','));
        expect(')');
      }
      expectEnd();
      return new ProtocolSpec(name, arguments);
    }

    private String value() {
      return next('\'') ? quoted('\'') : token(BARE, "a value");
    }
  }
}
