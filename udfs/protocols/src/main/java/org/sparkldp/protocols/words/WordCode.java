package org.sparkldp.protocols.words;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameters;

/**
 * The number of a word, so that a round can ask for the number's first bits. All words have numbers
 * of equally many bits, whatever their lengths, so no length shows.
 *
 * <p>Shorter words are padded with a digit that no word holds. Immutable. Errors: a length or an
 * alphabet out of range; a value that is no word has no number, and is never shown.
 */
abstract class WordCode {
  /** The most bits of a number. */
  static final int MOST_BITS = 256;

  /** Bytes of a number of 64 bits. */
  private static final int IDENTIFIER_BYTES = Long.BYTES;

  private final BigInteger count;

  private WordCode(BigInteger count) {
    this.count = count;
  }

  /** The code that a spec names. */
  static WordCode of(Parameters given) {
    OptionalInt length = given.optionalInteger("length");
    String alphabet = given.text("alphabet", "");
    Decoding kind = given.choice("encoding", Decoding.values());
    Require.that(alphabet.isEmpty() || kind == Decoding.TEXT)
        .orRefuse(
            "alphabet must go with encoding=text. Provided: encoding=%s; leave one out.",
            kind.word);
    Require.that(length.isPresent() != (kind == Decoding.IDENTIFIER))
        .orRefuse(
            "length must be given, except for encoding=identifier, which has 64 bits. Provided:"
                + " encoding=%s, length %s.",
            kind.word, length.isPresent() ? length.getAsInt() : "missing");
    if (!alphabet.isEmpty()) {
      return new OfSymbols(Alphabet.of(alphabet), length.getAsInt());
    }
    return switch (kind) {
      case TEXT -> new OfText(length.getAsInt());
      case BYTES -> new OfBytes(length.getAsInt());
      case IDENTIFIER -> new OfIdentifiers();
    };
  }

  /** The reading of values. */
  enum Decoding {
    /** UTF-8 of at most so many bytes, or symbols of an alphabet. */
    TEXT("text"),
    /** Exactly so many bytes. */
    BYTES("bytes"),
    /** A whole number of 64 bits. */
    IDENTIFIER("identifier");

    private final String word;

    Decoding(String word) {
      this.word = word;
    }
  }

  /**
   * The number of a word, in [0, {@link #count}); empty if the value is no word.
   *
   * @param value of texts their UTF-8, of identifiers 8 bytes with the highest first
   */
  abstract Optional<BigInteger> number(byte[] value);

  /** The word of a number; empty if no word has it. */
  abstract Optional<String> word(BigInteger number);

  /** What says the code to a client that knows the kinds: {@code encoding}, and what it takes. */
  abstract Map<String, Object> keys();

  /** Whether values are whole numbers. */
  boolean isOfIdentifiers() {
    return false;
  }

  /** Numbers that there are; some of them may be no word's. */
  final BigInteger count() {
    return count;
  }

  /** Bits of a number. */
  final int bits() {
    return count.subtract(BigInteger.ONE).bitLength();
  }

  private static BigInteger powerOfBytes(int length) {
    Require.between("length", length, 1, MOST_BITS / Byte.SIZE);
    return BigInteger.ONE.shiftLeft(Byte.SIZE * length);
  }

  /** The bytes of a number, zeros at the front included. */
  private static byte[] bytes(BigInteger number, int length) {
    byte[] all = new byte[length];
    byte[] own = number.toByteArray(); // perhaps with a zero before them, perhaps fewer
    int shared = Math.min(length, own.length);
    System.arraycopy(own, own.length - shared, all, length - shared, shared);
    return all;
  }

  /** UTF-8 of at most {@code length} bytes, padded with the byte 0, which no word may hold. */
  private static final class OfText extends WordCode {
    private final int length;

    OfText(int length) {
      super(powerOfBytes(length));
      this.length = length;
    }

    @Override
    Map<String, Object> keys() {
      return Map.of("encoding", "text", "length", length);
    }

    @Override
    Optional<BigInteger> number(byte[] value) {
      if (value.length > length) {
        return Optional.empty();
      }
      byte[] padded = new byte[length];
      for (int i = 0; i < value.length; i++) {
        if (value[i] == 0) {
          return Optional.empty();
        }
        padded[i] = value[i];
      }
      return Optional.of(new BigInteger(1, padded));
    }

