package org.sparkldp.protocols.wire;

/**
 * CRC-32C (Castagnoli), eight bytes at a time by tables. It takes the place of the class of that
 * name in udfs/protocols, whose CRC32C Android has from version 14 on only.
 */
final class Crc32c {
  private static final int POLYNOMIAL = 0x82f63b78; // its lowest bit is the highest power
  private static final int[][] TABLES = new int[Long.BYTES][256];

  static {
    for (int b = 0; b < 256; b++) {
      int crc = b;
      for (int table = 0; table < Long.BYTES; table++) {
        for (int bit = 0; bit < Byte.SIZE; bit++) {
          crc = (crc >>> 1) ^ ((crc & 1) * POLYNOMIAL);
        }
        TABLES[table][b] = crc;
      }
    }
  }

  private Crc32c() {}

  /** Of the first bytes. */
  static int of(byte[] bytes, int end) {
    int crc = -1;
    int at = 0;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      int next = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        int b = bytes[at + i] ^ (i < Integer.BYTES ? crc >>> (Byte.SIZE * i) : 0);
        next ^= TABLES[Long.BYTES - 1 - i][b & 0xff];
      }
      crc = next;
    }
    for (; at < end; at++) {
      crc = (crc >>> 8) ^ TABLES[0][(crc ^ bytes[at]) & 0xff];
    }
    return ~crc;
  }
}
