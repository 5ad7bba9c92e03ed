package org.sparkldp.jobs.regression;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.size;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Unwritten;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.task.RegressionTask;
import org.sparkldp.jobs.task.VectorValues;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.regression.Family;
import org.sparkldp.protocols.regression.NewtonGlm;
import org.sparkldp.protocols.regression.Regression;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Logistic, linear or Poisson regression under local differential privacy, as an MLlib estimator:
 * {@link NewtonGlm} over a table of people, by {@link Job#answer}.
 *
 * <p>Input: one row a person, with an id (integer, STRING or BINARY), features (a vector or an
 * array of numbers) and a label. Which round a person answers in is a public hash of the id; the
 * one report of each is made inside the round's job and only the sum leaves it. Output: a {@link
 * LocallyPrivateGlmModel} with coefficients, standard errors and 95 % intervals; the same, to the
 * last bit, for the same people under the same key, however they are partitioned and whichever
 * tasks are retried.
 *
 * <p>Guarantee: epsilon-LDP for each person and fit. Coins are keyed: a fit writes no report down
 * before it uses it, so only reports that a retried task makes again alike cost epsilon once, and
 * without a release key fit is refused. Fitting again over the same table and settings repeats the
 * reports; over another table, or with other settings, it asks people new questions and spends
 * another epsilon each.
 *
 * <p>Parameters: family (logistic, linear, poisson), epsilon and radius; residual for linear and
 * poisson; name, which parts regressions that should not share coins. Cost: the table is cached,
 * then one job for each of 14 rounds; see {@link Unwritten}.
 *
 * <p>Refused before anybody is asked: columns missing or of the wrong type, an empty table, rows
 * without an id, ids that occur twice, features that are too long (unless outside is clip), ragged,
 * NULL or not finite, labels that the family does not have, fewer than 2000 people. Values are
 * never shown.
 */
public final class LocallyPrivateGlm extends LocallyPrivateGlmParams {

  /** With defaults; epsilon and radius must be set. */
  public LocallyPrivateGlm() {
    this(Identifiable.randomUID("ldp_glm"));
  }

  /** With defaults, under a given name of the stage. */
  public LocallyPrivateGlm(String uid) {
    super(uid);
  }

  /** Sets the family: logistic, linear or poisson. */
  public LocallyPrivateGlm setFamily(String value) {
    return with(family, value);
  }

  /** Sets the privacy loss of a person. */
  public LocallyPrivateGlm setEpsilon(double value) {
    return with(epsilon, value);
  }

  /** Sets the largest norm of features. */
  public LocallyPrivateGlm setRadius(double value) {
    return with(radius, value);
  }

  /** Sets how far a label may be from its mean and count in full. */
  public LocallyPrivateGlm setResidual(double value) {
    return with(residual, value);
  }

  /** Sets what the radius bounds: l2 or linf. */
  public LocallyPrivateGlm setNorm(String value) {
    return with(norm, value);
  }

  /** Sets what happens to longer features: refuse or clip. */
  public LocallyPrivateGlm setOutside(String value) {
    return with(outside, value);
  }

  /** Sets whether the model has an intercept. */
  public LocallyPrivateGlm setFitIntercept(boolean value) {
    return with(fitIntercept, value);
  }

  /** Sets the question's name. */
  public LocallyPrivateGlm setName(String value) {
    return with(name, value);
  }

  /** Sets the column of ids. */
  public LocallyPrivateGlm setIdCol(String value) {
    return with(idCol, value);
  }

  /** Sets the column of features. */
  public LocallyPrivateGlm setFeaturesCol(String value) {
    return with(featuresCol, value);
  }

  /** Sets the column of labels. */
  public LocallyPrivateGlm setLabelCol(String value) {
    return with(labelCol, value);
  }

  /** Sets the name of the model's predictions. */
  public LocallyPrivateGlm setPredictionCol(String value) {
    return with(predictionCol, value);
  }

  /** Sets the name of the model's probabilities. */
  public LocallyPrivateGlm setProbabilityCol(String value) {
    return with(probabilityCol, value);
  }

  private <T> LocallyPrivateGlm with(Param<T> param, T value) {
    set(param, value);
    return this;
  }

