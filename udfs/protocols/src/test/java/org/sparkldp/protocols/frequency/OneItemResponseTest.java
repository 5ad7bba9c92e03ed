package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What is its own; the laws of all protocols are in {@code ProtocolLawsTest}. */
class OneItemResponseTest {

  /** Of n people n/k are asked about an item, and k answers of each would be needed. */
  @Test
  void itsVarianceIsKTimesThatOfRandomizedResponseAtLeast() {
    long[] counts = {0, 500, 500, 0};
    double binary = RandomizedResponse.binary(1).variances(new long[] {1000, 0})[1];

    double ratio = OneItemResponse.of(1, 4).variances(counts)[0] / binary;

    assertEquals(4 * (Math.E + 1 - 0.25) / Math.E, ratio, 1e-6);
  }
}
