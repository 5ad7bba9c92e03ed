package org.sparkldp.protocols.random;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * Eight bytes of an array read or written as one word, the lowest byte first. It takes the place of
 * the class of that name in udfs/protocols, whose VarHandle and reading of buffers Android has from
 * version 13 on only.
 */
final class Bytes {
  private Bytes() {}

  static long word(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
  }

  static void word(byte[] bytes, int at, long word) {
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(at, word);
  }

  static void words(LongBuffer buffer, int from, long[] into, int at, int count) {
    ((Buffer) buffer).position(from); // as Android has it
    buffer.get(into, at, count);
  }
}
