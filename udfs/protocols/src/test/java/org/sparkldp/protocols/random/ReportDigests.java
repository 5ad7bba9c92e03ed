package org.sparkldp.protocols.random;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Digests of the keyed reports of a few hundred people, and of what the reports add up to. */
public final class ReportDigests {
  private ReportDigests() {}

  /** The beginnings of the rounds' digests, at most three, with dots between them. */
  public static <V, R> String of(Protocol<V, R> protocol, int people) {
    KeyedRandomness question = new KeyedRandomness(KeyedReportsTest.KEY, "question");
    PublicHash cohorts = new PublicHash("cohort\nquestion");
    Accumulator<R> sum = protocol.newAccumulator();
    StringBuilder reports = new StringBuilder();
    for (int id = 0; id < people; id++) {
      R report = report(protocol, id, question, cohorts);
      sum.add(report);
      reports.append(
          report instanceof byte[] bits ? HexFormat.of().formatHex(bits) : report.toString());
      reports.append('\n');
    }
    reports.append(Arrays.toString(sum.counts()));
    String digest =
        ProtocolSpec.sha256(reports.toString().getBytes(StandardCharsets.UTF_8)).substring(0, 12);
    return RoundWalk.round(protocol) >= 3
        ? digest
        : InRounds.next(protocol, sum).map(next -> digest + "." + of(next, people)).orElse(digest);
  }

  /** As jobs make it: what a number or a vector becomes, and its cohort, are public functions. */
  @SuppressWarnings("unchecked") // reports of one protocol
  private static <R> R report(
      Protocol<?, R> protocol, int id, KeyedRandomness question, PublicHash cohorts) {
    SimulationSource values = new SimulationSource(id);
    if ((Object) protocol instanceof ItemProtocol<?> items) {
      int item = values.uniform(items.k());
      return (R) items.randomizer().randomize(item, question.open(id, item));
    }
    if ((Object) protocol instanceof NumberProtocol<?> numbers) {
      int cohort = numbers.cohort(id % numbers.strata(), cohorts.word(id));
      long input = numbers.input(fraction(values), cohort);
      return (R) numbers.report(input, cohort, question.open(id, input));
    }
    VectorProtocol<?> vectors = (VectorProtocol<?>) (Object) protocol;
    double[] value = new double[vectors.d()];
    do {
      Arrays.setAll(value, j -> fraction(values));
    } while (!vectors.accepts(value));
    long encoded = vectors.randomizer().encode(value);
    return (R) vectors.randomizer().randomize(value, question.open(id, encoded));
  }

  private static double fraction(RandomSource source) {
    return (source.uniform(2001) - 1000) / 1000.0;
  }
}
