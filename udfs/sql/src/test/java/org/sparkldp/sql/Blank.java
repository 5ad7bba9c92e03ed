package org.sparkldp.sql;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Catalogue;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.RangeProtocol;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Protocols whose reports ignore their values, known to tests only. Over two tables that differ in
 * private values alone, whatever still differs after them did not come through a report.
 *
 * <ul>
 *   <li>{@code blank(epsilon,k)}: items, reports INT, always cell 0;
 *   <li>{@code blank-bits(epsilon,k)}: items, reports BINARY, k bits, always 0;
 *   <li>{@code blank-number(epsilon,lower,upper)}: numbers, reports BIGINT, always 0;
 *   <li>{@code blank-vector(epsilon,d,radius)}: vectors, reports BIGINT, always 0.
 * </ul>
 *
 * <p>All draw a coin and do not look at it. They refuse what a real protocol refuses, in its words.
 *
 * <p>{@code leak} makes the twins that a comparison must catch: {@code report} is the item, {@code
 * size} a report as long as the item, {@code message} fails and shows the item, {@code words} fails
 * as it should, without showing it, whatever the item. Domain sizes are a parameter of their own,
 * so that {@code design} does not rank these; a plan writes {@code k} out.
 */
public final class Blank {
  /** Not {@link Parameter#K}: nothing may take these for oracles of any domain. */
  private static final Parameter K = Parameter.integer("k", "items of the domain; tests only");

  private static final Parameter LEAK =
      Parameter.text("leak", "how a twin shows values; tests only").optional();

  private static final Parameter LOWER = Parameter.real("lower", "least value");

  private static final Parameter UPPER = Parameter.real("upper", "largest value");

  private Blank() {}

  private static ProtocolSpec named(String name, Parameters given) {
    return ProtocolSpec.named(name).with("epsilon", given.real("epsilon"));
  }

  private static ProtocolSpec items(String name, Parameters given) {
    ProtocolSpec spec = named(name, given).with("k", given.integer("k"));
    String leak = given.text("leak", "");
    return leak.isEmpty() ? spec : spec.with("leak", leak);
  }

  private static Guarantee claim(Parameters given) {
    return Guarantee.pure(given.real("epsilon"), 0);
  }

  private static void fail(String leak, int item) {
    if (leak.equals("message") || leak.equals("words")) {
      throw new IllegalArgumentException(
          "a value could not be taken. It is "
              + (leak.equals("message") ? "item " + item : "not shown")
              + ".");
    }
  }

  /** As many rows as there are items or coordinates, all alike. */
  private static Estimate estimate(Accumulator<?> reports, int rows, double confidence) {
    return new Estimate(
            reports.n(),
            confidence,
            Collections.nCopies(rows, new Estimate.Row("", reports.n(), 1, 0, reports.n() + 1)))
        .named(Integer::toString);
  }

  private static final class OfCells extends FrequencyOracle<Integer> implements CellProtocol {
    private final String leak;

    OfCells(Parameters given) {
      super(items("blank", given), claim(given), given.integer("k"));
      this.leak = given.text("leak", "");
    }

    @Override
    public int cells() {
      return k();
    }

    @Override
    public int randomize(int item, RandomSource source) {
      requireItem(item);
      fail(leak, item);
      source.nextLong();
      return leak.equals("report") ? item : 0;
    }

    @Override
    public Estimate estimate(Accumulator<Integer> reports, double confidence) {
      requireOwn(reports);
      return Blank.estimate(reports, k(), confidence);
    }

    @Override
    public double[] variances(long[] counts) {
      return new double[k()];
    }

    /** Of the number of reports alone, so that public numbers may be added up. */
    @Override
    public Optional<Moments> moments(long[] counters, long total) {
      double[] all = new double[k()];
      Arrays.fill(all, total);
      return Optional.of(new Moments(all, all, 1));
    }
  }

  private static final class OfBits extends FrequencyOracle<byte[]> {
    private final String leak;

    OfBits(Parameters given) {
      super(items("blank-bits", given), claim(given), given.integer("k"));
      this.leak = given.text("leak", "");
    }

    @Override
    public ReportType reportType() {
      return ReportType.bits(k());
    }

    @Override
    public byte[] report(int item, RandomSource source) {
      requireItem(item);
      fail(leak, item);
      source.nextLong();
      byte[] bits = new byte[leak.equals("size") ? 1 + item : reportType().bytes()];
      if (leak.equals("report")) {
        bits[item >> 3] |= (byte) (1 << (item & 7));
      }
      return bits;
    }

