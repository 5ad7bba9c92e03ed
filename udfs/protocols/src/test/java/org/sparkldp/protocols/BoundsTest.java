package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.Tampering;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.spec.TextParser;

/**
 * What once hung or took all memory is bounded. The time limits are far above what is needed: a
 * machine may be slow, but nothing here ever ended.
 */
@Tag("slow")
class BoundsTest {

  // Texts.

  @Test
  void aSpecIsAsLongAsATextMayBeAndNoLonger() {
    String start = "grr(epsilon=1,k='";
    String longest = start + "7".repeat(TextParser.LONGEST - start.length() - 2) + "')";

    assertEquals(TextParser.LONGEST, longest.length());
    assertEquals("grr", ProtocolSpec.parse(longest).name());
    String refusal = refusal(() -> ProtocolSpec.parse(longest + " "));
    assertTrue(refusal.contains("at most 65536 characters"), refusal);
    assertTrue(refusal.length() < 1000, refusal);
  }

  @Test
  void manyQuotesInAValueAreOneText() {
    String value = "'".repeat(20_000);
    ProtocolSpec spec = ProtocolSpec.named("strategy").with("file", value);

    assertEquals(value, ProtocolSpec.parse(spec.toString()).arguments().get("file"));
  }

  @Test
  void aRefusalShowsTheBeginningOfALongText() {
    String refusal = refusal(() -> ProtocolSpec.parse("grr(" + "x".repeat(50_000)));

    assertTrue(refusal.length() < 1000, refusal);
    assertTrue(refusal.startsWith("a spec must read"), refusal);
  }

  // States of rounds.

  private static byte[] state(int accumulators, int length, int numbers) {
    ByteBuffer out = ByteBuffer.allocate(4 + 1 + 4 + 4 + 4 + 4);
    out.put(new byte[] {'L', 'D', 'P', 'R', 1}).putInt(accumulators);
    if (accumulators != 0) {
      out.putInt(length);
    }
    out.putInt(numbers);
    byte[] bytes = new byte[out.position() + 4];
    System.arraycopy(out.array(), 0, bytes, 0, bytes.length - 4);
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - 4);
    ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) crc.getValue());
    return bytes;
  }

  @Test
  void lengthsInAStateThatArePromisedOnlyAreRefused() {
    assertEquals(0, RoundState.decode(state(0, 0, 0)).numbers().length);
    for (int promised : new int[] {Integer.MAX_VALUE, 1 << 28, 1, -1, Integer.MIN_VALUE}) {
      assertThrows(IllegalArgumentException.class, () -> RoundState.decode(state(0, 0, promised)));
      int accumulators = promised == 1 ? 2 : promised;
      byte[] more = state(accumulators, 0, 0);
      assertThrows(IllegalArgumentException.class, () -> RoundState.decode(more));
      assertThrows(IllegalArgumentException.class, () -> RoundState.decode(state(1, promised, 0)));
    }
  }

  @Test
  void bytesBehindTheLastNumberOfAStateAreRefused() {
    byte[] good = new RoundState(List.of(), new double[] {1}).encode();
    byte[] longer = Arrays.copyOf(good, good.length + 3);
    CRC32C crc = new CRC32C();
    crc.update(longer, 0, longer.length - 4);
    ByteBuffer.wrap(longer).putInt(longer.length - 4, (int) crc.getValue());

    assertThrows(IllegalArgumentException.class, () -> RoundState.decode(longer));
    assertArrayEquals(good, RoundState.decode(good).encode());
  }

  // Specs.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hypercube(epsilon=1,d=1024,radius=1)",
        "hypercube(epsilon=20,d=1024,radius=1,variant=best)",
        "gaussian(epsilon=1,sigma=1,range=10,strata=65536)",
        "olh(epsilon=1,k=1048576)",
        "hadamard(epsilon=20,k=1048576)",
        "density(epsilon=1,lower=0,upper=1,terms=513)",
        "logistic-regression(epsilon=1,p=50,radius=1,users=2147483647)",
        "privunit(epsilon=1,d=65536,radius=1)"
      })
  @Timeout(120)
  void theAuditEndsAtTheEndsOfParametersToo(String spec) {
    Audit.AuditResult found =
        Audit.run(Protocols.of(spec), Tampering.NONE, 1000, 1, Duration.ofSeconds(1));

    assertFalse(found.isAboveClaim(), found.toString());
    assertTrue(found.samples() >= 2, found.toString());
  }

  // Providers.

  static Stream<Declaration<?>> providers() {
    return Protocols.declarations().stream();
  }

  @ParameterizedTest
  @MethodSource("providers")
  void everyProtocolGivesExamplesThatCanBeMade(Declaration<?> declaration) {
    // One needs a file, and nobody is asked for the others.
    if (declaration.name().equals("strategy") || declaration.name().endsWith("-change")) {
      assertTrue(declaration.examples().isEmpty());
      return;
    }
    assertFalse(declaration.examples().isEmpty());
    for (String example : declaration.examples()) {
      assertEquals(declaration.name(), ProtocolSpec.parse(example).name());
      if (!Elsewhere.isMade(declaration.name())) {
        assertEquals(Protocols.of(example), Protocols.of(Protocols.of(example).spec().toString()));
      }
    }
  }

  private static String refusal(Runnable run) {
    return assertThrows(IllegalArgumentException.class, run::run).getMessage();
  }
}
