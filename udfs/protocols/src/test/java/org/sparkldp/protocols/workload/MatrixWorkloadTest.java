package org.sparkldp.protocols.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A user's own queries: from text, from predicates, and as bytes. */
class MatrixWorkloadTest {
  private static final String TEXT =
      """
      # query, red, green, blue
      warm, 1, 0, 0
      "cold, or ""cool""\", 0, 0.5, 1e0

      2nd minus 1st,-1,1,0
      """;

  @Test
  void readCsv_takesNamesAndNumbersAndPassesOverBlanksAndRemarks() {
    MatrixWorkload workload = MatrixWorkload.readCsv(TEXT, 3);

    assertArrayEquals(new double[][] {{1, 0, 0}, {0, 0.5, 1}, {-1, 1, 0}}, Matrices.rows(workload));
    assertEquals("warm", workload.label(0, Labels.NUMBERS));
    assertEquals("cold, or \"cool\"", workload.label(1, Labels.NUMBERS));
    assertEquals("2nd minus 1st", workload.label(2, Labels.NUMBERS));
    Matrices.agrees(workload);
  }

  @Test
  void readCsv_numbersQueriesWithoutNames() {
    MatrixWorkload workload = MatrixWorkload.readCsv("1,2\r\n0,-3", 2);

    assertEquals("query 2", workload.label(1, Labels.NUMBERS));
    assertArrayEquals(new double[] {8, 9}, workload.answers(new double[] {14, -3}));
  }

  @Test
  void readCsv_takesANumberForANameWhereItIsQuoted() {
    MatrixWorkload workload = MatrixWorkload.readCsv("\"2021\",1,2", 2);

    assertEquals("2021", workload.label(0, Labels.NUMBERS));
  }

