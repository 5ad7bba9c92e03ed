package org.sparkldp.jobs.regression;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.BinaryClassificationEvaluator;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.job.Estimated;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.SameRows;
import org.sparkldp.sql.SparkTest;

@ExtendWith(SparkTest.class)
@Tag("long")
class LocallyPrivateGlmTest {

  /** People with two features in [−1, 1] and a label of 1 with log odds 3 a − 2 b + 0.5. */
  private static Dataset<Row> people(long n) {
    return SparkTest.spark()
        .range(n)
        .withColumn("a", expr("xxhash64(id, 1) / pow(2D, 63)"))
        .withColumn("b", expr("xxhash64(id, 2) / pow(2D, 63)"))
        .withColumn(
            "label",
            expr("int(xxhash64(id, 3) / pow(2D, 64) + 0.5 < 1 / (1 + exp(-3 * a + 2 * b - 0.5)))"))
        .withColumn("features", expr("array(a, b)"));
  }

  private static LocallyPrivateGlm glm() {
    return new LocallyPrivateGlm().setEpsilon(4).setRadius(1).setNorm("linf");
  }

  @Test
  void aPipelinePredictsAsItsModelSaysAndIsSaved(@TempDir Path folder) throws IOException {
    Dataset<Row> people = people(6000).drop("features");
    PipelineStage assembler =
        new VectorAssembler().setInputCols(new String[] {"a", "b"}).setOutputCol("features");
    LocallyPrivateGlm glm = glm();
    PipelineModel fitted =
        new Pipeline().setStages(new PipelineStage[] {assembler, glm}).fit(people);
    LocallyPrivateGlmModel model = (LocallyPrivateGlmModel) fitted.stages()[1];

    assertEquals(6000, model.people());
    assertTrue(model.coefficients().apply(0) > 0 && model.coefficients().apply(1) < 0);
    assertTrue(
        model.standardErrors().apply(1) > 0 && model.interceptStandardError() > 0,
        model.estimate()::toString);
    assertEquals(glm, model.parent());

    Dataset<Row> predicted = fitted.transform(people);
    double area =
        new BinaryClassificationEvaluator().setRawPredictionCol("probability").evaluate(predicted);
    assertTrue(area > 0.7, "area under the curve " + area); // keyed: it holds always, or never
    assertEquals(0, predicted.where("prediction != int(probability > 0.5)").count());

    fitted.write().overwrite().save(folder.resolve("pipeline").toString());
    PipelineModel read = PipelineModel.load(folder.resolve("pipeline").toString());
    LocallyPrivateGlmModel same = (LocallyPrivateGlmModel) read.stages()[1];
    assertEquals(model.estimate(), same.estimate());
    assertEquals(model.spec(), same.spec());
    assertEquals(model.uid(), same.uid());
    SameRows.require(
        predicted.where("id < 100").orderBy("id"),
        read.transform(people).where("id < 100").orderBy("id"));
  }

  @Test
  void aFitIsTheJobOfItsPlan(@TempDir Path folder) {
    Dataset<Row> people = people(3000);
    LocallyPrivateGlmModel model = glm().fit(people);
    Plan plan =
        PlanFiles.parse(
            SparkTest.spark(),
            """
            task = regression
            name = regression
            id = id
            column = features
            label = label
            protocol = "%s"
            outside = fail
            randomness = keyed
            """
                .formatted(model.spec()),
            "plan.conf");
    Estimated written = Job.of(SparkTest.spark(), plan).run(people, folder.toString());

    assertEquals(written.result().groups().get(0).estimate(), model.estimate());
    assertEquals("features[1]", model.estimate().rows().get(1).item());
  }

  @Test
  void coefficientsDoNotDependOnPartitionsButOnQuestionAndKey() {
    Dataset<Row> people = people(3000);
    Estimate once = glm().fit(people.repartition(1)).estimate();

    assertEquals(once, glm().fit(people.repartition(7, col("a"))).estimate());
    assertEquals(once, glm().fit(people.orderBy(col("b"))).estimate());
    assertNotEquals(once, glm().setName("another").fit(people).estimate());
    assertNotEquals(once, glm().fit(people.withColumn("id", col("id").cast("string"))).estimate());
  }

  @Test
  void otherFamiliesPredictMeans() {
    Dataset<Row> people =
        people(3000)
            .withColumn("label", expr("2 * a + 1 + xxhash64(id, 4) / pow(2D, 63)"))
            .withColumn("id", expr("concat('person ', id)"));
    LocallyPrivateGlmModel model = glm().setFamily("linear").setResidual(3).fit(people);

    assertTrue(model.coefficients().apply(0) > 0.5); // keyed: it holds always, or never
    Row row = model.transform(people.limit(1)).head();
    double expected =
        model.intercept()
            + model.coefficients().apply(0) * row.<Double>getAs("a")
            + model.coefficients().apply(1) * row.<Double>getAs("b");
    assertEquals(expected, row.<Double>getAs("prediction"), 1e-12);
    assertFalse(List.of(row.schema().fieldNames()).contains("probability"));
    Dataset<Row> unknown = people.limit(2).withColumn("features", lit(null).cast("array<double>"));
    assertTrue(model.transform(unknown).head().isNullAt(5));

    LocallyPrivateGlmModel plain =
        glm().setFamily("linear").setResidual(3).setFitIntercept(false).fit(people);
    assertEquals(2, plain.estimate().rows().size());
    assertEquals(0, plain.intercept());
  }

