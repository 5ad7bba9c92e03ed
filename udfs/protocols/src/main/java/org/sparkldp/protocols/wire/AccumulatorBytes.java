package org.sparkldp.protocols.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.sparkldp.protocols.check.Require;

/**
 * An accumulator as bytes. The layout is permanent; golden vectors in the tests pin it for clients
 * in other languages.
 *
 * <pre>
 * offset  size      field
 * 0       4         magic "LDPA"
 * 4       1         version, 1
 * 5       2         protocol id, big-endian (permanent, one per protocol name)
 * 7       varint+   spec: length in bytes, then the canonical text in UTF-8
 *         varint+   context: length in bytes, then UTF-8 (a plan's fingerprint, for a plan with
 *                  periods and a lifetime epsilon with " for " and the period; or empty)
 *         varint    n, the number of reports added
 *         varint    w, the number of counters
 *         w varints counters, zigzag (0, −1, 1, −2 … as 0, 1, 2, 3 …)
 *         4         CRC-32C of all the above, big-endian
 * </pre>
 *
 * A varint holds seven bits a byte, least significant first, the top bit set on all bytes but the
 * last; only its shortest form is valid, so equal states have equal bytes.
 *
 * @param protocolId permanent number of the protocol, 1 to 65535
 * @param spec canonical text of the protocol with its parameters
 * @param context what else must agree before two accumulators merge
 * @param n reports added, at least 0
 * @param counters the sufficient statistic
 */
public record AccumulatorBytes(
    int protocolId, String spec, String context, long n, long[] counters) {

  private static final byte[] MAGIC = {'L', 'D', 'P', 'A'};
  private static final byte VERSION = 1;
  private static final int CRC_BYTES = 4;

  /** The same of another context. */
  public AccumulatorBytes withContext(String other) {
    return new AccumulatorBytes(protocolId, spec, other, n, counters);
  }

  /** The bytes. */
  public byte[] encode() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(64 + spec.length() + 2 * counters.length);
    out.writeBytes(MAGIC);
    out.write(VERSION);
    out.write(protocolId >>> 8);
    out.write(protocolId);
    text(out, spec);
    text(out, context);
    varint(out, n);
    varint(out, counters.length);
    for (long counter : counters) {
      varint(out, (counter << 1) ^ (counter >> 63));
    }
    int crc = crc(out.toByteArray(), out.size());
    out.writeBytes(ByteBuffer.allocate(CRC_BYTES).putInt(crc).array());
    return out.toByteArray();
  }

  /**
   * Reads bytes, refusing anything that {@link #encode} would not have written. What it refuses may
   * be somebody's value, so that all that has no true checksum is refused alike.
   */
  public static AccumulatorBytes decode(byte[] bytes) {
    int body = bytes.length - CRC_BYTES;
    if (bytes.length < MAGIC.length + 3 + CRC_BYTES
        || !Arrays.equals(MAGIC, Arrays.copyOf(bytes, MAGIC.length))
        || crc(bytes, body) != ByteBuffer.wrap(bytes).getInt(body)) {
      throw corrupt("it is cut off, changed, or none");
    }
    BoundedReader in = new BoundedReader(bytes, 0, body, AccumulatorBytes::corrupt);
    in.bytes(MAGIC.length);
    int version = in.byte8();
    Require.that(version == VERSION)
        .orRefuse(
            "an accumulator must have format version %s. Found version %s; read it with the release"
                + " of spark-ldp that wrote it.",
            VERSION, version);
    int protocolId = in.int16();
    String spec = in.utf8(in.varcount(1));
    String context = in.utf8(in.varcount(1));
    long n = in.varint();
    if (n < 0) {
      throw corrupt("its counts are out of range");
    }
    long[] counters = new long[in.varcount(1)];
    for (int i = 0; i < counters.length; i++) {
      long zigzag = in.varint();
      counters[i] = (zigzag >>> 1) ^ -(zigzag & 1);
    }
    in.end();
    return new AccumulatorBytes(protocolId, spec, context, n, counters);
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  private static void text(ByteArrayOutputStream out, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    varint(out, utf8.length);
    out.writeBytes(utf8);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private static IllegalArgumentException corrupt(String why) {
    return Require.refusal("an accumulator must be whole: %s. Accumulate the reports again.", why);
  }
}
