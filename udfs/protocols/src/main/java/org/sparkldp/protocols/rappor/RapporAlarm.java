package org.sparkldp.protocols.rappor;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Alarm;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.PackedBits;

/**
 * The alarm of RAPPOR, by what the hash function leaves alone: a report's cohort and its number of
 * ones. It promises false alarms within the level for any texts of honest people, listed or not,
 * who give one report each, by inequalities that hold for any number of reports. A {@link
 * RapporClient} keeps its cohort and its permanent bits, so only one of its reports may be looked
 * at. Its evidence is the protocol's counters, and reports by cohort and number of ones.
 *
 * <p><b>Laws.</b> A cohort is uniform among C, whatever its person's text is. A text sets exactly h
 * of the m bits in every cohort, so the number s of ones is the sum of h coins of probability q*
 * and m − h of p*, for all texts and cohorts alike. Fake reports that gain most are of the one
 * cohort where bits weigh most, and have more or fewer ones than usual.
 *
 * <p><b>Tails.</b> By Bernstein's inequality for n independent reports, x being by how much a sum
 * exceeds its mean, V a report's variance and B the most by which it may exceed its mean,
 *
 * <pre>   P[so large] ≤ exp(−x²/(2 (n V + B x/3))).   </pre>
 *
 * Used for the reports of each cohort (V = (1 − 1/C)/C), those with each number of ones, Σ (s − E
 * s) over all reports, and over those of each cohort (V the C-th part), the latter two both ways. A
 * quarter of the level goes to each of the four, and within each the chances add up.
 *
 * <p><b>Repair.</b> Once the alarm is raised, cohorts that are suspicious by their number of
 * reports or of ones are left out, if half of the cohorts or fewer are. Cohorts have nothing to do
 * with texts, so that the others' people are a sample of all honest ones: the estimate is theirs,
 * times C over the other cohorts' number. Its error is that of a smaller sample. Where no cohort is
 * suspicious, or the others cannot be decoded, nothing is taken off.
 *
 * <p><b>What passes.</b> Fake reports that are spread over all cohorts, with usual numbers of ones,
 * and honest randomization of a wrong text.
 *
 * <p>Source: ours. Boucheron, Lugosi &amp; Massart, "Concentration Inequalities", 2013, section
 * 2.8.
 */
final class RapporAlarm implements Alarm<byte[]> {
  /** The most of {@link Evidence#width}: 8 MiB. */
  static final int MOST_COUNTERS = 1 << 20;

  /** The chance, over all cohorts, from which one is left out once the alarm is raised. */
  private static final double SUSPICIOUS = 0.01;

  /** What a sum may be off by rounding, for each report. */
  private static final double ROUNDING = 1e-9;

  private final Rappor protocol;
  private final int cohorts;
  private final int bits;
  private final double[] law; // of the number of ones
  private final double mean;
  private final double variance;

  RapporAlarm(Rappor protocol) {
    this.protocol = protocol;
    this.cohorts = protocol.cohorts();
    this.bits = protocol.bits();
    double zero = protocol.coins().zeroRate();
    this.law = law(bits, protocol.hashes(), zero + protocol.coins().contrast(), zero);
    this.mean = IntStream.range(0, law.length).mapToDouble(s -> s * law[s]).sum();
    this.variance =
        IntStream.range(0, law.length).mapToDouble(s -> law[s] * (s - mean) * (s - mean)).sum();
  }

  private static double[] law(int bits, int hashes, double one, double zero) {
    double[] law = {1};
    for (int coin = 0; coin < bits; coin++) {
      double p = coin < hashes ? one : zero;
      double[] next = new double[law.length + 1];
      for (int s = 0; s < law.length; s++) {
        next[s] += law[s] * (1 - p);
        next[s + 1] += law[s] * p;
      }
      law = next;
    }
    return law;
  }

  /** P[s ones], by s. */
  double[] ones() {
    return law.clone();
  }

  @Override
  public boolean takesOneDay() {
    return true;
  }

  @Override
  public Layout<byte[]> evidence() {
    return new Evidence(protocol);
  }

  /** Counters of the protocol, and as many of the reports by cohort and number of ones. */
  record Evidence(Rappor protocol) implements Layout<byte[]> {

