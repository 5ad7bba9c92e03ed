package org.sparkldp.jobs.regression;

import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsWritable;

/** The parameters of {@link LocallyPrivateGlm}, which says what they mean, and their defaults. */
public abstract class LocallyPrivateGlmParams extends Estimator<LocallyPrivateGlmModel>
    implements DefaultParamsWritable {
  final Param<String> family;
  final DoubleParam epsilon;
  final DoubleParam radius;
  final DoubleParam residual;
  final Param<String> norm;
  final Param<String> outside;
  final BooleanParam fitIntercept;
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
    this.epsilon = new DoubleParam(this, "epsilon", "privacy loss of a person");
    this.radius = new DoubleParam(this, "radius", "largest norm of features");
    this.residual =
        new DoubleParam(this, "residual", "distance of a label from its mean that counts in full");
    this.norm = new Param<>(this, "norm", "what radius bounds: l2 (the default) or linf");
    this.outside = new Param<>(this, "outside", "longer features: refuse (the default) or clip");
    this.fitIntercept =
        new BooleanParam(this, "fitIntercept", "whether the model has an intercept, default true");
    this.name = new Param<>(this, "name", "the question's name, default regression");
    this.idCol = new Param<>(this, "idCol", "column that names the person");
    this.featuresCol = new Param<>(this, "featuresCol", "features column");
    this.labelCol = new Param<>(this, "labelCol", "label column");
    this.predictionCol = new Param<>(this, "predictionCol", "the model's prediction column");
    this.probabilityCol =
        new Param<>(this, "probabilityCol", "the model's column of the probability of label 1");
    setDefault(family, "logistic");
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
