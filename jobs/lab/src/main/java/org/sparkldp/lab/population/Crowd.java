package org.sparkldp.lab.population;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.sparkldp.jobs.plan.Face;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Predicted;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RangeProtocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.distribution.ManyQuantiles;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.quantile.QuantileProtocol;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.regression.Regression;
import org.sparkldp.protocols.sets.SetProtocol;
import org.sparkldp.protocols.sums.KeyedSums;
import org.sparkldp.protocols.sums.MeanBy;
import org.sparkldp.protocols.words.WordsRound;
import org.sparkldp.tables.protocol.AskedTables;

/**
 * People for {@code ldp simulate}, of one kind of question. The first that knows a protocol's
 * people makes them, those of histograms, means and densities last: their people will do for all
 * questions with the same values.
 *
 * @param <P> the protocols of the question
 */
public abstract class Crowd<P extends Protocol<?, ?>> implements Face {
  private final String kind;
  private final Class<? super P> protocols;
  private final BiFunction<P, Population.PopulationRequest, Population> people;

  /** Declares one. */
  protected Crowd(
      String kind,
      Class<? super P> protocols,
      BiFunction<P, Population.PopulationRequest, Population> people) {
    this.kind = kind;
    this.protocols = protocols;
    this.people = people;
  }

  @Override
  public final String kind() {
    return kind;
  }

  /** Whether any question with the same values may have these people; asked last. */
  boolean isOfValues() {
    return false;
  }

  /** People of a protocol; none if it is of another question. */
  @SuppressWarnings("unchecked") // its class is that of the question's protocols
  Optional<Population> of(Protocol<?, ?> protocol, Population.PopulationRequest request) {
    return protocols.isInstance(protocol)
        ? Optional.of(people.apply((P) protocol, request))
        : Optional.empty();
  }

  /** Of Gaussian means. */
  public static final class OfGaussian extends Crowd<GaussianProtocol<?>> {
    /** As the service loader makes it. */
    public OfGaussian() {
      super("gaussian-mean", GaussianProtocol.class, GaussianPopulation::of);
    }
  }

  /** Of regressions. */
  public static final class OfRegression extends Crowd<Regression<?>> {
    /** As the service loader makes it. */
    public OfRegression() {
      super(
          "regression",
          Regression.class,
          (protocol, request) -> RegressionPopulation.of(protocol, request.users()));
    }
  }

  /** Of words that nobody can list. */
  public static final class OfWords extends Crowd<WordsRound> {
    /** As the service loader makes it. */
    public OfWords() {
      super("words", WordsRound.class, WordsPopulation::of);
    }
  }

  /** Of many quantiles. */
  public static final class OfQuantiles extends Crowd<ManyQuantiles> {
    /** As the service loader makes it. */
    public OfQuantiles() {
      super("quantiles", ManyQuantiles.class, OfQuantiles::people);
    }

    private static Population people(ManyQuantiles protocol, Population.PopulationRequest request) {
      double[] people = request.numbers(protocol.lower(), protocol.upper());
      return Trials.of(
          protocol, protocol.lower(), protocol.upper(), people, protocol.answers(people));
    }
  }

  /** Of one quantile. */
  public static final class OfQuantile extends Crowd<QuantileProtocol<?>> {
    /** As the service loader makes it. */
    public OfQuantile() {
      super("quantile", QuantileProtocol.class, OfQuantile::people);
    }

    private static Population people(
        QuantileProtocol<?> protocol, Population.PopulationRequest request) {
      double[] people = request.numbers(protocol.lower(), protocol.upper());
      double[] truth = {quantile(protocol, people)};
      return Trials.of(protocol, protocol.lower(), protocol.upper(), people, truth);
    }

    /** The least value with a share p of the people at or below it, clipped to the range. */
    private static double quantile(QuantileProtocol<?> protocol, double[] people) {
      double[] sorted = people.clone();
      Arrays.sort(sorted);
      int rank = (int) Math.ceil(protocol.p() * sorted.length);
      double quantile = sorted[Math.max(1, rank) - 1];
      return Math.max(protocol.lower(), Math.min(protocol.upper(), quantile));
    }
  }

  /** Of items: histograms, and all questions about items that are asked in one round. */
  public static final class OfItems extends Crowd<ItemProtocol<?>> {
    /** As the service loader makes it. */
    public OfItems() {
      super("histogram", ItemProtocol.class, OfItems::people);
    }

    @Override
    boolean isOfValues() {
      return true;
    }

    @Override
    Optional<Population> of(Protocol<?, ?> protocol, Population.PopulationRequest request) {
      return protocol.facet(InRounds.class).isEmpty()
          ? super.of(protocol, request)
          : Optional.empty();
    }

    private static Population people(
        ItemProtocol<?> protocol, Population.PopulationRequest request) {
      int[] held = request.items(protocol.k());
      Population people = ItemPopulation.of(protocol, held);
      return protocol instanceof FrequencyOracle<?>
          ? people.withLimit(OptionalDouble.of(limit(protocol, held)))
          : people;
    }

    /**
     * The least possible mean variance: subset selection at its best size is optimal for histograms
     * (Ye &amp; Barg, IEEE Transactions on Information Theory 2018).
     */
    private static double limit(ItemProtocol<?> oracle, int[] items) {
      ItemProtocol<?> best =
          (ItemProtocol<?>)
              Protocols.of(
                  "subset(epsilon=" + oracle.guarantee().epsilon() + ",k=" + oracle.k() + ")");
      return Arrays.stream(best.variances(ItemPopulation.counts(items, oracle.k())))
          .average()
          .orElseThrow();
    }
  }