    @Override
    public int width() {
      return 2 * protocol.cohorts() * (protocol.bits() + 1);
    }

    @Override
    public boolean accepts(byte[] report) {
      return protocol.isReport(report);
    }

    @Override
    public String rule() {
      return protocol.layout().rule();
    }

    @Override
    public Sink<byte[]> onto(long[] counters) {
      Sink<byte[]> bits = protocol.layout().onto(counters);
      return new Sink<>() {
        @Override
        public void add(byte[] report, long times) {
          bits.add(report, times);
          int row = (protocol.cohorts() + Rappor.cohort(report)) * (protocol.bits() + 1);
          byte[] cohort = Arrays.copyOf(report, Rappor.COHORT_BYTES);
          counters[row + PackedBits.ones(report) - PackedBits.ones(cohort)] += times;
        }

        @Override
        public void flush() {
          bits.flush();
        }
      };
    }
  }

  @Override
  public Finding find(Accumulator<?> evidence) {
    Require.that(
            evidence.spec().equals(protocol.spec())
                && evidence.width() == evidence().width()
                && evidence.n() >= 1)
        .orRefuse(
            "evidence must be the alarm's own, of at least one report. Provided: %s.", evidence);
    long n = evidence.n();
    long[] counters = evidence.counts();
    double[] excess = new double[cohorts]; // ones above the usual
    double[] byOnes = new double[bits + 1];
    for (int c = 0; c < cohorts; c++) {
      for (int s = 0; s <= bits; s++) {
        double reports = counters[(cohorts + c) * (bits + 1) + s];
        byOnes[s] += reports;
        excess[c] += reports * (s - mean);
      }
    }
    double share = 1.0 / cohorts;
    double[] suspicion = new double[cohorts];
    double least = 1;
    double all = 0;
    for (int c = 0; c < cohorts; c++) {
      double many = counters[c * (bits + 1)] - n * share;
      double byNumber = cohorts * chance(many, n * share * (1 - share), 1 - share, n);
      double byExcess = 2 * cohorts * chance(Math.abs(excess[c]), n * share * variance, most(), n);
      suspicion[c] = Math.min(byNumber, byExcess);
      least = Math.min(least, suspicion[c]);
      all += excess[c];
    }
    least = Math.min(least, 2 * chance(Math.abs(all), n * variance, most(), n));
    for (int s = 0; s <= bits; s++) {
      double p = law[s];
      double one = chance(byOnes[s] - n * p, n * p * (1 - p), 1 - p, n);
      least = Math.min(least, (bits + 1) * one);
    }
    double chance = Math.min(1, 4 * least);
    if (chance > FALSE_ALARM) {
      return new Finding(chance, 0, new double[protocol.k()]);
    }
    int[] kept = IntStream.range(0, cohorts).filter(c -> suspicion[c] > SUSPICIOUS).toArray();
    double fewest = Math.abs(all) / most(); // if they are of the most extreme ones
    return 2 * kept.length < cohorts || kept.length == cohorts
        ? new Finding(chance, fewest, new double[protocol.k()])
        : leaveOut(kept, counters, n, chance, fewest);
  }

  /** The finding where the other cohorts are left out. */
  private Finding leaveOut(int[] kept, long[] counters, long n, double chance, double fewest) {
    double[] shifts = new double[protocol.k()];
    long left = IntStream.of(kept).mapToLong(c -> counters[c * (bits + 1)]).sum();
    double scale = (double) cohorts / kept.length;
    Optional<RapporDecoder> decoder = protocol.items(kept);
    if (decoder.isPresent()) {
      double[] raw = protocol.items().solve(counters, n);
      double[] others = decoder.get().solve(counters, left);
      Arrays.setAll(shifts, v -> raw[v] - scale * others[v]);
    }
    return new Finding(chance, Math.max(fewest, n - scale * left), shifts);
  }

  /** The most by which a report's ones differ from their mean, either way. */
  private double most() {
    return Math.max(mean, bits - mean);
  }

  /** Bernstein's bound on the chance that a sum exceeds its mean by so much. */
  private static double chance(double excess, double variance, double most, long n) {
    return excess <= ROUNDING * n
        ? 1
        : Math.exp(-excess * excess / (2 * (variance + most * excess / 3)));
  }
}
