package org.sparkldp.protocols.wire;

import java.io.OutputStream;

/**
 * Compares written bytes with given bytes, and keeps nothing. With it a decoder checks that it was
 * given what the encoder would have written. Equal states have equal bytes only if all others are
 * refused.
 */
public final class SameBytes extends OutputStream {
  private final byte[] expected;
  private int at;
  private boolean same = true;

  /** Nothing written yet; what will be is compared with these. */
  public SameBytes(byte[] expected) {
    this.expected = expected;
  }

  @Override
  public void write(int b) {
    same = same && at < expected.length && expected[at] == (byte) b;
    at++;
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    for (int i = 0; i < length && same; i++) {
      write(bytes[from + i]);
    }
  }

  /** Whether exactly the given bytes were written. */
  public boolean isWhole() {
    return same && at == expected.length;
  }
}
