package org.sparkldp.protocols;

import java.util.List;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.Codec;
import org.sparkldp.protocols.wire.Fields;

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
  private static final int PLAIN = 1;
  private static final int WITH_ATTACHMENT = 2;

  private static final Codec<RoundState> CODEC =
      Codec.of(new byte[] {'L', 'D', 'P', 'R'}, Codec.Seal.CRC32C, RoundState::fields);

  private static RoundState fields(Fields<RoundState> f) {
    int version = f.byte8(state -> state.attachment.length == 0 ? PLAIN : WITH_ATTACHMENT);
    f.require(version == PLAIN || version == WITH_ATTACHMENT, "its version is another");
    int rounds = f.count(Integer.BYTES, state -> state.accumulators.size());
    List<byte[]> accumulators =
        f.list(rounds, RoundState::accumulators, each -> each.block(bytes -> bytes));
    int count = f.count(Double.BYTES, state -> state.numbers.length);
    double[] numbers = f.float64s(count, state -> state.numbers);
    byte[] attachment = version == PLAIN ? new byte[0] : f.block(state -> state.attachment);
    f.require(version == PLAIN || attachment.length > 0, Fields.RESPELLED);
    return f.makes(() -> new RoundState(accumulators, numbers, attachment));
  }

  public RoundState {
    accumulators = List.of(accumulators.stream().map(byte[]::clone).toArray(byte[][]::new));
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
    return CODEC.encode(this);
  }

  /** Reads the bytes back; refuses damaged ones. */
  public static RoundState decode(byte[] bytes) {
    return CODEC.decode(
        bytes,
        why ->
            Require.refusal(
                "the attachment of a later round must be what an earlier round's estimate wrote. It"
                    + " is damaged, or missing; take it from beside that estimate again."));
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

  /**
   * What specs call it. The attachment is not in it: the first round's spec, which the later ones
   * have too, names that.
   */
  public String fingerprint() {
    return ProtocolSpec.sha256(new RoundState(accumulators, numbers).encode());
  }
}
