package org.sparkldp.protocols.random;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.sparkldp.protocols.check.Require;

/**
 * The secret of keyed randomness: 32 bytes from which every plan derives its own subkeys.
 *
 * <p><b>Anyone who holds the key can undo every report made with it</b>: it is as sensitive as the
 * raw column. It enters by file or environment only, never as an argument, and this class never
 * prints it: {@link #toString} gives the {@link #id}, a one-way public name by which two machines
 * can see that they hold the same key.
 *
 * <p>Text form (file or variable): 64 hexadecimal digits, white space around them ignored.
 */
public final class ReleaseKey {
  /** The environment variable that may hold the key's 64 hexadecimal digits. */
  public static final String VARIABLE = "LDP_KEY";

  /** Bytes in a key. */
  public static final int LENGTH = 32;

  /**
   * A key, several of them, or most of one: digits in a run, or in equal groups parted alike. Not
   * an image's digest, which says what it is.
   */
  private static final Pattern TEXT =
      Pattern.compile(
          "(?<!\\p{XDigit}|sha256:)(?:\\p{XDigit}{48,}|"
              + IntStream.range(8, 48).mapToObj(ReleaseKey::groups).collect(Collectors.joining("|"))
              + ")");

  /** Dates and lists of numbers have none. */
  private static final Pattern LETTER = Pattern.compile("[a-fA-F]");

  private static final String HMAC = "HmacSHA256";

  private final byte[] bytes;

  private ReleaseKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Equal groups with 64 digits or more together, between which stands the same. */
  private static String groups(int digits) {
    String group = "\\p{XDigit}{" + digits + "}";
    String parted = "(?<by" + digits + ">\\P{XDigit}{1,3})" + group;
    int more = (2 * LENGTH - 1) / digits - 1; // after the first two
    return group + parted + "(?:\\k<by" + digits + ">" + group + "){" + more + ",}(?!\\p{XDigit})";
  }

  private static boolean isLikeAKey(MatchResult found) {
    return found.group().chars().allMatch(HexFormat::isHexDigit)
        || LETTER.matcher(found.group()).find();
  }

  /**
   * Whether a text holds one like a key's, perhaps with a slip: 48 hexadecimal digits or more in a
   * run, or 64 and more in equal groups of 8 or more, parted by one and the same, with a letter.
   * Who takes texts from outside asks before it shows or stores one, so that nobody need look
   * through what is shown: fingerprints, which are such digits too, are the project's own.
   */
  public static boolean isIn(String text) {
    return TEXT.matcher(text).results().anyMatch(ReleaseKey::isLikeAKey);
  }

  /** The text of somebody else, such as a parser's, which may quote a key, without one. */
  public static String hidden(String text) {
    return TEXT.matcher(text)
        .replaceAll(
            found ->
                isLikeAKey(found)
                    ? "(hexadecimal digits)"
                    : Matcher.quoteReplacement(found.group()));
  }

  /** A key of the given 32 bytes. */
  public static ReleaseKey of(byte[] bytes) {
    Require.that(bytes.length == LENGTH)
        .orRefuse("a release key must have 32 bytes. Provided length: %s.", bytes.length);
    return new ReleaseKey(bytes.clone());
  }

  /** A key from its 64 hexadecimal digits; {@code origin} names the source in the refusal. */
  public static ReleaseKey parse(String hex, String origin) {
    String digits = hex.strip();
    Require.that(digits.length() == 2 * LENGTH && digits.chars().allMatch(HexFormat::isHexDigit))
        .orRefuse(
            "a release key must be 64 hexadecimal digits (32 bytes). %s holds something else (%s"
                + " characters). Make one with: (umask 077; openssl rand -hex 32 > FILE)",
            origin, digits.length());
    return new ReleaseKey(HexFormat.of().parseHex(digits));
  }

  /** Reads the key from a file. */
  public static ReleaseKey read(Path file) {
    try {
      return parse(Files.readString(file, StandardCharsets.US_ASCII), "The key file " + file);
    } catch (IOException e) {
      throw Require.refusal(
          e,
          "the key file must be readable. Provided path: %s. Make one with: (umask 077; openssl"
              + " rand -hex 32 > FILE)",
          file);
    }
  }

  /** Reads the key from the environment, or null where {@value #VARIABLE} is not set. */
  public static ReleaseKey fromEnvironment(Map<String, String> environment) {
    String hex = environment.get(VARIABLE);
    return hex == null ? null : parse(hex, "The environment variable " + VARIABLE);
  }

  /** The public name of this key: 16 hexadecimal digits of a one-way function of it. */
  public String id() {
    return Hashes.hex(derive("spark-ldp key id", ""), 0, 8);
  }

  /**
   * 32 bytes that depend on this key, a purpose and a label: HMAC-SHA256(key, purpose ‖ 0 ‖ label).
   * Purposes are constants of this project, so different uses never share a subkey.
   */
  public byte[] derive(String purpose, String label) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(bytes, HMAC));
      mac.update(purpose.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      return mac.doFinal(label.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform provides " + HMAC, e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReleaseKey that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return id().hashCode();
  }

  @Override
  public String toString() {
    return "release key " + id();
  }
}
