package org.sparkldp.protocols;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Values that a protocol takes, for test vectors and for the laws that every protocol is held to.
 * One may occur more than once. The lists are permanent, as test vectors are.
 */
public final class ExampleValues {
  private ExampleValues() {}

  /** Of a protocol of items, of numbers or of vectors. */
  @SuppressWarnings("unchecked") // as the protocol takes them
  public static <V> List<V> of(Protocol<V, ?> any) {
    Object protocol = any;
    return (List<V>)
        (protocol instanceof NumberProtocol<?> numbers
            ? numbers(numbers)
            : protocol instanceof VectorProtocol<?> vectors
                ? vectors(vectors)
                : items(any.facet(ItemReports.class).orElseThrow().k()));
  }

  private static List<Integer> items(int k) {
    return List.of(0, 1, k / 2, k - 1);
  }

  /** Numbers around 0 that are accepted, or those of the range if it has none of them. */
  private static List<Double> numbers(NumberProtocol<?> protocol) {
    List<Double> accepted =
        Stream.of(0.0, 0.75, 0.3, -0.45, 1.0, -1.0, 5.5, 50.0, 51.25)
            .filter(protocol::accepts)
            .toList();
    return accepted.isEmpty() && protocol instanceof RangeProtocol<?> range
        ? List.of(range.lower(), range.lower() / 2 + range.upper() / 2, range.upper())
        : accepted;
  }

  /**
   * Vectors of several lengths around the origin that are accepted; where these are too few, as of
   * values with items in them, some of whole numbers.
   */
  private static List<double[]> vectors(VectorProtocol<?> protocol) {
    List<double[]> around =
        DoubleStream.of(0, 1, 0.5, -0.25, 0.125)
            .mapToObj(
                length ->
                    IntStream.range(0, protocol.d())
                        .mapToDouble(j -> j == 1 ? length : length / (4 << (j % 8)))
                        .toArray())
            .filter(protocol::accepts)
            .toList();
    List<double[]> ofItems =
        Stream.of(new double[][] {{0, 1}, {1, 0}, {1, .5}, {1}, {0}})
            .filter(protocol::accepts)
            .toList();
    return around.size() > 1 || ofItems.isEmpty() ? around : ofItems;
  }
}
