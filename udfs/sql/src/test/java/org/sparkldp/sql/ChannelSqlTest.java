package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.value;

import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts of a published randomizer's outputs, in SQL. */
@ExtendWith(SparkTest.class)
class ChannelSqlTest {
  private static final String MATRIX = "array(array(0.75, 0.25), array(0.25, 0.75))";

  @Test
  void itemsHaveNamesAndIntervals() {
    List<Row> found =
        inBothModes(
            () ->
                rows(
                    "SELECT inline(ldp_estimate_channel(array(n, 60), %s, .9, array('no', 'yes')))"
                            .formatted(MATRIX)
                        + " FROM VALUES (40) AS counts(n)"));
    assertEquals("yes", found.get(1).getString(0));
    assertEquals(70, found.get(1).getDouble(1), 1e-9);
    assertEquals(100, found.get(0).getDouble(1) + found.get(1).getDouble(1), 1e-9);
    assertTrue(found.get(1).getDouble(3) < 70 && found.get(1).getDouble(4) > 70);
    assertNull(value("SELECT ldp_estimate_channel(CAST(NULL AS ARRAY<INT>), " + MATRIX + ")"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "array(1, 2) | array(array(.5, .5), array(.5, .5)) | tell items apart",
        "array(1, 2) | array(array(.5, .4), array(.4, .6)) | must sum to 1",
        "array(1, 2) | array(array(.5, NULL), array(.5, 1.0)) | a probability of each output",
        "array(1, 2, 3) | array(array(.75, .25), array(.25, .75)) | a count for each output",
        "array(1, NULL) | array(array(.75, .25), array(.25, .75)) | at least 0",
        "array(.5, 2) | array(array(.75, .25), array(.25, .75)) | ARRAY of whole numbers",
        "array(1, 2) | array(.75, .25) | ARRAY of ARRAYs",
      })
  void otherCountsAndMatricesAreRefused(String counts, String matrix, String words) {
    String query = "SELECT ldp_estimate_channel(" + counts + ", " + matrix + ")";
    String said = assertThrows(Exception.class, () -> rows(query)).getMessage();
    assertTrue(said.contains(words), said);
  }
}
