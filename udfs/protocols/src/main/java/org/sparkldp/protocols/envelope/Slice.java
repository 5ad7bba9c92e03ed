package org.sparkldp.protocols.envelope;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Some bytes of an array, which may be pointed elsewhere: texts of envelopes, without a copy of
 * each. Two slices are equal if their bytes are.
 */
public final class Slice {
  private byte[] bytes;
  private int from;
  private int length;

  /** Points to all of an array. */
  public static Slice of(byte[] bytes) {
    Slice slice = new Slice();
    slice.set(bytes, 0, bytes.length);
    return slice;
  }

  /** Points to a text in UTF-8. */
  public static Slice of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Points to {@code length} bytes from {@code from} on. */
  public void set(byte[] array, int start, int count) {
    bytes = array;
    from = start;
    length = count;
  }

  /** How many bytes. */
  public int length() {
    return length;
  }

  /** A byte. */
  public byte at(int index) {
    return bytes[from + index];
  }

  /** A copy. */
  public byte[] copy() {
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Slice that
        && Arrays.equals(
            bytes, from, from + length, that.bytes, that.from, that.from + that.length);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = from; i < from + length; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash;
  }

  /** Never the bytes, which are not ours. */
  @Override
  public String toString() {
    return length + " bytes";
  }
}
