package org.sparkldp.protocols.regression;

import java.util.function.Supplier;
import org.sparkldp.protocols.BallProtocol.Norm;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The model, and the people it is fitted to: what a person's features and label may be, and what a
 * label is held to mean. Knows nothing of how it is fitted.
 *
 * @param family which model
 * @param p features, without the intercept
 * @param radius largest norm of a person's features
 * @param residual label minus mean beyond which it counts no more; 1 for {@link Family#LOGISTIC}
 * @param norm how features are measured
 * @param outside what happens to features beyond the radius
 * @param intercept whether the model has one
 */
public record Model(
    Family family,
    int p,
    double radius,
    double residual,
    Norm norm,
    Outside outside,
    boolean intercept) {

  /** What sizes may be: beyond, products of them leave the doubles. */
  public static Parameter scale(String name, String meaning) {
    return Parameter.real(name, meaning).from(1e-100).to(1e100);
  }

  public static final Parameter RADIUS =
      scale("radius", "largest norm of a person's features").example("1.0");
  public static final Parameter RESIDUAL =
      scale("residual", "how far a label may be from its mean and still count in full")
          .example("1.0");
  public static final Parameter NORM =
      Parameter.word(
          "norm",
          "what radius bounds: the Euclidean norm (l2, the default) or each feature's size (linf)",
          "l2",
          "linf");
  public static final Parameter INTERCEPT =
      Parameter.word(
          "intercept", "whether the model has one: yes (the default) or no", "yes", "no");

  /** Norms larger by so much are taken to be the radius. */
  private static final double FORGIVEN = 1e-9;

  public Model {
    RADIUS.require(radius);
    RESIDUAL.require(residual);
  }

  /** Reads the parameters. */
  public static Model of(Family family, Parameters given) {
    return new Model(
        family,
        given.integer("p"),
        given.real(RADIUS.name()),
        family == Family.LOGISTIC ? 1 : given.real(RESIDUAL.name()),
        given.text(NORM.name()).equals("l2") ? Norm.L2 : Norm.MAX,
        Outside.of(given),
        given.text(INTERCEPT.name()).equals("yes"));
  }

  /** Numbers to estimate. */
  public int width() {
    return intercept ? p + 1 : p;
  }

  /** What an estimate's row is of: a feature's index, or {@code intercept}. */
  public String item(int row) {
    return row == p ? "intercept" : Integer.toString(row);
  }

  boolean accepts(double[] value) {
    if (value.length != p + 1 || !family.accepts(value[p])) {
      return false;
    }
    double largest = largest(value);
    return Double.isFinite(largest)
        && (outside == Outside.CLIP || excess(value, largest) <= 1 + FORGIVEN);
  }

  /**
   * The features, inside their ball; refuses a value that is not accepted.
   *
   * @param spec for the refusal
   */
  double[] features(double[] value, Supplier<ProtocolSpec> spec) {
    double largest = largest(value);
    if (!Double.isFinite(largest)) {
      throw Require.refusal(
          "a vector's coordinates must be finite numbers. One was not (it is not shown); leave the"
              + " vector out or map it first.");
    }
    if (!family.accepts(value[p])) {
      throw Require.refusal(
          "a label must be %s. One was not (it is not shown); leave it out or map it first.",
          family.labels());
    }
    double excess = excess(value, largest);
    if (excess > 1 + FORGIVEN && outside == Outside.REFUSE) {
      throw Require.refusal(
          "the norm of features must be at most the radius of %s. One's was not (it is not shown);"
              + " scale features first, or set outside=clip.",
          spec.get());
    }
    double[] features = new double[p];
    for (int j = 0; j < p; j++) {
      features[j] = inside(value[j], excess);
    }
    return features;
  }

  /** How far a label is from its mean at z, as far as that counts. */
  public double off(double z, double label) {
    return Math.max(-residual, Math.min(residual, family.mean(z) - label));
  }

  /** The largest size of a feature; NaN if one is. */
  private double largest(double[] value) {
    double largest = 0;
    for (int j = 0; j < p; j++) {
      largest = Math.max(largest, Math.abs(value[j]));
    }
    return largest;
  }

  /** The norm of the features in radii, without overflow. */
  private double excess(double[] value, double largest) {
    if (norm == Norm.MAX || largest == 0) {
      return largest / radius;
    }
    double squares = 0;
    for (int j = 0; j < p; j++) {
      squares += value[j] / largest * (value[j] / largest);
    }
    return largest / radius * Math.sqrt(squares);
  }

  /** A feature of the nearest features inside the ball. */
  private double inside(double feature, double excess) {
    if (excess <= 1) {
      return feature;
    }
    return norm == Norm.L2 ? feature / excess : Math.max(-radius, Math.min(radius, feature));
  }
}
