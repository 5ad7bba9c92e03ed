package org.sparkldp.protocols.frequency;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bits as words in memory and as bytes in reports: bit j is in byte j / 8 at place j mod 8. */
public final class PackedBits {
  private PackedBits() {}

  /** The bytes as words; not by VarHandle, which Android has from version 13 on only. */
  private static ByteBuffer words(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The first {@code length} bytes of the words. */
  public static byte[] toBytes(long[] words, int length) {
    byte[] bytes = new byte[length];
    toBytes(words, bytes, 0);
    return bytes;
  }

  /** Fills bytes from {@code from} on with the words' first ones. */
  public static void toBytes(long[] words, byte[] bytes, int from) {
    int whole = (bytes.length - from) >>> 3;
    ByteBuffer all = words(bytes);
    for (int i = 0; i < whole; i++) {
      all.putLong(from + (i << 3), words[i]);
    }
    int done = from + (whole << 3);
    for (int b = done; b < bytes.length; b++) {
      bytes[b] = (byte) (words[whole] >>> ((b - done) << 3));
    }
  }

  /** The eight bytes from {@code from} on as a word; those that are not there are 0. */
  public static long word(byte[] bytes, int from) {
    if (from + Long.BYTES <= bytes.length) {
      return words(bytes).getLong(from);
    }
    long last = 0;
    for (int b = bytes.length - 1; b >= from; b--) {
      last = (last << 8) | (bytes[b] & 0xff);
    }
    return last;
  }

  /** Reads ⌈length / 8⌉ words into {@code words} from {@code offset} on. */
  public static void toWords(byte[] bytes, long[] words, int offset) {
    int whole = bytes.length >>> 3;
    ByteBuffer all = words(bytes);
    for (int i = 0; i < whole; i++) {
      words[offset + i] = all.getLong(i << 3);
    }
    if ((bytes.length & 7) != 0) {
      words[offset + whole] = word(bytes, whole << 3);
    }
  }

  /** Whether bytes are so many packed bits, with 0 in all places beyond the last. */
  public static boolean isPacked(byte[] bytes, int bits) {
    int tail = bits & 7;
    return bytes.length == (bits + 7) >>> 3
        && (tail == 0 || (bytes[bytes.length - 1] & 0xff) >>> tail == 0);
  }

  /** How many bits are 1. */
  public static int ones(byte[] bytes) {
    int whole = bytes.length & ~7;
    int ones = 0;
    ByteBuffer all = words(bytes);
    for (int b = 0; b < whole; b += 8) {
      ones += Long.bitCount(all.getLong(b));
    }
    for (int b = whole; b < bytes.length; b++) {
      ones += Integer.bitCount(bytes[b] & 0xff);
    }
    return ones;
  }

  /** How many bits are 1. */
  static int ones(long[] words) {
    int ones = 0;
    for (long word : words) {
      ones += Long.bitCount(word);
    }
    return ones;
  }

  /** Bit {@code place} of packed bytes, 0 or 1. */
  public static int get(byte[] bytes, int place) {
    return (bytes[place >>> 3] >>> (place & 7)) & 1;
  }
}
