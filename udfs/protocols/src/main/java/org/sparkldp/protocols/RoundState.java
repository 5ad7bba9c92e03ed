package org.sparkldp.protocols;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.BoundedReader;

/**
 * The state of a later round of a protocol: accumulators of earlier rounds, from the first on, and
 * numbers derived from them that every machine must agree on to the last bit (thresholds,
 * parameters), so that they are computed once and carried. Public, like the reports.
 *
 * <p>Bytes, all numbers with the highest byte first: the text {@code LDPR}, version 1 (one byte),
 * the number of accumulators (4 bytes), for each its length (4) and its bytes, the number of
 * numbers (4), each as IEEE double (8), CRC-32C of all before (4). Where the first round has an
 * attachment, the version is 2, and its length (4) and its bytes stand before the checksum.
 *
 * @param accumulators bytes of {@link Accumulator#toBytes}
 * @param numbers derived numbers, whose meaning each protocol defines
 * @param attachment the first round's, such as a strategy; empty for most protocols
 */
public record RoundState(List<byte[]> accumulators, double[] numbers, byte[] attachment) {
  private static final byte[] MAGIC = "LDPR".getBytes(StandardCharsets.US_ASCII);
  private static final byte PLAIN = 1;
  private static final byte WITH_ATTACHMENT = 2;
  private static final int CRC_BYTES = 4;

  public RoundState {
    accumulators = accumulators.stream().map(byte[]::clone).toList();
    numbers = numbers.clone();
    attachment = attachment.clone();
  }

  /** Of a first round without an attachment. */
  public RoundState(List<byte[]> accumulators, double[] numbers) {
    this(accumulators, numbers, new byte[0]);
  }

  @Override
  public double[] numbers() {
    return numbers.clone();
  }

  @Override
  public byte[] attachment() {
    return attachment.clone();
  }

  /** The bytes. */
  public byte[] encode() {
    boolean isPlain = attachment.length == 0;
    int length = MAGIC.length + 1 + 4 + 4 + 8 * numbers.length + CRC_BYTES;
    length += isPlain ? 0 : 4 + attachment.length;
    for (byte[] accumulator : accumulators) {
      length += 4 + accumulator.length;
    }
    ByteBuffer out = ByteBuffer.allocate(length).put(MAGIC);
    out.put(isPlain ? PLAIN : WITH_ATTACHMENT);
    out.putInt(accumulators.size());
    accumulators.forEach(accumulator -> out.putInt(accumulator.length).put(accumulator));
    out.putInt(numbers.length);
    for (double number : numbers) {
      out.putDouble(number);
    }
    if (!isPlain) {
      out.putInt(attachment.length).put(attachment);
    }
    out.putInt(checksum(out.array(), length - CRC_BYTES));
    return out.array();
  }

  /** Reads the bytes back; refuses damaged ones. */
  public static RoundState decode(byte[] bytes) {
    if (bytes.length < MAGIC.length + 1 + CRC_BYTES) {
      throw damaged();
    }
    int body = bytes.length - CRC_BYTES;
    BoundedReader in = new BoundedReader(bytes, 0, body, why -> damaged());
    if (!Arrays.equals(in.bytes(MAGIC.length), MAGIC)) {
      throw damaged();
    }
    int version = in.byte8();
    if ((version != PLAIN && version != WITH_ATTACHMENT)
        || ByteBuffer.wrap(bytes).getInt(body) != checksum(bytes, body)) {
      throw damaged();
    }
    List<byte[]> accumulators = new ArrayList<>();
    for (int left = in.count(Integer.BYTES); left > 0; left--) {
      accumulators.add(in.bytes(in.count(1)));
    }
    double[] numbers = new double[in.count(Double.BYTES)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.float64();
    }
    byte[] attachment = version == PLAIN ? new byte[0] : in.bytes(in.count(1));
    in.end();
    if (version == WITH_ATTACHMENT && attachment.length == 0) {
      throw damaged();
    }
    return new RoundState(accumulators, numbers, attachment);
  }

  /** Reads the state that a spec names; refuses another. */
  public static RoundState decode(byte[] bytes, String name) {
    RoundState state = decode(bytes);
    Require.that(state.fingerprint().equals(name))
        .orRefuse(
            "the attachment of a later round must be the one that its spec names. Provided:"
                + " another state than the attachment's, %s; take both from beside one estimate.",
            state.fingerprint());
    return state;
  }

  /** The first round's reports, where no others are kept; refuses those of another question. */
  public byte[] firstReports(ProtocolSpec question) {
    Require.that(accumulators.size() == 1)
        .orRefuse(
            "the attachment of a later round must hold one accumulator, the first round's, for this"
                + " question. It holds %s; take it from beside the earlier round's estimate.",
            accumulators.size());
    byte[] reports = accumulators.get(0);
    ProtocolSpec spec = Protocols.readForMerging(reports).spec();
    Require.that(spec.equals(question))
        .orRefuse(
            "the reports of the first round must belong to the question. It is: %s ; its reports':"
                + " %s.",
            question, spec);
    return reports;
  }

  /** The numbers; refuses those that are none of the question's. */
  public double[] numbers(Predicate<double[]> isOfQuestion) {
    Require.that(isOfQuestion.test(numbers()))
        .orRefuse(
            "the attachment of a later round must hold numbers that its question can lead to. This"
                + " one does not; take it from beside the earlier round's estimate.");
    return numbers();
  }

  /**
   * What specs call it. The attachment is not in it: the first round's spec, which the later ones
   * have too, names that.
   */
  public String fingerprint() {
    return ProtocolSpec.sha256(new RoundState(accumulators, numbers).encode());
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  private static IllegalArgumentException damaged() {
    return Require.refusal(
        "the attachment of a later round must be what an earlier round's estimate wrote. It is"
            + " damaged, or missing; take it from beside that estimate again.");
  }
}
