package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.words.WordsRound;

/** What a protocol can do beyond reporting and estimating is asked for, also through another. */
class FacetsTest {

  /** A protocol that passes everything on to another; a twin forgets its facets. */
  private record Wrapper<V, R>(Protocol<V, R> inner, boolean isTwin) implements Protocol<V, R> {
    @Override
    public ProtocolSpec spec() {
      return inner.spec();
    }

    @Override
    public Guarantee guarantee() {
      return inner.guarantee();
    }

    @Override
    public ValueType valueType() {
      return inner.valueType();
    }

    @Override
    public ReportType reportType() {
      return inner.reportType();
    }

    @Override
    public Randomizer<V, R> randomizer() {
      return inner.randomizer();
    }

    @Override
    public Layout<R> layout() {
      return inner.layout();
    }

    @Override
    public Estimate estimate(Accumulator<R> reports, double confidence) {
      return inner.estimate(reports, confidence);
    }

    @Override
    public <F> Optional<F> facet(Class<F> kind) {
      return isTwin ? Protocol.super.facet(kind) : inner.facet(kind);
    }
  }

  private static <R> Accumulator<R> some(Protocol<Integer, R> protocol) {
    Accumulator<R> reports = protocol.newAccumulator();
    SimulationSource source = new SimulationSource(1);
    for (int i = 0; i < 1000; i++) {
      reports.add(protocol.randomizer().randomize(i % 3, source));
    }
    return reports;
  }

  @Test
  @SuppressWarnings("unchecked") // values are items
  void aWrapperIsAskedInPlaceOfItsProtocol() {
    Protocol<Integer, Object> inner =
        (Protocol<Integer, Object>) Protocols.of("grr(epsilon=1,k=4)");
    Protocol<?, ?> wrapper = new Wrapper<>(inner, false);
    Protocol<?, ?> twin = new Wrapper<>(inner, true);
    Estimate raw = inner.estimate(some(inner));

    assertEquals(Audit.run(inner, 0, 1), Audit.run(wrapper, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> Audit.run(twin, 0, 1));
    assertArrayEquals(Postprocessed.best(inner, raw), Postprocessed.best(wrapper, raw));
    assertArrayEquals(raw.estimates(), Postprocessed.best(twin, raw));
    assertEquals(Optional.empty(), wrapper.facet(InRounds.class));
  }

  @Test
  @SuppressWarnings("unchecked") // values are items
  void aWrapperOfARoundHasANextOne() {
    WordsRound first = (WordsRound) Protocols.of("words(epsilon=4,length=2,users=20000)");
    Protocol<Integer, ?> wrapper = new Wrapper<>(first, false);

    assertEquals(first.next(some(first)), InRounds.next(wrapper, some(first)).orElseThrow());
    assertEquals(Optional.empty(), InRounds.next(new Wrapper<>(first, true), some(first)));
    assertArrayEquals(first.attachment(), Attached.of(wrapper));
  }
}
