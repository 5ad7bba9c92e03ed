package org.sparkldp.protocols.wire;

import java.util.zip.CRC32C;

/**
 * CRC-32C (Castagnoli). Android has it from version 14 on only, so the client's jar (udfs/client)
 * has its own of this class, by tables: with that, small accumulators would take 30 % longer here.
 */
final class Crc32c {
  private Crc32c() {}

  /** Of the first bytes. */
  static int of(byte[] bytes, int end) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, end);
    return (int) crc.getValue();
  }
}
