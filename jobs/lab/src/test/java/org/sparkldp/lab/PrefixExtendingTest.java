package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

/** PEM finds what is frequent, and fills its list with what nobody holds. */
class PrefixExtendingTest {

  @Test
  void itFindsFrequentWordsAndListsFalseOnes() {
    long[] words = new long[30_000];
    for (int i = 0; i < words.length; i++) {
      words[i] = i % 3 == 0 ? 0xabcd : i % 3 == 1 ? 0x1234 : 0xffff;
    }
    PrefixExtending pem = new PrefixExtending(4, 16, 8, 5);
    List<Long> found = pem.found(words, new SimulationSource(1));

    assertEquals(3, pem.groups()); // 3 bits of the kept, then 5, 5 and 3
    assertEquals(8, found.size());
    assertTrue(found.subList(0, 3).containsAll(List.of(0xabcdL, 0x1234L, 0xffffL)), "" + found);
    assertEquals(11, new PrefixExtending(4, 48, 32, 4).groups());
  }
}
