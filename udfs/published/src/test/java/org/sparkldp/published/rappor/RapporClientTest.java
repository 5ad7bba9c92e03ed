package org.sparkldp.published.rappor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.PackedBits;
import org.sparkldp.protocols.random.ReleaseKey;

class RapporClientTest {
  private static final Rappor PROTOCOL = Rappor.DECLARATION.of(2, 16);

  /** One-time RAPPOR: its report is the permanent bits themselves. */
  private static final Rappor BARE =
      (Rappor) Protocols.of("rappor(epsilon=2,k=16,irr_p=0,irr_q=1)");

  private static RapporClient client(Rappor protocol, int person) {
    byte[] secret = new byte[ReleaseKey.LENGTH];
    secret[0] = (byte) person;
    secret[1] = (byte) (person >>> 8);
    return new RapporClient(protocol, ReleaseKey.of(secret));
  }

  @Test
  void oneRoundAskedTwiceGivesOneReport() {
    assertArrayEquals(client(PROTOCOL, 1).report(3, 7), client(PROTOCOL, 1).report("3", 7));
  }

  @Test
  void permanentBitsAreTheSameInEveryRound() {
    byte[] first = client(BARE, 1).report(3, 0);
    for (int round = 1; round < 100; round++) {
      assertArrayEquals(first, client(BARE, 1).report(3, round));
    }
  }

  @Test
  void roundsDifferInTheirInstantaneousBitsOnly() {
    // The mean over many rounds reveals the permanent bits and nothing beyond them.
    RapporClient client = client(PROTOCOL, 1);
    int rounds = 4000;
    int[] ones = new int[64];
    Set<String> reports = new HashSet<>();
    for (int round = 0; round < rounds; round++) {
      byte[] report = client.report(3, round);
      assertEquals(client.cohort(), report[0]);
      reports.add(Arrays.toString(report));
      for (int bit = 0; bit < 64; bit++) {
        ones[bit] += (report[2 + bit / 8] >> (bit % 8)) & 1;
      }
    }
    assertEquals(rounds, reports.size());
    double error = 6 * Math.sqrt(0.25 / rounds);
    for (int count : ones) {
      double share = (double) count / rounds;
      assertEquals(share < 0.625 ? 0.5 : 0.75, share, error);
    }
  }

  @Test
  void anotherValueHasItsOwnPermanentCoinsInTheSameCohort() {
    RapporClient client = client(BARE, 1);
    Set<String> noise = new HashSet<>();
    for (int item = 0; item < 16; item++) {
      byte[] report = client.report(item, 0);
      long[] bits = new long[1];
      PackedBits.toWords(Arrays.copyOfRange(report, 2, 10), bits, 0);
      assertEquals(client.cohort(), report[0]);
      noise.add(Long.toHexString(bits[0] ^ BARE.bloom(Integer.toString(item), report[0])[0]));
    }
    assertEquals(16, noise.size());
  }

  @Test
  void anotherSpecHasItsOwnCoins() {
    Rappor other = (Rappor) Protocols.of("rappor(epsilon=2.5,k=16,irr_p=0,irr_q=1)");
    byte[] one = client(BARE, 1).report(3, 0);
    byte[] two = client(other, 1).report(3, 0);

    assertFalse(Arrays.equals(Arrays.copyOfRange(one, 2, 10), Arrays.copyOfRange(two, 2, 10)));
  }

  @Test
  void peopleSpreadOverAllCohorts() {
    int[] counts = new int[PROTOCOL.cohorts()];
    for (int person = 0; person < 4000; person++) {
      counts[client(PROTOCOL, person).cohort()]++;
    }
    for (int count : counts) {
      assertEquals(500, count, 6 * Math.sqrt(500 * 7 / 8.0));
    }
  }

  @Test
  void whatClientsReportIsDecoded() {
    Accumulator<byte[]> reports = PROTOCOL.newAccumulator();
    for (int person = 0; person < 6000; person++) {
      reports.add(client(PROTOCOL, person).report(person % 2 == 0 ? 3 : 5, 1));
    }

    Estimate estimate = PROTOCOL.estimate(reports);

    for (int item = 0; item < 16; item++) {
      Estimate.Row row = estimate.rows().get(item);
      double truth = item == 3 || item == 5 ? 3000 : 0;
      assertEquals(truth, row.estimate(), 5 * row.standardError());
    }
  }

  @Test
  void theSecretIsNeverPrinted() {
    byte[] secret = new byte[ReleaseKey.LENGTH];
    Arrays.fill(secret, (byte) 0xab);
    RapporClient client = new RapporClient(PROTOCOL, ReleaseKey.of(secret));

    assertFalse(client.toString().contains("abab"));
    assertTrue(client.toString().contains("cohort"));
  }

  @Test
  void anItemOutsideTheDomainIsRefusedWithoutBeingNamed() {
    RapporClient client = client(PROTOCOL, 1);

    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> client.report(4711, 1));
    assertFalse(refusal.getMessage().contains("4711"));
  }
}