  /** Of sets of items: each person holds some drawn for people next to each other. */
  public static final class OfItemSets extends Crowd<SetProtocol> {
    /** As the service loader makes it. */
    public OfItemSets() {
      super("items", SetProtocol.class, OfItemSets::people);
    }

    private static Population people(SetProtocol protocol, Population.PopulationRequest request) {
      int[] items = request.items(protocol.k());
      int most = Math.min(protocol.most(), items.length);
      List<double[]> sets =
          IntStream.range(0, items.length)
              .mapToObj(
                  i ->
                      IntStream.rangeClosed(1, i % (most + 1))
                          .mapToDouble(j -> items[(i + j) % items.length])
                          .toArray())
              .toList();
      Predicted.Expected expected = protocol.expected(sets, 1);
      return Trials.of(protocol, sets, expected.answers()).withVariances(expected.variances());
    }
  }

  /** Of numbers by a key: the means of the keys that have one with some certainty. */
  public static final class OfMeanBy extends Crowd<MeanBy> {
    /** In standard errors of a key's count. */
    private static final double SURE = 8;

    /** As the service loader makes it. */
    public OfMeanBy() {
      super("mean-by", MeanBy.class, OfMeanBy::people);
    }

    private static Population people(MeanBy protocol, Population.PopulationRequest request) {
      int users = request.users();
      int[] keys = request.items(protocol.k());
      KeyedSums sums = protocol.sums();
      double[] numbers = People.numbers(sums.lower(), sums.upper(), users, request.seed());
      long[] counts = ItemPopulation.counts(keys, protocol.k());
      double[] totals = new double[counts.length];
      IntStream.range(0, users).forEach(i -> totals[keys[i]] += numbers[i]);
      int[] sure =
          IntStream.range(0, counts.length)
              .filter(v -> counts[v] > SURE * Math.sqrt(sums.named().variance(counts[v], users)))
              .toArray();
      Require.that(sure.length > 0)
          .orRefuse(
              "people must be so many that a key has a mean, or there is nothing to simulate."
                  + " Provided: %s; take more people or a larger epsilon.",
              users);
      double[] means = Arrays.stream(sure).mapToDouble(v -> totals[v] / counts[v]).toArray();
      return Population.of(
          seed -> {
            Estimate all =
                Trials.estimate(
                        protocol,
                        users,
                        (person, source) -> new double[] {keys[person], numbers[person]},
                        new SimulationSource(seed))
                    .orElseThrow();
            List<Estimate.Row> rows =
                Arrays.stream(sure).mapToObj(v -> all.rows().get(3 * v + 2)).toList();
            boolean isFound = rows.stream().noneMatch(row -> Double.isNaN(row.estimate()));
            Estimate found = new Estimate(users, all.confidence(), rows);
            return new Population.Trial(Optional.of(found).filter(any -> isFound), means, 1);
          });
    }
  }

  /** Of named tables; which are asked in rounds hangs on the reports. */
  public static final class OfTables extends Crowd<AskedTables> {
    /** As the service loader makes it. */
    public OfTables() {
      super("table", AskedTables.class, OfTables::people);
    }

    private static Population people(AskedTables protocol, Population.PopulationRequest request) {
      Require.that(protocol.facet(InRounds.class).isEmpty())
          .orRefuse(
              "people of tables are simulated where the tables are named. Provided: %s; give ask.",
              protocol.spec());
      List<int[]> cells = protocol.cells();
      int[] most = cells.stream().mapToInt(groups -> groups.length).toArray();
      int[] items = request.items(Arrays.stream(most).max().orElseThrow());
      List<double[]> people =
          IntStream.range(0, items.length)
              .mapToObj(
                  i ->
                      IntStream.range(0, most.length)
                          .mapToDouble(a -> items[(i * (a + 1)) % items.length] % most[a])
                          .toArray())
              .toList();
      Predicted.Expected expected = protocol.expected(people, 1);
      return Trials.of(protocol, people, expected.answers()).withVariances(expected.variances());
    }
  }

  /** Of vectors: their mean. */
  public static final class OfVectors extends Crowd<BallProtocol<?>> {
    /** As the service loader makes it. */
    public OfVectors() {
      super("mean", BallProtocol.class, OfVectors::people);
    }

    @Override
    boolean isOfValues() {
      return true;
    }

    private static Population people(
        BallProtocol<?> protocol, Population.PopulationRequest request) {
      double[][] people = People.vectors(protocol, request.users(), request.seed());
      return Trials.of(protocol, List.of(people), People.mean(people))
          .withVariances(protocol.variances(people));
    }
  }

  /** Of numbers in a range: their density, or their mean. */
  public static final class OfNumbers extends Crowd<RangeProtocol<?>> {
    /** As the service loader makes it. */
    public OfNumbers() {
      super("density", RangeProtocol.class, OfNumbers::people);
    }

    @Override
    boolean isOfValues() {
      return true;
    }

    private static Population people(
        RangeProtocol<?> protocol, Population.PopulationRequest request) {
      double[] people = request.numbers(protocol.lower(), protocol.upper());
      return Trials.of(
              protocol, protocol.lower(), protocol.upper(), people, protocol.answers(people))
          .withVariances(protocol.variances(people));
    }
  }
}
