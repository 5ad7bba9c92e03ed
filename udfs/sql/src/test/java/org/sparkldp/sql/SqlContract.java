package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.ExampleValues;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.protocols.sums.MeanBy;

/**
 * What holds in SQL for every protocol of one round, whatever its values and reports are: the
 * reports, accumulators and estimates are those of the Java floor, in interpreted and in generated
 * code; NULL gives NULL; what is no value fails the query without being shown.
 */
public final class SqlContract {
  private static final int PEOPLE = 40;

  private SqlContract() {}

  /** Holds a protocol to it; fails otherwise. */
  public static <V, R> void hold(Protocol<V, R> protocol) {
    String spec = "'" + protocol.spec() + "'";
    people(protocol).createOrReplaceTempView("contract");
    String reports =
        "SELECT n, ldp_randomize(x, SPEC, id, 'a') AS r, ldp_randomize(x, SPEC, text, 'a') AS s"
            + " FROM contract";
    String randomized = "(" + reports.replace("SPEC", spec) + ")";
    List<Row> found = inBothModes(() -> rows("SELECT * FROM " + randomized + " ORDER BY n"));
    Accumulator<R> sum = protocol.newAccumulator();
    for (int n = 0; n < PEOPLE; n++) {
      V value = value(protocol, n);
      R report = report(protocol, value, n);
      assertSame(report, found.get(n).get(1));
      assertSame(report(protocol, value, text(n)), found.get(n).get(2));
      sum.add(report);
    }
    // Somebody without a value, and somebody without an id.
    assertNull(found.get(PEOPLE).get(1));
    assertNull(found.get(PEOPLE + 1).get(1));
    assertEquals(PEOPLE + 2, found.size());

    String groups = "(SELECT ldp_accumulate(r, SPEC) AS a FROM REPORTS GROUP BY n % 3)";
    String merged = "SELECT hex(ldp_merge(a)) FROM " + groups;
    String whole = "SELECT hex(ldp_accumulate(r, SPEC)) FROM REPORTS";
    for (String statement : List.of(merged, whole)) {
      String sql = statement.replace("REPORTS", randomized).replace("SPEC", spec);
      assertEquals(hex(sum.toBytes()), inBothModes(() -> SparkTest.value(sql)));
    }
    List<Row> estimates =
        rows(
            "SELECT estimate, upper, item FROM (SELECT inline(ESTIMATE(ldp_accumulate(r, SPEC))) FROM REPORTS)"
                .replace("ESTIMATE", estimating(protocol))
                .replace("REPORTS", randomized)
                .replace("SPEC", spec));
    List<Estimate.Row> expected = Protocols.estimate(protocol, sum, 0.95).rows();
    assertEquals(expected.size(), estimates.size());
    for (int i = 0; i < expected.size(); i++) {
      assertTrue(expected.get(i).item().startsWith(estimates.get(i).getString(2)));
      assertEquals(expected.get(i).estimate(), number(estimates.get(i), 0));
      assertEquals(expected.get(i).upper(), number(estimates.get(i), 1));
    }
    for (String outside : outside(protocol)) {
      Exception refusal =
          assertThrows(
              Exception.class,
              () ->
                  rows(
                      "SELECT ldp_randomize(x, "
                          + spec
                          + ", id, 'a') FROM (SELECT id, "
                          + outside
                          + " AS x FROM range(1))"));
      for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
        String message = String.valueOf(cause.getMessage());
        assertFalse(message.matches("(?s).*(4711|NaN|Infinity).*"), message);
      }
    }
  }

  private static double number(Row row, int column) {
    return row.isNullAt(column) ? Double.NaN : row.getDouble(column);
  }

  /** The function that estimates a protocol's reports. */
  static String estimating(Protocol<?, ?> protocol) {
    return protocol.facet(MeanBy.class).isPresent() ? "ldp_estimate_sums" : "ldp_estimate";
  }

  private static <V> V value(Protocol<V, ?> protocol, int n) {
    List<V> values = ExampleValues.of(protocol);
    return values.get(n % values.size());
  }

  private static String text(int n) {
    return "id " + n;
  }

  /** As SQL has it; the last two lack something. */
  static Dataset<Row> people(Protocol<?, ?> protocol) {
    DataType type =
        switch (protocol.valueType()) {
          case ITEM -> DataTypes.LongType;
          case NUMBER -> DataTypes.DoubleType;
          case VECTOR -> DataTypes.createArrayType(DataTypes.DoubleType);
          case TEXT -> DataTypes.StringType;
        };
    List<Row> people = new ArrayList<>();
    for (int n = 0; n < PEOPLE + 2; n++) {
      Object value = value(protocol, n);
      Object column =
          value instanceof Integer item
              ? (Object) (long) item
              : value instanceof double[] vector
                  ? Arrays.stream(vector).boxed().toArray(Double[]::new)
                  : value;
      Long id = n == PEOPLE + 1 ? null : Long.valueOf(n);
      people.add(RowFactory.create(n, n == PEOPLE ? null : column, id, text(n)));
    }
    return spark()
        .createDataFrame(
            people,
            new StructType()
                .add("n", DataTypes.IntegerType)
                .add("x", type)
                .add("id", DataTypes.LongType)
                .add("text", DataTypes.StringType));
  }

  /** As a client on a device makes it, without Spark. */
  private static <V, R> R report(Protocol<V, R> protocol, V value, Object id) {
    String label = protocol.spec() + "\na";
    KeyedRandomness key = KeyLocation.find().randomness(label);
    PublicHash cohorts = new PublicHash("cohort\n" + label);
    byte[] text = id.toString().getBytes(StandardCharsets.UTF_8);
    boolean isNumber = id instanceof Integer;
    if ((Object) protocol instanceof NumberProtocol<?> any) {
      @SuppressWarnings("unchecked") // the protocol itself
      NumberProtocol<R> numbers = (NumberProtocol<R>) any;
      long word = isNumber ? cohorts.word((long) (int) id) : cohorts.word(text);
      int cohort = numbers.cohort(0, word);
      long input = numbers.input((Double) value, cohort);
      return numbers.report(
          input, cohort, isNumber ? key.open((long) (int) id, input) : key.open(text, input));
    }
    if ((Object) protocol instanceof VectorProtocol<?> any) {
      @SuppressWarnings("unchecked") // the protocol itself
      VectorProtocol<R> vectors = (VectorProtocol<R>) any;
      LongSupplier publicWord = () -> isNumber ? cohorts.word((long) (int) id) : cohorts.word(text);
      int[] input = vectors.input((double[]) value, publicWord);
      long code = VectorProtocol.word(input);
      return vectors.report(
          input, isNumber ? key.open((long) (int) id, code) : key.open(text, code));
    }
    long code = protocol.randomizer().encode(value);
    return protocol
        .randomizer()
        .randomize(value, isNumber ? key.open((long) (int) id, code) : key.open(text, code));
  }

  /** Statements of what is no value. */
  private static List<String> outside(Protocol<?, ?> protocol) {
    return switch (protocol.valueType()) {
      case ITEM -> List.of("4711471", "-4711", "4294967296");
      case NUMBER -> List.of("double('NaN')", "-double('Infinity')");
      case VECTOR -> List.of("array(4711.5D)", "array_repeat(double('NaN'), 5)");
      case TEXT -> List.of();
    };
  }

  private static void assertSame(Object expected, Object found) {
    if (expected instanceof byte[] bits) {
      assertArrayEquals(bits, (byte[]) found);
    } else {
      assertEquals(expected, found);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }
}