    @Override
    public Layout<byte[]> layout() {
      return new Count<>();
    }

    @Override
    public Estimate estimate(Accumulator<byte[]> reports, double confidence) {
      requireOwn(reports);
      return Blank.estimate(reports, k(), confidence);
    }

    @Override
    public double[] variances(long[] counts) {
      return new double[k()];
    }
  }

  /** Counts reports, which say nothing else. */
  private record Count<R>() implements Layout<R> {
    @Override
    public int width() {
      return 1;
    }

    @Override
    public boolean accepts(R report) {
      return true;
    }

    @Override
    public String rule() {
      return "be a report";
    }

    @Override
    public Sink<R> onto(long[] counters) {
      return (report, times) -> {};
    }
  }

  private static final class OfNumbers extends RangeProtocol<Long> {
    private final double lower;
    private final double upper;

    OfNumbers(Parameters given) {
      super(
          named("blank-number", given)
              .with("lower", given.real("lower"))
              .with("upper", given.real("upper")),
          claim(given));
      this.lower = given.real("lower");
      this.upper = given.real("upper");
    }

    @Override
    public ReportType reportType() {
      return ReportType.word();
    }

    @Override
    public double lower() {
      return lower;
    }

    @Override
    public double upper() {
      return upper;
    }

    @Override
    public int cohorts() {
      return 1;
    }

    @Override
    public int cohort(int stratum, long word) {
      return 0;
    }

    @Override
    public long inputs(int cohort) {
      return 1001;
    }

    @Override
    public boolean accepts(double value) {
      return value >= lower && value <= upper;
    }

    @Override
    public long input(double value, int cohort) {
      if (!accepts(value)) {
        throw new IllegalArgumentException(
            "a value must lie between lower and upper of "
                + spec()
                + ". One did not (it is not shown).");
      }
      return Math.round((value - lower) / (upper - lower) * 1000);
    }

    @Override
    public Long report(long input, int cohort, RandomSource source) {
      source.nextLong();
      return 0L;
    }

    @Override
    public double contrast(Long report, long input, long other, int cohort) {
      return 0;
    }

    @Override
    public double[] answers(double[] values) {
      return new double[1];
    }

    @Override
    public double[] variances(double[] values) {
      return new double[1];
    }

    @Override
    public Layout<Long> layout() {
      return new Count<>();
    }

    @Override
    public Estimate estimate(Accumulator<Long> reports, double confidence) {
      requireOwn(reports);
      return Blank.estimate(reports, 1, confidence);
    }
  }

  private static final class OfVectors extends BallProtocol<Long> {
    OfVectors(Parameters given) {
      super(
          named("blank-vector", given)
              .with("d", given.integer("d"))
              .with("radius", given.real("radius")),
          claim(given),
          new Ball(Norm.L2, given.integer("d"), given.real("radius"), Outside.REFUSE, 1 << 10));
    }

    @Override
    public ReportType reportType() {
      return ReportType.word();
    }

    @Override
    public Long report(int[] input, RandomSource source) {
      source.nextLong();
      return 0L;
    }

    @Override
    public double contrast(Long report, int[] input, int[] other) {
      return 0;
    }

    @Override
    public double[] variances(double[][] values) {
      return new double[d()];
    }

    @Override
    public double worstVariance() {
      return 0;
    }

    @Override
    public Layout<Long> layout() {
      return new Count<>();
    }

    @Override
    public Estimate estimate(Accumulator<Long> reports, double confidence) {
      requireOwn(reports);
      return Blank.estimate(reports, d(), confidence);
    }
  }

  /** Brings them. */
  public static final class Protocols implements Catalogue {
    @Override
    public List<Declaration<?>> declarations() {
      return List.of(
          Declaration.named("blank", 65001, "tests only")
              .takes(Parameter.EPSILON, K, LEAK)
              .makes(OfCells::new),
          Declaration.named("blank-bits", 65002, "tests only")
              .takes(Parameter.EPSILON, K, LEAK)
              .makes(OfBits::new),
          Declaration.named("blank-number", 65003, "tests only")
              .takes(Parameter.EPSILON, LOWER, UPPER)
              .makes(OfNumbers::new),
          Declaration.named("blank-vector", 65004, "tests only")
              .takes(Parameter.EPSILON, BallProtocol.D, BallProtocol.RADIUS)
              .makes(OfVectors::new));
    }
  }
}
