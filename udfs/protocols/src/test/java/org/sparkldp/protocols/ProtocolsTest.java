package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.frequency.RandomizedResponse;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.AccumulatorBytes;

class ProtocolsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rr(epsilon=1)                   | rr(epsilon=1.0)",
        "grr(k=4, epsilon=0.5)           | grr(epsilon=0.5,k=4)",
        "sue(epsilon=1e0,k=+3)           | sue(epsilon=1.0,k=3)",
        "oue(epsilon='2',k=3)            | oue(epsilon=2.0,k=3)",
        "hypercube(d=3,radius=2,epsilon=1,variant=half) | hypercube(epsilon=1.0,d=3,radius=2.0)",
        "truncated-mean(users=9,epsilon=1,moment=2,bound=3,values=any)"
            + " | truncated-mean(epsilon=1.0,moment=2.0,bound=3.0,users=9)",
        "quantile(p=0.9,epsilon=1,upper=2,lower=0,law=any)"
            + " | quantile(p=0.9,epsilon=1.0,lower=0.0,upper=2.0)",
        "gaussian(range=5, step=1, epsilon=1, users=9, sigma=2)"
            + " | gaussian(epsilon=1.0,sigma=2.0,range=5.0,step=1.0,dither=0.0,users=9)",
      })
  void theCanonicalSpecNamesWhatCountsInOrderAndReadsBack(String written, String canonical) {
    Protocol<?, ?> protocol = Protocols.of(written);

    assertEquals(canonical, protocol.spec().toString());
    assertEquals(protocol.spec(), Protocols.of(canonical).spec());
  }

  @Test
  void everyProtocolDescribesItself() {
    for (Declaration<?> declaration : Protocols.declarations()) {
      assertTrue(declaration.id() >= 1 && declaration.id() <= 65_535, declaration.name());
      assertTrue(!declaration.description().isBlank(), declaration.name());
      for (Parameter parameter : declaration.parameters()) {
        assertTrue(!parameter.description().isBlank(), declaration.name());
      }
    }
  }

  private static Registry registry(Declaration<?>... declarations) {
    return new Registry(List.of(() -> List.of(RandomizedResponse.RR), () -> List.of(declarations)));
  }

  private static Declaration<?> own(String name, int id) {
    return Declaration.named(name, id, "a test").makes(given -> null);
  }

  private static String refusal(Registry registry, String name) {
    return assertThrows(IllegalArgumentException.class, () -> registry.declaration(name))
        .getMessage();
  }

  @ParameterizedTest
  @CsvSource({"1, 8", "7, 8", "32768, 32770", "32769, 32770"})
  void anIdInUseIsRefusedWithTheNextFreeOneAndAllElseWorks(int id, int free) {
    Registry registry =
        registry(own("a", 7), own("b", 32_768), own("c", 32_769), own("mine", id), own("d", 3));

    assertTrue(
        refusal(registry, "mine")
            .endsWith("mine both have " + id + "; the next free id is " + free + "."));
    assertEquals(Set.of("mine"), registry.clashes().keySet());
    assertEquals(
        List.of("a", "b", "c", "d", "rr"),
        registry.declarations().stream().map(Declaration::name).toList());
    assertEquals(RandomizedResponse.RR, registry.declaration(ProtocolSpec.parse("rr(epsilon=1)")));
  }

  @Test
  void aNameOfTwoIsOfNone() {
    Registry registry = registry(own("mine", 7), own("mine", 8), own("d", 8));

    assertTrue(refusal(registry, "mine").startsWith("a protocol's name must be used once."));
    assertEquals("d", registry.declaration("d").name());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 65_536})
  void anIdThatDoesNotFitTheWireIsRefused(int id) {
    assertThrows(IllegalArgumentException.class, () -> Declaration.named("own", id, "nothing"));
  }

  @Test
  void anUnknownNameIsRefusedWithTheKnownOnes() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Protocols.of("krr(epsilon=1)"));

    assertTrue(refusal.getMessage().contains("krr"), refusal.getMessage());
    assertTrue(refusal.getMessage().contains("grr"), refusal.getMessage());
  }

  @Test
  void anAccumulatorReadsBackByItsBytesAlone() {
    Accumulator<?> written = Protocols.of("grr(epsilon=1,k=4)").newAccumulator("a plan");

    Accumulator<?> read = Protocols.readAccumulator(written.toBytes());

    assertEquals(written, read);
    assertEquals("a plan", read.context());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4 | grr(epsilon=1.0,k=4) | 4", // oue's id
        "2 | grr(epsilon=1,k=4)   | 4", // not canonical
        "2 | grr(epsilon=1.0,k=4) | 5", // another width
      })
  void anAccumulatorWhoseHeaderDisagreesIsRefused(int id, String spec, int width) {
    byte[] bytes = new AccumulatorBytes(id, spec, "", 0, new long[width]).encode();

    assertThrows(IllegalArgumentException.class, () -> Protocols.readAccumulator(bytes));
  }

  @Test
  void anEstimateNeedsOnlyTheAccumulator() {
    Accumulator<?> read =
        Protocols.readAccumulator(
            new AccumulatorBytes(2, "grr(epsilon=1.0,k=2)", "", 10, new long[] {4, 6}).encode());

    assertEquals(10, Protocols.estimate(read, 0.9).n());
    assertEquals(0.9, Protocols.estimate(read, 0.9).confidence());
  }
}
