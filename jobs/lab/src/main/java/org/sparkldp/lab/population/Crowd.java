package org.sparkldp.lab.population;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiFunction;
import org.sparkldp.jobs.plan.Face;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.distribution.ManyQuantiles;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.quantile.QuantileProtocol;
import org.sparkldp.protocols.regression.Regression;
import org.sparkldp.protocols.words.WordsRound;

/**
 * People for {@code ldp simulate} whom only a kind of question knows: its protocols' values alone
 * do not say who they are.
 *
 * @param <P> the protocols of the question
 */
public abstract class Crowd<P extends Protocol<?, ?>> implements Face {
  private final String kind;
  private final Class<? super P> protocols;
  private final BiFunction<P, Population.Request, Population> people;

  /** Declares one. */
  protected Crowd(
      String kind,
      Class<? super P> protocols,
      BiFunction<P, Population.Request, Population> people) {
    this.kind = kind;
    this.protocols = protocols;
    this.people = people;
  }

  @Override
  public final String kind() {
    return kind;
  }

  /** People of a protocol; none if it is of another question. */
  @SuppressWarnings("unchecked") // its class is that of the question's protocols
  final Optional<Population> of(Protocol<?, ?> protocol, Population.Request request) {
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

    private static Population people(ManyQuantiles protocol, Population.Request request) {
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

    private static Population people(QuantileProtocol<?> protocol, Population.Request request) {
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
}
