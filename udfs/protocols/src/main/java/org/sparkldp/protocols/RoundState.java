package org.sparkldp.protocols;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What a later round of a protocol rests on: accumulators of earlier rounds, from the first on, and
 * numbers derived from them that every machine must agree on to the last bit (thresholds,
 * parameters), so that they are computed once and carried. Public, like the reports.
 *
 * <p>Bytes, all numbers with the highest byte first: the text {@code LDPR}, version 1 (one byte),
 * the number of accumulators (4 bytes), for each its length (4) and its bytes, the number of
 * numbers (4), each as IEEE double (8), CRC-32C of all before (4).
 *
 * @param accumulators bytes of {@link Accumulator#toBytes}
 * @param numbers derived numbers; what they mean is the protocol's business
 */
public record RoundState(List<byte[]> accumulators, double[] numbers) {
  private static final byte[] MAGIC = "LDPR".getBytes(StandardCharsets.US_ASCII);
  private static final byte VERSION = 1;

  public RoundState {
    accumulators = accumulators.stream().map(byte[]::clone).toList();
    numbers = numbers.clone();
  }

  @Override
  public double[] numbers() {
    return numbers.clone();
  }

  /** The bytes. */
  public byte[] encode() {
    int length = MAGIC.length + 1 + 4 + 4 + 8 * numbers.length + 4;
    for (byte[] accumulator : accumulators) {
      length += 4 + accumulator.length;
    }
    ByteBuffer out = ByteBuffer.allocate(length).put(MAGIC).put(VERSION);
    out.putInt(accumulators.size());
    accumulators.forEach(accumulator -> out.putInt(accumulator.length).put(accumulator));
    out.putInt(numbers.length);
    for (double number : numbers) {
      out.putDouble(number);
    }
    out.putInt(checksum(out.array(), length - 4));
    return out.array();
  }

  /** Reads the bytes back; refuses damaged ones. */
  public static RoundState decode(byte[] bytes) {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      byte[] magic = new byte[MAGIC.length];
      in.get(magic);
      if (!Arrays.equals(magic, MAGIC)
          || in.get() != VERSION
          || bytes.length < MAGIC.length + 5
          || ByteBuffer.wrap(bytes, bytes.length - 4, 4).getInt()
              != checksum(bytes, bytes.length - 4)) {
        throw damaged();
      }
      List<byte[]> accumulators = new ArrayList<>();
      for (int left = in.getInt(); left > 0; left--) {
        byte[] accumulator = new byte[in.getInt()];
        in.get(accumulator);
        accumulators.add(accumulator);
      }
      double[] numbers = new double[in.getInt()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = in.getDouble();
      }
      return new RoundState(accumulators, numbers);
    } catch (BufferUnderflowException | NegativeArraySizeException e) {
      throw damaged();
    }
  }

  /** What specs call these bytes. */
  public String fingerprint() {
    return ProtocolSpec.sha256(encode());
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  private static IllegalArgumentException damaged() {
    return new IllegalArgumentException(
        "the attachment of a later round must be what an earlier round's estimate wrote. It is"
            + " damaged, or missing; take it from beside that estimate again.");
  }
}
