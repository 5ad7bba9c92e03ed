package org.sparkldp.protocols.wire;

import java.util.zip.CRC32C;

/** CRC-32C (Castagnoli). By tables, small accumulators would take 30 % longer. */
final class Crc32c {
  private Crc32c() {}

  /** Of the first bytes. */
  static int of(byte[] bytes, int end) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, end);
    return (int) crc.getValue();
  }
}
