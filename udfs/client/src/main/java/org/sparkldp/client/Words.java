package org.sparkldp.client;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The items of a round of words: a word's number begins with one of the round's beginnings. */
final class Words {
  private static final int MOST_BITS = 256;

  /** Halves of a pair, which UTF-8 has not. */
  private static final Pattern HALVES = Pattern.compile("\\p{Cs}");

  private final String encoding;
  private final int length;
  private final int[] symbols;
  private final int bits;
  private final int asked;
  private final int width;
  private final int size;
  private final int other;
  private final Map<BigInteger, Integer> beginnings = new HashMap<>();

  Words(Fields n) {
    this.encoding = n.text("encoding");
    this.length = n.has("length") ? n.integer("length", 1, MOST_BITS) : 0;
    this.symbols = n.has("symbols") ? n.text("symbols").codePoints().toArray() : new int[0];
    this.bits = n.integer("bits", 1, MOST_BITS);
    this.asked = n.integer("asked", 1, bits);
    this.width = n.integer("width", 1, Math.min(asked, Draw.MOST_DIGITS - 1));
    this.size = n.integer("size");
    this.other = n.integer("other", -1);
    n.texts("beginnings").forEach(each -> beginnings.put(new BigInteger(each), beginnings.size()));
  }

  /** All candidates, and the words of none. */
  int size() {
    return size;
  }

  /** The item of a word; null if it is none. */
  int item(Object value) {
    BigInteger number = value == null ? null : number(value);
    if (number == null) {
      if (other < 0) {
        throw Input.outside();
      }
      return other;
    }
    BigInteger beginning = number.shiftRight(bits - asked);
    BigInteger head = beginning.shiftRight(width);
    Integer place = beginnings.get(head);
    return place == null
        ? size - 1
        : (place << width) + beginning.subtract(head.shiftLeft(width)).intValue();
  }

  /** The number of a word; null if it is none. */
  private BigInteger number(Object value) {
    if (encoding.equals("identifier")) {
      Long number = Input.whole(Input.number(value));
      return number == null ? null : new BigInteger(Long.toUnsignedString(number));
    }
    Refusal.unless(
        value instanceof CharSequence, "type", "a value must be a text. One was not (not shown).");
    String text = value.toString();
    boolean isOfBytes = symbols.length == 0;
    int[] word =
        isOfBytes
            ? bytes(text)
            : text.codePoints().map(symbol -> Arrays.binarySearch(symbols, symbol) + 1).toArray();
    boolean isWord =
        encoding.equals("bytes")
            ? word.length == length
            : word.length <= length && Arrays.stream(word).allMatch(digit -> digit > 0);
    if (!isWord || HALVES.matcher(text).find()) {
      return null;
    }
    BigInteger base = BigInteger.valueOf(isOfBytes ? 1 << Byte.SIZE : symbols.length + 1);
    BigInteger number = BigInteger.ZERO;
    for (int digit : Arrays.copyOf(word, length)) {
      number = number.multiply(base).add(BigInteger.valueOf(digit));
    }
    return number;
  }

  private static int[] bytes(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return IntStream.range(0, utf8.length).map(i -> Byte.toUnsignedInt(utf8[i])).toArray();
  }
}