  @Override
  public LocallyPrivateGlmModel fit(Dataset<?> dataset) {
    StructType schema = dataset.schema();
    transformSchema(schema);
    Column features = FeatureColumns.array(schema, getOrDefault(featuresCol));
    Column label = Columns.number(getOrDefault(labelCol), schema);
    Row seen = dataset.agg(count(lit(1)), coalesce(max(size(features)), lit(0))).head();
    Require.that(seen.getLong(0) > 0)
        .orRefuse("the table must have rows. Provided: none; nobody was asked.");
    Regression<?> first = question(Math.max(0, seen.getInt(1)), seen.getLong(0));
    Plan plan =
        Plan.builder(
                getOrDefault(name),
                getOrDefault(idCol),
                new RegressionTask(
                    new VectorValues(
                        List.of(getOrDefault(featuresCol)), Optional.of(getOrDefault(labelCol))),
                    first),
                Plan.Randomness.KEYED)
            .build();
    Dataset<Row> asked =
        dataset.select(
            Inputs.column(plan.id()),
            features.as(getOrDefault(featuresCol)),
            label.as(getOrDefault(labelCol)));
    boolean isOurs = asked.storageLevel().equals(StorageLevel.NONE());
    if (isOurs) {
      asked.persist(StorageLevel.MEMORY_AND_DISK()); // each round reads it
    }
    Estimate estimate;
    try {
      estimate = Job.of(dataset.sparkSession(), plan).answer(asked).estimate();
    } finally {
      if (isOurs) {
        asked.unpersist();
      }
    }
    LocallyPrivateGlmModel model =
        new LocallyPrivateGlmModel(uid(), first.spec().toString(), estimate);
    copyValues(model, extractParamMap());
    return model.setParent(this);
  }

  private String knownFamily() {
    String given = getOrDefault(family);
    if (Arrays.stream(Family.values()).noneMatch(known -> known.text().equals(given))) {
      throw Require.refusal(
          "family must be logistic, linear or poisson. Provided value: %s.", given);
    }
    return given;
  }

  private Regression<?> question(int p, long people) {
    ProtocolSpec spec =
        ProtocolSpec.named(knownFamily() + "-regression")
            .with("epsilon", required(epsilon))
            .with("p", p)
            .with("radius", required(radius))
            .with("users", Math.min(Integer.MAX_VALUE, people));
    spec = withNumber(spec, "residual", residual);
    spec = withText(spec, norm);
    spec = withText(spec, outside);
    if (isDefined(fitIntercept)) {
      spec = spec.with("intercept", (Boolean) getOrDefault(fitIntercept) ? "yes" : "no");
    }
    return RegressionTask.protocol(spec);
  }

  private double required(DoubleParam param) {
    if (!isDefined(param)) {
      throw Require.refusal("%s (%s) must be set. Provided: none.", param.name(), param.doc());
    }
    return (Double) getOrDefault(param);
  }

  private ProtocolSpec withNumber(ProtocolSpec spec, String parameter, DoubleParam param) {
    return isDefined(param) ? spec.with(parameter, (Double) getOrDefault(param)) : spec;
  }

  private ProtocolSpec withText(ProtocolSpec spec, Param<String> param) {
    return isDefined(param) ? spec.with(param.name(), getOrDefault(param)) : spec;
  }

  @Override
  public StructType transformSchema(StructType schema) {
    FeatureColumns.array(schema, getOrDefault(featuresCol));
    Columns.number(getOrDefault(labelCol), schema);
    Columns.id(getOrDefault(idCol), schema);
    String id = getOrDefault(idCol);
    Require.that(
            !id.equals(Plan.ROW)
                && Stream.of(labelCol, featuresCol)
                    .noneMatch(column -> id.equalsIgnoreCase(getOrDefault(column))))
        .orRefuse(
            "idCol must name a column of its own, which is not called row. Provided value: %s;"
                + " rename or copy it.",
            id);
    StructType predicted = schema;
    if (knownFamily().equals("logistic")) {
      predicted = predicted.add(getOrDefault(probabilityCol), DataTypes.DoubleType);
    }
    return predicted.add(getOrDefault(predictionCol), DataTypes.DoubleType);
  }

  @Override
  public LocallyPrivateGlm copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads what {@link #write} has written. */
  public static MLReader<LocallyPrivateGlm> read() {
    return new DefaultParamsReader<>();
  }

  /** Reads what {@link #save} has written. */
  public static LocallyPrivateGlm load(String path) {
    return read().load(path);
  }
}
