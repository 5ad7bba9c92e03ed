package org.sparkldp.protocols.envelope;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A text of an envelope, in UTF-8 or what claims to be it. Equal texts have equal bytes. */
public final class Text {
  private final byte[] bytes;

  /**
   * @param bytes not copied; nobody changes them
   */
  public Text(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A text in UTF-8. */
  public static Text of(String text) {
    return new Text(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes, not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Text that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Never the bytes, which are not ours. */
  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
