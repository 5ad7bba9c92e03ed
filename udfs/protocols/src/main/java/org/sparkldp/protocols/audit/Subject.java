package org.sparkldp.protocols.audit;

import java.math.BigInteger;
import java.util.function.IntFunction;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.random.RandomSource;

/**
 * What an audit runs: a randomizer of finitely many items. Of a protocol of numbers it is one
 * cohort with its inputs, of one of vectors the corners of the ball; the two items that lie
 * furthest apart come first, for that is where an attack looks.
 *
 * @param protocol whose claim is at stake
 * @param items at least 2
 * @param firstIndependentBit as {@link ItemProtocol#firstIndependentBit}
 * @param randomizer makes one report of an item
 * @param contrast how much more a report speaks for one item than for another
 */
record Subject<R>(
    Protocol<?, R> protocol,
    int items,
    int firstIndependentBit,
    Randomizing<R> randomizer,
    Contrast<R> contrast) {
  /** Makes one report of an item. */
  interface Randomizing<R> {
    R report(int item, RandomSource source);
  }

  /** Tells for which of two items a report speaks. */
  interface Contrast<R> {
    double of(R report, int item, int other);
  }

  R report(int item, RandomSource source) {
    return randomizer.report(item, source);
  }

  double contrast(R report, int item, int other) {
    return contrast.of(report, item, other);
  }

  /** Bits of a report that are packed in bytes. */
  int bits() {
    return 8 * protocol.reportType().bytes();
  }

  Guarantee guarantee() {
    return protocol.guarantee();
  }

  /** A protocol of items. */
  static <R> Subject<R> of(ItemProtocol<R> protocol) {
    return new Subject<>(
        protocol,
        protocol.k(),
        protocol.firstIndependentBit(),
        (item, source) -> protocol.randomizer().randomize(item, source),
        protocol::contrast);
  }

  /** A cohort of a protocol of numbers. */
  static <R> Subject<R> of(NumberProtocol<R> protocol, int cohort) {
    long inputs = protocol.inputs(cohort);
    return new Subject<>(
        protocol,
        (int) Math.min(Integer.MAX_VALUE, inputs),
        -1,
        (item, source) -> protocol.report(input(item, inputs), cohort, source),
        (report, item, other) ->
            protocol.contrast(report, input(item, inputs), input(other, inputs), cohort));
  }

  /** The ends first; then strides of the golden section, so that the first few lie everywhere. */
  private static long input(int item, long inputs) {
    if (item < 2) {
      return item == 0 ? 0 : inputs - 1;
    }
    BigInteger between = BigInteger.valueOf(inputs - 2);
    BigInteger stride = BigInteger.valueOf((long) (0.618 * (inputs - 2)) + 1);
    while (!stride.gcd(between).equals(BigInteger.ONE)) {
      stride = stride.add(BigInteger.ONE); // so that all are met, each once
    }
    return 1 + stride.multiply(BigInteger.valueOf(item - 2L)).mod(between).longValueExact();
  }

  /** A protocol of vectors: its corners. */
  static <R> Subject<R> of(VectorProtocol<R> protocol) {
    int[][] first = {protocol.corner(0), protocol.corner(1)}; // what attacks ask for again
    IntFunction<int[]> corner = item -> item < 2 ? first[item] : protocol.corner(item);
    return new Subject<>(
        protocol,
        protocol.corners(),
        -1,
        (item, source) -> protocol.report(corner.apply(item), source),
        (report, item, other) ->
            protocol.contrast(report, corner.apply(item), corner.apply(other)));
  }
}
