package org.sparkldp.functions;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Postprocessed;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ValueType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.density.Density;
import org.sparkldp.protocols.frequency.HadamardResponse;
import org.sparkldp.protocols.frequency.LinearLocalHashing;
import org.sparkldp.protocols.frequency.ProjectiveGeometryResponse;
import org.sparkldp.protocols.frequency.RandomizedResponse;
import org.sparkldp.protocols.mean.DuchiMean;
import org.sparkldp.protocols.mean.TruncatedMean;
import org.sparkldp.protocols.mean.WindowMean;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Local privacy as plain functions, for engines that call static methods of a jar and take no
 * extension: a fresh report of a value, estimates from counts of reports, the cost of a report.
 * Reports are those of the SQL functions, to the byte, of protocols whose report is one cell;
 * {@code SELECT report, count(*) GROUP BY report} is their aggregate.
 */
public final class Ldp {
  /** One cell a report, one round, one cohort, no memory. */
  static final List<Declaration<?>> PROTOCOLS =
      List.of(
          RandomizedResponse.RR,
          RandomizedResponse.GRR,
          LinearLocalHashing.DECLARATION,
          HadamardResponse.DECLARATION,
          ProjectiveGeometryResponse.DECLARATION,
          WindowMean.DECLARATION,
          DuchiMean.DECLARATION,
          TruncatedMean.DECLARATION,
          Density.DECLARATION);

  private static final int MOST_KEPT = 64;

  /** By spec: some have tables that take long to make, and every row asks for one. */
  private static final Map<String, Protocol<?, ?>> KEPT = new ConcurrentHashMap<>();

  private Ldp() {}

  /**
   * A fresh report. Each call draws anew, so the function must be declared volatile or not
   * deterministic, and reports must be stored before anything reads them: each draw costs the
   * person {@link #epsilon}.
   *
   * @param value an item's number, or a number; null has no report
   * @return a cell
   */
  public static Integer randomize(Double value, String spec) {
    return randomize(value, spec, SystemRandomness.get());
  }

  /** With the random words of a test, which has no name for a source in the jar. */
  static Integer randomize(Double value, String spec, LongSupplier words) {
    RandomSource coins =
        new RandomSource() {
          @Override
          public long nextLong() {
            return words.getAsLong();
          }
        };
    return randomize(value, spec, coins);
  }

  private static Integer randomize(Double value, String spec, RandomSource coins) {
    Protocol<?, ?> protocol = protocol(spec);
    return value == null ? null : report(protocol, value, coins);
  }

  @SuppressWarnings("unchecked") // values as the protocol's type says, reports are cells
  private static Integer report(Protocol<?, ?> protocol, double value, RandomSource coins) {
    boolean isNumber = protocol.valueType() == ValueType.NUMBER;
    Object known = isNumber ? (Object) value : (Object) item(value);
    return ((Protocol<Object, Integer>) protocol).randomizer().randomize(known, coins);
  }

  /** Refuses a number that is no item's, without showing it; the protocol refuses what is none. */
  private static Integer item(double value) {
    int item = (int) value;
    if (item != value) {
      throw Require.refusal(
          "an item must be a whole number. One was not (it is not shown); number the items from 0"
              + " first.");
    }
    return item;
  }

  /**
   * What the counts of reports say: a JSON array of objects with {@code item}, {@code estimate},
   * {@code standard_error}, {@code lower} and {@code upper} (of a 95 % interval), {@code best} and
   * {@code note}.
   *
   * @param counts how many reports there are of each cell, as numbers or texts of numbers; null for
   *     reports of null, which are left out
   */
  public static String estimate(Map<?, ?> counts, String spec) {
    return counts == null ? null : json(protocol(spec), counts);
  }

  @SuppressWarnings("unchecked") // reports are cells
  private static String json(Protocol<?, ?> any, Map<?, ?> counts) {
    var protocol = (Protocol<?, Integer>) any;
    Accumulator<Integer> reports = protocol.newAccumulator();
    counts.forEach(
        (cell, count) -> {
          if (cell != null && !cell.equals("")) {
            long number = whole(cell);
            reports.add(number == (int) number ? (int) number : -1, whole(count));
          }
        });
    Estimate estimate = protocol.estimate(reports);
    double[] best = Postprocessed.best(protocol, estimate);
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < best.length; i++) {
      Estimate.Row row = estimate.rows().get(i);
      rows.add(
          "{\"item\":\"%s\",\"estimate\":%s,\"standard_error\":%s,\"lower\":%s,\"upper\":%s,\"best\":%s,\"note\":\"%s\"}"
              .formatted(
                  row.item(),
                  number(row.estimate()),
                  number(row.standardError()),
                  number(row.lower()),
                  number(row.upper()),
                  number(best[i]),
                  row.note().replace("\\", "\\\\").replace("\"", "\\\"")));
    }
    return rows.stream().collect(Collectors.joining(",", "[", "]"));
  }

  private static long whole(Object number) {
    try {
      return new BigDecimal(String.valueOf(number)).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw Require.refusal(
          "counts must map the number of a cell to a whole number of reports. One entry did not (it"
              + " is not shown).");
    }
  }

  /** JSON has no NaN and no infinity. */
  private static String number(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "null";
  }

  /** The exact epsilon of a report, of the integers that its protocol really uses. */
  public static Double epsilon(String spec) {
    return protocol(spec).guarantee().exactEpsilon();
  }

  private static Protocol<?, ?> protocol(String spec) {
    Require.that(spec != null)
        .orRefuse("a protocol must be given, such as 'rr(epsilon=1.0)'. Provided: none.");
    Protocol<?, ?> kept = KEPT.get(spec);
    if (kept == null) {
      kept = made(ProtocolSpec.parse(spec));
      if (KEPT.size() >= MOST_KEPT) {
        KEPT.clear();
      }
      KEPT.put(spec, kept);
    }
    return kept;
  }

  private static Protocol<?, ?> made(ProtocolSpec spec) {
    return PROTOCOLS.stream()
        .filter(one -> one.name().equals(spec.name()))
        .findFirst()
        .orElseThrow(
            () ->
                Require.refusal(
                    "plain functions take protocols whose report is one cell: %s. Provided value:"
                        + " %s.",
                    PROTOCOLS, spec.name()))
        .make(spec, new byte[0]);
  }
}
