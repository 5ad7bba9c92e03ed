package org.sparkldp.jobs.regression;

import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsWritable;

/** The parameters of {@link LocallyPrivateGlm}, which says what they mean, and their defaults. */
public abstract class LocallyPrivateGlmParams extends Estimator<LocallyPrivateGlmModel>
    implements DefaultParamsWritable {
  static final String NEWTON = "newton";
  static final String DESCENT = "descent";

  final Param<String> family;
  final Param<String> method;
  final DoubleParam epsilon;
  final DoubleParam radius;
  final DoubleParam residual;
  final Param<String> norm;
  final Param<String> outside;
  final BooleanParam fitIntercept;
  final Param<String> mechanism;
  final IntParam rounds;
  final IntParam replicates;
  final DoubleParam burnIn;
  final DoubleParam stepSize;
  final DoubleParam beta;
  final DoubleParam bound;
  final Param<String> name;
  final Param<String> idCol;
  final Param<String> featuresCol;
  final Param<String> labelCol;
  final Param<String> predictionCol;
  final Param<String> probabilityCol;

  private final String uid;

  /** With defaults, under a given name of the stage. */
  LocallyPrivateGlmParams(String uid) {
    this.uid = uid;
    // Parameters take the stage's name, so that must be there before them.
    this.family = new Param<>(this, "family", "logistic (the default), linear or poisson");
    this.method =
        new Param<>(
            this, "method", "newton (the default) or descent, the paper's gradient descent");
    this.epsilon = new DoubleParam(this, "epsilon", "privacy loss of a person, in nats");
    this.radius = new DoubleParam(this, "radius", "largest norm of features");
    this.residual =
        new DoubleParam(this, "residual", "distance of a label from its mean that counts in full");
    this.norm = new Param<>(this, "norm", "what radius bounds: l2 (the default) or linf");
    this.outside = new Param<>(this, "outside", "longer features: refuse (the default) or clip");
    this.fitIntercept =
        new BooleanParam(this, "fitIntercept", "whether the model has an intercept, default true");
    this.mechanism =
        new Param<>(this, "mechanism", "protocol of vectors for gradients, by default the best");
    this.rounds = new IntParam(this, "rounds", "rounds of fresh people");
    this.replicates =
        new IntParam(this, "replicates", "chains behind the standard errors, default 5");
    this.burnIn =
        new DoubleParam(this, "burnIn", "share of the rounds before the replicates, default 0.12");
    this.stepSize = new DoubleParam(this, "stepSize", "first step size");
    this.beta = new DoubleParam(this, "beta", "power by which steps fall, default 0.3");
    this.bound = new DoubleParam(this, "bound", "largest norm of the coefficients");
    this.name = new Param<>(this, "name", "the question's name, default regression");
    this.idCol = new Param<>(this, "idCol", "column that says whose a row is");
    this.featuresCol = new Param<>(this, "featuresCol", "features column");
    this.labelCol = new Param<>(this, "labelCol", "label column");
    this.predictionCol = new Param<>(this, "predictionCol", "the model's prediction column");
    this.probabilityCol =
        new Param<>(this, "probabilityCol", "the model's column of the probability of label 1");
    setDefault(family, "logistic");
    setDefault(method, NEWTON);
    setDefault(name, "regression");
    setDefault(idCol, "id");
    setDefault(featuresCol, "features");
    setDefault(labelCol, "label");
    setDefault(predictionCol, "prediction");
    setDefault(probabilityCol, "probability");
  }

  @Override
  public String uid() {
    return uid;
  }

  public Param<String> family() {
    return family;
  }

  public Param<String> method() {
    return method;
  }

  public DoubleParam epsilon() {
    return epsilon;
  }

  public DoubleParam radius() {
    return radius;
  }

  public DoubleParam residual() {
    return residual;
  }

  public Param<String> norm() {
    return norm;
  }

  public Param<String> outside() {
    return outside;
  }

  public BooleanParam fitIntercept() {
    return fitIntercept;
  }

  public Param<String> mechanism() {
    return mechanism;
  }

  public IntParam rounds() {
    return rounds;
  }

  public IntParam replicates() {
    return replicates;
  }

  public DoubleParam burnIn() {
    return burnIn;
  }

  public DoubleParam stepSize() {
    return stepSize;
  }

  public DoubleParam beta() {
    return beta;
  }

  public DoubleParam bound() {
    return bound;
  }

  public Param<String> name() {
    return name;
  }

  public Param<String> idCol() {
    return idCol;
  }

  public Param<String> featuresCol() {
    return featuresCol;
  }

  public Param<String> labelCol() {
    return labelCol;
  }

  public Param<String> predictionCol() {
    return predictionCol;
  }

  public Param<String> probabilityCol() {
    return probabilityCol;
  }
}
