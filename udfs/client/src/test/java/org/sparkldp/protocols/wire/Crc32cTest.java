package org.sparkldp.protocols.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class Crc32cTest {
  @Test
  void isJavas() {
    byte[] bytes = new byte[100];
    new Random(1).nextBytes(bytes);
    for (int end = 0; end <= bytes.length; end++) {
      CRC32C javas = new CRC32C();
      javas.update(bytes, 0, end);
      assertEquals((int) javas.getValue(), Crc32c.of(bytes, end));
    }
  }
}
