package org.sparkldp.published.mean;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.mean.LaplaceMean;
import org.sparkldp.protocols.mean.MeanProtocol;
import org.sparkldp.protocols.mean.TruncatedMean;
import org.sparkldp.protocols.mean.TruncatedMean.MomentQuestion;
import org.sparkldp.protocols.mean.WindowMean;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * {@code truncated-mean(base=laplace)} reports clipped values with Laplace noise, and {@code
 * truncation=paper} clips at r (n epsilon²)^(1/(2k)), both as the paper does.
 *
 * <p>Source: Duchi, Jordan &amp; Wainwright, JASA 2018, Corollary 1.
 */
public final class PublishedTruncatedMean {
  private PublishedTruncatedMean() {}

  private static TruncatedMean<?> of(Parameters given) {
    MomentQuestion question = MomentQuestion.of(given);
    boolean isLaplace = given.text("base").equals("laplace");
    boolean isPaper = given.text("truncation").equals("paper");
    double square = question.users() * question.epsilon() * question.epsilon();
    double truncation =
        isPaper
            ? question.bound() * Math.pow(square, 1 / (2 * question.moment()))
            : question.truncation(base(question, isLaplace, 1).worstVariance());
    return new TruncatedMean<>(given, question, base(question, isLaplace, truncation));
  }

  private static MeanProtocol<?> base(
      MomentQuestion question, boolean isLaplace, double truncation) {
    double lower = question.lower(truncation);
    return isLaplace
        ? LaplaceMean.DECLARATION.of(question.epsilon(), lower, truncation, Outside.CLIP)
        : WindowMean.DECLARATION.of(question.epsilon(), lower, truncation, Outside.CLIP);
  }

  /** {@code truncated-mean(epsilon,moment,bound,users,base=laplace)}. */
  public static final Declaration<TruncatedMean<?>> BASE = declared("base", "laplace");

  /** {@code truncated-mean(epsilon,moment,bound,users,truncation=paper)}. */
  public static final Declaration<TruncatedMean<?>> TRUNCATION = declared("truncation", "paper");

  private static Declaration<TruncatedMean<?>> declared(String parameter, String value) {
    List<Parameter> all = new ArrayList<>(TruncatedMean.PARAMETERS);
    all.add(
        Parameter.word(
            "base",
            "how clipped values are reported: best (the default) or laplace",
            "best",
            "laplace"));
    all.add(
        Parameter.word(
            "truncation", "where to clip: best (the default) or paper", "best", "paper"));
    return Declaration.named(
            "truncated-mean",
            25,
            "mean of numbers without a range, clipped or reported as in the paper")
        .takes(all)
        .onlyWith(parameter, value)
        .variants(parameter + "=" + value)
        .makes(PublishedTruncatedMean::of);
  }
}