    @Override
    Optional<String> word(BigInteger number) {
      byte[] bytes = bytes(number, length);
      int used = length;
      while (used > 0 && bytes[used - 1] == 0) {
        used--;
      }
      for (int i = 0; i < used; i++) {
        if (bytes[i] == 0) {
          return Optional.empty();
        }
      }
      try {
        return Optional.of(
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, used)).toString());
      } catch (CharacterCodingException noText) {
        return Optional.empty();
      }
    }
  }

  /** At most {@code length} symbols of an alphabet: digits from 1, padded with 0. */
  private static final class OfSymbols extends WordCode {
    private final Alphabet alphabet;
    private final int length;
    private final BigInteger base;

    OfSymbols(Alphabet alphabet, int length) {
      super(count(alphabet, length));
      this.alphabet = alphabet;
      this.length = length;
      this.base = BigInteger.valueOf(alphabet.size() + 1);
    }

    @Override
    Map<String, Object> keys() {
      return Map.of("encoding", "symbols", "length", length, "symbols", alphabet.symbols());
    }

    private static BigInteger count(Alphabet alphabet, int length) {
      Require.between("length", length, 1, MOST_BITS);
      BigInteger count = BigInteger.valueOf(alphabet.size() + 1).pow(length);
      Require.that(count.bitLength() <= MOST_BITS)
          .orRefuse(
              "words must have at most 2^256 numbers. Provided: %s symbols of an alphabet of %s;"
                  + " take fewer.",
              length, alphabet.size());
      return count;
    }

    @Override
    Optional<BigInteger> number(byte[] value) {
      int[] symbols = new String(value, StandardCharsets.UTF_8).codePoints().toArray();
      if (symbols.length > length) {
        return Optional.empty();
      }
      BigInteger number = BigInteger.ZERO;
      for (int i = 0; i < length; i++) {
        int digit = i < symbols.length ? alphabet.digit(symbols[i]) : 0;
        if (digit < 0) {
          return Optional.empty();
        }
        number = number.multiply(base).add(BigInteger.valueOf(digit));
      }
      return Optional.of(number);
    }

    @Override
    Optional<String> word(BigInteger number) {
      StringBuilder word = new StringBuilder();
      BigInteger rest = number;
      boolean isPadding = true;
      int[] symbols = new int[length];
      int used = 0;
      for (int i = length - 1; i >= 0; i--) {
        BigInteger[] parts = rest.divideAndRemainder(base);
        rest = parts[0];
        int digit = parts[1].intValue();
        if (digit == 0 && !isPadding) {
          return Optional.empty();
        }
        if (digit > 0) {
          used = isPadding ? i + 1 : used;
          isPadding = false;
          symbols[i] = alphabet.symbol(digit);
        }
      }
      for (int i = 0; i < used; i++) {
        word.appendCodePoint(symbols[i]);
      }
      return rest.signum() == 0 ? Optional.of(word.toString()) : Optional.empty();
    }
  }

  /** Exactly {@code length} bytes, shown in hexadecimal. */
  private static final class OfBytes extends WordCode {
    private final int length;

    OfBytes(int length) {
      super(powerOfBytes(length));
      this.length = length;
    }

    @Override
    Map<String, Object> keys() {
      return Map.of("encoding", "bytes", "length", length);
    }

    @Override
    Optional<BigInteger> number(byte[] value) {
      return value.length == length ? Optional.of(new BigInteger(1, value)) : Optional.empty();
    }

    @Override
    Optional<String> word(BigInteger number) {
      return Optional.of(HexFormat.of().formatHex(bytes(number, length)));
    }
  }

  /** Whole numbers of 64 bits. */
  private static final class OfIdentifiers extends WordCode {
    OfIdentifiers() {
      super(powerOfBytes(IDENTIFIER_BYTES));
    }

    @Override
    Map<String, Object> keys() {
      return Map.of("encoding", "identifier");
    }

    @Override
    boolean isOfIdentifiers() {
      return true;
    }

    @Override
    Optional<BigInteger> number(byte[] value) {
      return value.length == IDENTIFIER_BYTES
          ? Optional.of(new BigInteger(1, value))
          : Optional.empty();
    }

    @Override
    Optional<String> word(BigInteger number) {
      return Optional.of(Long.toString(number.longValue()));
    }
  }
}
