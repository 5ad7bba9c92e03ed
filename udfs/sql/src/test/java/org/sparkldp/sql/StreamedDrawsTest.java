package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.file.Path;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a streaming query may draw: a batch that is repeated must give the same reports. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class StreamedDrawsTest {
  @TempDir Path folder;

  @BeforeEach
  void values() {
    spark()
        .range(0, 100, 1, 2)
        .selectExpr("id", "CAST(id % 3 AS INT) AS item")
        .write()
        .parquet(folder + "/values");
  }

  private Dataset<Row> stream() {
    return spark().readStream().schema("id BIGINT, item INT").parquet(folder + "/values");
  }

  private long written(Dataset<Row> reports) throws Exception {
    reports
        .writeStream()
        .option("checkpointLocation", folder + "/checkpoint")
        .trigger(Trigger.AvailableNow())
        .format("parquet")
        .start(folder + "/reports")
        .awaitTermination();
    return spark().read().parquet(folder + "/reports").count();
  }

  @Test
  void keyedReportsAreDrawn() throws Exception {
    assertEquals(
        100,
        written(stream().selectExpr("ldp_randomize(item, 'grr(epsilon=1.0,k=3)', id) AS report")));
  }

  @Test
  void freshReportsAreRefusedWhereverTheyStand() {
    for (String query :
        new String[] {
          "SELECT ldp_randomize(item, 'grr(epsilon=1.0,k=3)') AS report FROM stream",
          "SELECT 1 + ldp_randomize(item, 'grr(epsilon=1.0,k=3)') AS report FROM stream WHERE id >"
              + " 3",
          "SELECT ldp_accumulate(report, 'grr(epsilon=1.0,k=3)') FROM"
              + " (SELECT ldp_randomize(item, 'grr(epsilon=1.0,k=3)') AS report FROM stream)",
        }) {
      stream().createOrReplaceTempView("stream");
      Exception refusal = assertThrows(AnalysisException.class, () -> spark().sql(query));
      assertTrue(refusal.getMessage().contains("must draw keyed reports"), refusal::getMessage);
    }
    // Of a table they are drawn once.
    spark().read().parquet(folder + "/values").createOrReplaceTempView("stream");
    assertEquals(
        100,
        spark()
            .sql("SELECT ldp_randomize(item, 'grr(epsilon=1.0,k=3)') AS report FROM stream")
            .collectAsList()
            .size());
  }
}
