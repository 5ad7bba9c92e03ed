package org.sparkldp.protocols.wire;

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

  private static final int VERSION = 1;

  private static final Codec<AccumulatorBytes> CODEC =
      Codec.of(new byte[] {'L', 'D', 'P', 'A'}, Codec.Seal.CRC32C, AccumulatorBytes::fields);

  private static AccumulatorBytes fields(Fields<AccumulatorBytes> f) {
    int version = f.byte8(a -> VERSION);
    Require.that(version == VERSION)
        .orRefuse(
            "an accumulator must have format version %s. Found version %s; read it with the release"
                + " of spark-ldp that wrote it.",
            VERSION, version);
    int protocolId = f.int16(AccumulatorBytes::protocolId);
    String spec = f.text(AccumulatorBytes::spec);
    String context = f.text(AccumulatorBytes::context);
    long n = f.varint(AccumulatorBytes::n);
    f.require(n >= 0, "its counts are out of range");
    int width = f.varcount(1, a -> a.counters.length);
    long[] counters = f.zigzags(width, AccumulatorBytes::counters);
    return f.makes(() -> new AccumulatorBytes(protocolId, spec, context, n, counters));
  }

  /** The same of another context. */
  public AccumulatorBytes withContext(String other) {
    return new AccumulatorBytes(protocolId, spec, other, n, counters);
  }

  /** The bytes. */
  public byte[] encode() {
    return CODEC.encode(this);
  }

  /**
   * Reads bytes, refusing anything that {@link #encode} would not have written. What it refuses may
   * be somebody's value, so that all that has no true checksum is refused alike.
   */
  public static AccumulatorBytes decode(byte[] bytes) {
    return CODEC.decode(
        bytes,
        why ->
            Require.refusal(
                "an accumulator must be whole: %s. Accumulate the reports again.", why));
  }
}