  @Test
  void settingsAreSavedAndCopied(@TempDir Path folder) throws IOException {
    LocallyPrivateGlm glm = glm().setFeaturesCol("x").setOutside("clip");
    String path = folder.resolve("glm").toString();
    glm.save(path);
    LocallyPrivateGlm read = LocallyPrivateGlm.load(path);

    assertEquals(glm.uid(), read.uid());
    assertEquals(glm.extractParamMap().toSeq().toSet(), read.extractParamMap().toSeq().toSet());
    assertEquals(13, glm.params().length);
    LocallyPrivateGlm other = glm.copy(new ParamMap().put(glm.epsilon().w(1.5)));
    assertEquals(1.5, other.getOrDefault(other.epsilon()));
    assertEquals(4.0, glm.getOrDefault(glm.epsilon()));

    LocallyPrivateGlmModel model = glm().fit(people(3000));
    LocallyPrivateGlmModel copy = model.copy(new ParamMap().put(model.predictionCol().w("guess")));
    assertTrue(List.of(copy.transform(people(3)).columns()).contains("guess"));
    assertArrayEquals(model.coefficients().toArray(), copy.coefficients().toArray());
  }

  private static void assertRefused(
      String why, UnaryOperator<LocallyPrivateGlm> settings, Dataset<Row> people) {
    RuntimeException refusal =
        assertThrows(RuntimeException.class, () -> settings.apply(glm()).fit(people));
    assertTrue(
        refusal instanceof IllegalArgumentException || refusal instanceof Refusal,
        refusal::toString);
    assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
    assertFalse(refusal.getMessage().contains("0.123"), refusal.getMessage());
  }

  @Test
  void badTablesAndSettingsAreRefusedBeforeAnybodyIsAsked() {
    Dataset<Row> people = people(3000).cache();
    UnaryOperator<LocallyPrivateGlm> same = glm -> glm;
    for (String features :
        List.of(
            "array(a, b, a)",
            "array(a)",
            "array(a, double('NaN'))",
            "array(a, null)",
            "null",
            "array(a, 1.123D)")) {
      assertRefused(
          "Rows that are not: 2",
          same,
          people.withColumn("features", expr("if(id in (5, 7), " + features + ", features)")));
    }
    assertRefused(
        "Rows that are not: 1", same, people.withColumn("label", expr("if(id = 5, 2, label)")));
    assertRefused(
        "Rows that are not: 1", same, people.withColumn("label", expr("if(id = 5, null, label)")));
    assertRefused(
        "Rows without an id: 2", same, people.withColumn("id", expr("if(id < 2, null, id)")));
    assertRefused("more often: 3", same, people.union(people.where("id < 3")));
    assertRefused(
        "the same each time", same, people.withColumn("label", expr("if(rand() < .5, 1, 0)")));
    UserDefinedFunction own = functions.udf((Long id) -> Math.random(), DataTypes.DoubleType);
    assertRefused(
        "the same each time",
        same,
        people.withColumn("b", own.asNondeterministic().apply(col("id"))));
    assertRefused("must name a column of its own", glm -> glm.setLabelCol("id"), people);
    assertRefused("must have rows", same, people.where("false"));
    assertRefused("Missing: who", glm -> glm.setIdCol("who"), people);
    assertRefused("must be a number", glm -> glm.setLabelCol("features"), people);
    assertRefused("an array of numbers", glm -> glm.setFeaturesCol("a"), people);
    assertRefused("integer type", glm -> glm.setIdCol("a"), people);
    assertRefused("family must be", glm -> glm.setFamily("gamma"), people);
    assertRefused("epsilon", glm -> glm.setEpsilon(0), people);
    assertRefused("residual", glm -> glm.setFamily("linear"), people);
    assertRefused("must be set", glm -> new LocallyPrivateGlm().setEpsilon(1), people);
    assertRefused("users must be at least 2000", same, people.limit(1999));
    glm().setOutside("clip").fit(people.withColumn("features", expr("array(2 * a, b)")));
  }

  /** It was the user's before, and is after. */
  @Test
  void aTableThatIsCachedStaysCached() {
    Dataset<Row> people = people(3000).selectExpr("id", "features", "double(label) AS label");
    people.persist();
    glm().fit(people);
    assertNotEquals(StorageLevel.NONE(), people.storageLevel());
    people.unpersist();
    glm().fit(people);
    assertEquals(StorageLevel.NONE(), people.storageLevel());
  }

  @Test
  void withoutAKeyNobodyIsAsked() {
    SparkTest.startedWith(KeyLocation.KEY_FILE, null);
    assertRefused("release key", glm -> glm, people(3000));
  }
}
