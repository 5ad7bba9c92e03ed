package org.sparkldp.jobs.regression;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.task.RegressionTask;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.regression.Family;
import org.sparkldp.protocols.regression.Regression;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.sql.LdpColumns;
import scala.Option;

/**
 * The model that {@link LocallyPrivateGlm} has fitted. Post-processing of reports: it may be used
 * and shown freely.
 *
 * <p>transform: adds the prediction (DOUBLE), which for the logistic family is 0 or 1 and has the
 * probability of 1 (DOUBLE) beside it, and for the others is the label's mean. NULL features give
 * NULL. Errors: features of another number fail the query.
 */
public final class LocallyPrivateGlmModel extends Model<LocallyPrivateGlmModel>
    implements MLWritable {
  private static final StructType DATA =
      new StructType()
          .add("spec", DataTypes.StringType, false)
          .add("people", DataTypes.LongType, false)
          .add("items", DataTypes.createArrayType(DataTypes.StringType, false), false)
          .add("estimates", DataTypes.createArrayType(DataTypes.DoubleType, false), false)
          .add("standard_errors", DataTypes.createArrayType(DataTypes.DoubleType, false), false)
          .add("lower", DataTypes.createArrayType(DataTypes.DoubleType, false), false)
          .add("upper", DataTypes.createArrayType(DataTypes.DoubleType, false), false)
          .add("confidence", DataTypes.DoubleType, false)
          .add("notes", DataTypes.createArrayType(DataTypes.StringType, false), false);

  private final Param<String> featuresCol;
  private final Param<String> predictionCol;
  private final Param<String> probabilityCol;

  private final String uid;
  private final String spec;
  private final Estimate estimate;

  LocallyPrivateGlmModel(String uid, String spec, Estimate estimate) {
    this.uid = uid;
    // Parameters take the stage's name, so that must be there before them.
    this.featuresCol = new Param<>(this, "featuresCol", "features column");
    this.predictionCol = new Param<>(this, "predictionCol", "prediction column, added");
    this.probabilityCol =
        new Param<>(this, "probabilityCol", "column of the probability of label 1, added");
    this.spec = spec;
    this.estimate = estimate;
    setDefault(featuresCol, "features");
    setDefault(predictionCol, "prediction");
    setDefault(probabilityCol, "probability");
  }

  @Override
  public String uid() {
    return uid;
  }

  public Param<String> featuresCol() {
    return featuresCol;
  }

  public Param<String> predictionCol() {
    return predictionCol;
  }

  public Param<String> probabilityCol() {
    return probabilityCol;
  }

  /** Sets the column of features. */
  public LocallyPrivateGlmModel setFeaturesCol(String name) {
    set(featuresCol, name);
    return this;
  }

  /** Sets the name of the predictions. */
  public LocallyPrivateGlmModel setPredictionCol(String name) {
    set(predictionCol, name);
    return this;
  }

  /** Sets the name of the probabilities. */
  public LocallyPrivateGlmModel setProbabilityCol(String name) {
    set(probabilityCol, name);
    return this;
  }

  /** The protocol's canonical spec, which says what was asked at which epsilon. */
  public String spec() {
    return spec;
  }

  /** The whole estimate: coefficients, then the intercept, with errors and intervals. */
  public Estimate estimate() {
    return estimate;
  }

  /** People who were asked. */
  public long people() {
    return estimate.n();
  }

  /** Coefficients of the features, in their order. */
  public Vector coefficients() {
    return Vectors.dense(first(estimate.estimates()));
  }

  /** Standard errors of the coefficients. */
  public Vector standardErrors() {
    return Vectors.dense(first(estimate.standardErrors()));
  }

  /** The intercept; 0 if the model has none. */
  public double intercept() {
    return last(estimate.estimates());
  }

  /** The intercept's standard error; 0 if the model has none. */
  public double interceptStandardError() {
    return last(estimate.standardErrors());
  }

  private int p() {
    return glm().model().p();
  }

  private Regression<?> glm() {
    return RegressionTask.protocol(ProtocolSpec.parse(spec));
  }

  private double[] first(double[] numbers) {
    return Arrays.copyOf(numbers, p());
  }

  private double last(double[] numbers) {
    return numbers.length > p() ? numbers[p()] : 0;
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    transformSchema(dataset.schema());
    Family family = glm().model().family();
    Column mean =
        LdpColumns.call(
            "ldp_predict",
            new GlmPrediction(family, coefficients(), intercept()),
            GlmPrediction.METHOD,
            DataTypes.DoubleType,
            true,
            FeatureColumns.array(dataset.schema(), getOrDefault(featuresCol)));
    String prediction = getOrDefault(predictionCol);
    if (family != Family.LOGISTIC) {
      return dataset.withColumn(prediction, mean);
    }
    String probability = getOrDefault(probabilityCol);
    return dataset
        .withColumn(probability, mean)
        .withColumn(prediction, Inputs.column(probability).gt(0.5).cast(DataTypes.DoubleType));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    FeatureColumns.array(schema, getOrDefault(featuresCol));
    return glm().model().family() == Family.LOGISTIC
        ? added(added(schema, probabilityCol), predictionCol)
        : added(schema, predictionCol);
  }

  private StructType added(StructType schema, Param<String> column) {
    String name = getOrDefault(column);
    if (Arrays.stream(schema.fieldNames()).anyMatch(name::equalsIgnoreCase)) {
      throw Require.refusal(
          "%s must name a column that is not there yet. Provided value: %s.", column.name(), name);
    }
    return schema.add(name, DataTypes.DoubleType);
  }

  @Override
  public LocallyPrivateGlmModel copy(ParamMap extra) {
    LocallyPrivateGlmModel copy = new LocallyPrivateGlmModel(uid, spec, estimate);
    copyValues(copy, extra).setParent(parent());
    return copy;
  }

  @Override
  public MLWriter write() {
    return new ModelWriter(this);
  }

  /** Reads what {@link #write} has written. */
  public static MLReader<LocallyPrivateGlmModel> read() {
    return new ModelReader();
  }

  /** Reads what {@link #save} has written. */
  public static LocallyPrivateGlmModel load(String path) {
    return read().load(path);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s: %s, %d people", uid, spec, people());
  }

  private static String data(String path) {
    return path + "/data";
  }

  /** Metadata as all MLlib models have it, and one row of Parquet. */
  @SuppressWarnings("deprecation") // Spark 3.5 has no newer ones
  private static final class ModelWriter extends MLWriter {
    private final LocallyPrivateGlmModel model;

    ModelWriter(LocallyPrivateGlmModel model) {
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      DefaultParamsWriter.saveMetadata(model, path, sc(), Option.empty(), Option.empty());
      List<Estimate.Row> rows = model.estimate.rows();
      Row row =
          RowFactory.create(
              model.spec,
              model.estimate.n(),
              rows.stream().map(Estimate.Row::item).toArray(),
              rows.stream().map(Estimate.Row::estimate).toArray(),
              rows.stream().map(Estimate.Row::standardError).toArray(),
              rows.stream().map(Estimate.Row::lower).toArray(),
              rows.stream().map(Estimate.Row::upper).toArray(),
              model.estimate.confidence(),
              rows.stream().map(Estimate.Row::note).toArray());
      sparkSession().createDataFrame(List.of(row), DATA).coalesce(1).write().parquet(data(path));
    }
  }

  @SuppressWarnings("deprecation") // Spark 3.5 has no newer ones
  private static final class ModelReader extends MLReader<LocallyPrivateGlmModel> {
    @Override
    public LocallyPrivateGlmModel load(String path) {
      DefaultParamsReader.Metadata metadata =
          DefaultParamsReader.loadMetadata(path, sc(), LocallyPrivateGlmModel.class.getName());
      Row row = sparkSession().read().schema(DATA).parquet(data(path)).head();
      List<String> items = row.getList(2);
      List<Double> estimates = row.getList(3);
      List<Double> errors = row.getList(4);
      List<Double> lower = row.getList(5);
      List<Double> upper = row.getList(6);
      List<String> notes = row.getList(8);
      List<Estimate.Row> rows =
          IntStream.range(0, items.size())
              .mapToObj(
                  j ->
                      new Estimate.Row(
                          items.get(j),
                          estimates.get(j),
                          errors.get(j),
                          lower.get(j),
                          upper.get(j),
                          notes.get(j)))
              .toList();
      LocallyPrivateGlmModel model =
          new LocallyPrivateGlmModel(
              metadata.uid(),
              row.getString(0),
              new Estimate(row.getLong(1), row.getDouble(7), rows));
      metadata.getAndSetParams(model, Option.empty());
      return model;
    }
  }
}