  @Test
  void ofPredicates_countsThePeopleForWhomEachHolds() {
    Map<String, BitSet> predicates = new LinkedHashMap<>();
    predicates.put("age < 2", BitSet.valueOf(new long[] {0b0011}));
    predicates.put("age % 2 = 1", BitSet.valueOf(new long[] {0b1010}));

    MatrixWorkload workload = MatrixWorkload.ofPredicates(predicates, 4);

    assertArrayEquals(new double[][] {{1, 1, 0, 0}, {0, 1, 0, 1}}, Matrices.rows(workload));
    assertEquals("age % 2 = 1", workload.label(1, Labels.NUMBERS));
    assertEquals(MatrixWorkload.readCsv("age < 2,1,1,0,0\nage % 2 = 1,0,1,0,1", 4), workload);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1,0\\n"
            + "1,NaN | row 2 of a workload must have finite entries, 0 or between 1e-100 and 1e100"
            + " in size. Provided value: NaN; scale or drop the row.",
        "1,Infinity | row 1 of a workload must have finite entries",
        "1,1e999 | row 1 of a workload must have finite entries",
        "1,1e101 | row 1 of a workload must have finite entries",
        "1,1e-101 | row 1 of a workload must have finite entries",
        "1,0\\n"
            + "0,-0.0 | row 2 of a workload must have an entry other than 0. Provided value: none;"
            + " leave the row out.",
        "1,0\\n"
            + "1,0,0 | row 2 of a workload must have one number for each of the domain's 2 items."
            + " Provided value: 3 numbers; write a 0 where an item does not count.",
        "1,0,0 | row 1 of a workload must have one number for each of the domain's 2 items.",
        "1 | row 1 of a workload must have one number for each of the domain's 2 items.",
        "a,1 | row 1 of a workload must have one number for each of the domain's 2 items. Provided"
            + " value: 1 numbers;",
        "a,1,0\\n"
            + "1,0 | row 2 of a workload must have a name exactly when the first one has. Provided"
            + " value: no name; name all rows or none.",
        "1,0\\n"
            + "a,1,0 | row 2 of a workload must have a name exactly when the first one has."
            + " Provided value: a name;",
        "a,1,b | row 1 of a workload must have a number for item 1. Provided value: 'b'; only the"
            + " first cell may be a name.",
        "1, | row 1 of a workload must have a number for item 1. Provided value: '';",
        "\"a,1,0 | row 1 of a workload must close its quotes.",
        "# nothing | a workload must have a query; give one row or more.",
      })
  void badTextIsRefusedInOneSentence(String text, String sentence) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> MatrixWorkload.readCsv(text.replace("\\n", "\n"), 2));

    assertTrue(refusal.getMessage().startsWith(sentence), refusal.getMessage());
  }

  @Test
  void badRowsAreRefused() {
    refuses(new Query(new int[] {}, new double[] {}), "must have an entry other than 0");
    refuses(new Query(new int[] {0}, new double[] {1, 2}), "must have a weight for each item");
    refuses(new Query(new int[] {2}, new double[] {1}), "must have rising items of the domain's 2");
    refuses(new Query(new int[] {-1}, new double[] {1}), "must have rising items");
    refuses(new Query(new int[] {1, 0}, new double[] {1, 1}), "must have rising items");
    refuses(new Query(new int[] {1, 1}, new double[] {1, 1}), "must have rising items");
    refuses(new Query(new int[] {1}, new double[] {0}), "must list entries other than 0 only");
    refuses(new Query(new int[] {1}, new double[] {Double.NaN}), "must have finite entries");
    Query good = new Query(new int[] {1}, new double[] {1});
    assertThrows(
        IllegalArgumentException.class,
        () -> new MatrixWorkload(List.of("a", "b"), List.of(good), 2));
  }

  private static void refuses(Query row, String rule) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> new MatrixWorkload(List.of(), List.of(row), 2));
    assertTrue(refusal.getMessage().startsWith("row 1 of a workload " + rule), refusal::getMessage);
  }

  @Test
  void aRowIsNotItsCallers() {
    double[] weights = {1, 1};
    MatrixWorkload workload =
        new MatrixWorkload(List.of(), List.of(new Query(new int[] {0, 1}, weights)), 2);
    weights[0] = 7;
    workload.query(0).weights()[1] = 7;

    assertArrayEquals(new double[] {1, 1}, workload.query(0).weights());
  }

  // Bytes and name.

  @Test
  void theLayoutOfTheBytesIsPermanent() {
    byte[] bytes = MatrixWorkload.readCsv("a,1,0,1\nb,0,-2,0", 3, 1).toBytes();

    assertEquals(
        "4c44505701" // LDPW 1
            + "020301" // attributes 3, 1
            + "0201" // two rows, named
            + "0161" // a
            + "02010200" // items 0 and 2, ones
            + "0162" // b
            + "010201c000000000000000", // item 1, −2.0
        HexFormat.of().formatHex(bytes, 0, bytes.length - 8));
  }

  @Test
  void name_isTheHashOfTheBytes() throws Exception {
    MatrixWorkload workload = MatrixWorkload.readCsv(TEXT, 3);
    byte[] bytes = workload.toBytes();
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(Arrays.copyOf(bytes, bytes.length - 8));

    assertEquals("matrix-" + HexFormat.of().formatHex(hash, 0, 8), workload.name());
    assertNotEquals(workload, MatrixWorkload.readCsv(TEXT.replace("warm", "hot"), 3));
    assertNotEquals(workload, MatrixWorkload.readCsv(TEXT.replace("0.5", "0.25"), 3));
    assertNotEquals(workload, MatrixWorkload.readCsv(TEXT, 3, 1));
  }

  @Test
  void fromBytes_readsWhatToBytesWrote() {
    MatrixWorkload workload = MatrixWorkload.readCsv(TEXT, 3);

    MatrixWorkload again = MatrixWorkload.fromBytes(workload.toBytes());

    assertEquals(workload, again);
    assertArrayEquals(workload.toBytes(), again.toBytes());
    assertEquals("cold, or \"cool\"", again.label(1, Labels.NUMBERS));
    assertArrayEquals(Matrices.rows(workload), Matrices.rows(again));
    MatrixWorkload wide =
        MatrixWorkload.ofPredicates(Map.of("", BitSet.valueOf(new long[] {5, 1L << 63})), 1 << 20);
    assertEquals(wide, MatrixWorkload.fromBytes(wide.toBytes()));
  }

  @Test
  void fromBytes_refusesEveryDamage() throws Exception {
    byte[] bytes = MatrixWorkload.readCsv(TEXT, 3).toBytes();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(IllegalArgumentException.class, () -> MatrixWorkload.fromBytes(cut));
    }
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x10;
      assertThrows(IllegalArgumentException.class, () -> MatrixWorkload.fromBytes(damaged));
    }
    // Even where somebody made the hash fit: refused, or another workload in canonical form.
    int others = 0;
    for (int at = 5; at < bytes.length - 8; at++) {
      byte[] forged = bytes.clone();
      forged[at] ^= 0x01;
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(Arrays.copyOf(forged, forged.length - 8));
      System.arraycopy(hash, 0, forged, forged.length - 8, 8);
      try {
        assertArrayEquals(forged, MatrixWorkload.fromBytes(forged).toBytes());
        others++;
      } catch (IllegalArgumentException refused) {
        assertTrue(refused.getMessage().endsWith("."));
      }
    }
    assertTrue(others > 0);
  }
}
