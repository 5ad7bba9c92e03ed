package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.TaskKilledException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.sql.catalyst.Accumulating;
import org.sparkldp.sql.catalyst.ObjectCall;
import org.sparkldp.sql.catalyst.ProtocolReference;
import org.sparkldp.sql.catalyst.Unfailing;

/**
 * Expressions and what they call, without a query. Spark computes equal expressions once: two are
 * equal only if no query could distinguish them.
 */
@ExtendWith(SparkTest.class)
class ExpressionsTest {
  private static final Literal ONE = new Literal(1L, DataTypes.LongType);
  private static final Literal TWO = new Literal(2L, DataTypes.LongType);

  private static Protocol<?, ?> grr(int k) {
    return Protocols.of("grr(epsilon=1.0,k=" + k + ")");
  }

  private static RowRandomizer randomizer(int k, String label) {
    return RowRandomizer.keyed(grr(k), KeyLocation.find(), label);
  }

  /** Each of these is itself and none of the others, and a copy of it is it. */
  private static void assertDistinct(List<? extends Object> all, List<? extends Object> again) {
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < all.size(); j++) {
        assertEquals(i == j, all.get(i).equals(again.get(j)), i + " and " + j);
      }
      assertEquals(all.get(i).hashCode(), again.get(i).hashCode());
      assertFalse(all.get(i).equals("another thing"));
    }
    assertTrue(new HashSet<>(all.stream().map(Object::hashCode).toList()).size() * 2 >= all.size());
  }

  private static List<ObjectCall> calls() {
    List<Expression> one = List.of(ONE);
    return List.of(
        call("f", randomizer(4, "a"), "cell", one),
        call("g", randomizer(4, "a"), "cell", one),
        call("f", randomizer(5, "a"), "cell", one),
        call("f", randomizer(4, "b"), "cell", one),
        call("f", randomizer(4, "a"), "cohort", one),
        call("f", randomizer(4, "a"), "cell", List.of(TWO)),
        call("f", randomizer(4, "a"), "cell", List.of(ONE, TWO)),
        new ObjectCall("f", randomizer(4, "a"), "cell", DataTypes.LongType, true, List.of(ONE)));
  }

  private static ObjectCall call(
      String name, RowRandomizer target, String method, List<Expression> arguments) {
    return new ObjectCall(name, target, method, DataTypes.IntegerType, true, arguments);
  }

  @Test
  void callsAreEqualOnlyIfNoQueryCouldDistinguishThem() {
    assertDistinct(calls(), calls());
    ObjectCall call = calls().get(6);
    assertEquals(2, call.productArity());
    assertEquals(TWO, call.productElement(1));
    assertTrue(call.canEqual(calls().get(0)));
    assertFalse(call.canEqual(ONE));
    assertEquals("f", call.prettyName());
    assertEquals("f(1L, 2L)", call.sql());
    assertTrue(call.toString().startsWith("f[grr(epsilon=1.0,k=4), keyed "), call.toString());
    assertTrue(call.toString().endsWith("](1, 2)"), call.toString());
    assertEquals(randomizer(4, "a"), call.target());
  }

  @Test
  void aCallIsNullOnlyWhereAnArgumentMayBe() {
    Literal none = new Literal(null, DataTypes.LongType);
    ObjectCall keyed = call("f", randomizer(4, "a"), "cell", List.of(ONE, TWO));
    ObjectCall unknown = call("f", randomizer(4, "a"), "cell", List.of(ONE, none));

    assertFalse(keyed.nullable());
    assertTrue(unknown.nullable());
    assertNull(unknown.eval(InternalRow.empty()));
    assertEquals(randomizer(4, "a").cell(1L, 2L), keyed.eval(InternalRow.empty()));
    assertTrue(keyed.deterministic());
    assertFalse(
        new ObjectCall("f", randomizer(4, "a"), "cell", DataTypes.IntegerType, false, List.of(ONE))
            .deterministic());
  }

  private static List<Accumulating> aggregates() {
    Accumulating first = accumulating("a", Accumulating.RowInput.CELL, 4, "", ONE, ONE);
    return List.of(
        first,
        accumulating("b", Accumulating.RowInput.CELL, 4, "", ONE, ONE),
        accumulating("a", Accumulating.RowInput.WORD, 4, "", ONE, ONE),
        accumulating("a", Accumulating.RowInput.CELL, 5, "", ONE, ONE),
        accumulating("a", Accumulating.RowInput.CELL, 4, "plan", ONE, ONE),
        accumulating("a", Accumulating.RowInput.CELL, 4, "", TWO, ONE),
        accumulating("a", Accumulating.RowInput.CELL, 4, "", ONE, TWO),
        new Accumulating("a", Accumulating.RowInput.ACCUMULATOR, null, "", List.of(ONE)),
        (Accumulating) first.withNewMutableAggBufferOffset(1),
        (Accumulating) first.withNewInputAggBufferOffset(1));
  }

  private static Accumulating accumulating(
      String name,
      Accumulating.RowInput input,
      int k,
      String context,
      Literal report,
      Literal times) {
    return new Accumulating(
        name, input, new ProtocolReference(grr(k)), context, List.of(report, times));
  }

  @Test
  void aggregatesAreEqualOnlyIfNoQueryCouldDistinguishThem() {
    assertDistinct(aggregates(), aggregates());
    Accumulating one = accumulating("a", Accumulating.RowInput.CELL, 4, "", ONE, TWO);
    assertEquals(2, one.productArity());
    assertEquals(ONE, one.productElement(0));
    assertTrue(one.canEqual(aggregates().get(3)));
    assertFalse(one.canEqual(ONE));
    assertEquals("a", one.prettyName());
    assertEquals("a[grr(epsilon=1.0,k=4)](1, 2)", one.toString());
    assertEquals("a(1)", aggregates().get(7).toString());
    assertEquals(1, aggregates().get(8).mutableAggBufferOffset());
    assertEquals(0, aggregates().get(8).inputAggBufferOffset());
    assertEquals(1, aggregates().get(9).inputAggBufferOffset());
    assertEquals(0, aggregates().get(9).mutableAggBufferOffset());
  }

  /** A partial buffer without rows is as none; one with rows is added, whichever comes first. */
  @Test
  void buffersMergeWhetherOrNotTheyHoldRows() {
    Accumulating counts =
        accumulating(
            "a", Accumulating.RowInput.CELL, 4, "", ONE, new Literal(3L, DataTypes.LongType));
    Accumulating.Buffer empty = counts.createAggregationBuffer();
    assertEquals(0, counts.serialize(empty).length);
    assertNull(counts.eval(empty));
    assertNull(counts.eval(counts.deserialize(new byte[0])));
    byte[] three = protocolAccumulator(3);
    Accumulating.Buffer buffer = counts.merge(empty, counts.deserialize(three));
    assertArrayEquals(three, (byte[]) counts.eval(buffer));
    buffer = counts.merge(buffer, counts.createAggregationBuffer());
    assertArrayEquals(three, counts.serialize(buffer));
    buffer = counts.merge(buffer, counts.deserialize(three));
    assertArrayEquals(protocolAccumulator(6), counts.serialize(buffer));
  }

  private static byte[] protocolAccumulator(long times) {
    var reports = ((ItemProtocol<?>) grr(4)).newAccumulator("");
    @SuppressWarnings("unchecked")
    var cells = (Accumulator<Integer>) reports;
    cells.add(1, times);
    return cells.toBytes();
  }

  // --- what cannot fail ---

  /** What is not a row's doing goes through; what a value may do does not. */
  @Test
  void onlyWhatARowMayDoIsSilenced() {
    Unfailing.requireOfRow(new IllegalArgumentException("of a value"));
    Unfailing.requireOfRow(new StackOverflowError());
    Unfailing.requireOfRow(new OutOfMemoryError());
    Unfailing.requireOfRow(new AssertionError("Scala's, in a map that is built twice"));
    assertThrows(
        TaskKilledException.class, () -> Unfailing.requireOfRow(new TaskKilledException("stage")));
    assertThrows(LinkageError.class, () -> Unfailing.requireOfRow(new LinkageError()));
  }

  @Test
  void whatWouldFailIsNull() {
    Unfailing fails =
        new Unfailing(
            call(
                "f",
                randomizer(4, "a"),
                "randomize",
                List.of(new Literal(99L, DataTypes.LongType), TWO)));
    Unfailing whole = new Unfailing(ONE);

    assertNull(fails.eval(InternalRow.empty()));
    assertEquals(1L, whole.eval(InternalRow.empty()));
    assertTrue(whole.nullable());
    assertEquals(DataTypes.LongType, whole.dataType());
    assertEquals(1, whole.children().size());
    assertEquals(ONE, whole.children().head());
    assertEquals(ONE, whole.productElement(0));
    assertEquals(1, whole.productArity());
    assertTrue(whole.canEqual(fails) && !whole.canEqual(ONE));
    assertEquals("unfailing(1)", whole.toString());
    assertEquals("unfailing(1L)", whole.sql());
    assertEquals("unfailing", whole.prettyName());
    assertDistinct(
        List.of(whole, new Unfailing(TWO)), List.of(new Unfailing(ONE), new Unfailing(TWO)));
  }

  /** What runs while its task is killed. */
  public static final class Killed implements Serializable {
    /** Is killed at 1. */
    public int run(long value) {
      if (value == 1) {
        throw new TaskKilledException("stage");
      }
      return 0;
    }
  }

  @Test
  void aKilledTaskIsKilled() {
    Unfailing killed =
        new Unfailing(
            new ObjectCall("f", new Killed(), "run", DataTypes.IntegerType, true, List.of(ONE)));

    assertThrows(TaskKilledException.class, () -> killed.eval(InternalRow.empty()));
  }

  // --- randomizers ---

  /** A long that is no int must not become one by losing its upper half. */
  @Test
  void itemsBeyondIntAreInNoDomain() {
    assertEquals(3, Encoder.item(3));
    assertEquals(-1, Encoder.item(3 + (1L << 32)));
    assertEquals(-1, Encoder.item(Long.MIN_VALUE));
    assertEquals(Integer.MAX_VALUE, Encoder.item(Integer.MAX_VALUE));
    assertThrows(IllegalArgumentException.class, () -> randomizer(4, "a").cell(1 + (1L << 32), 7L));
  }

  /** Of key, label, id and value each decides; all the same give the same reports. */
  @Test
  void keyedReportsAreAFunctionOfKeyLabelIdAndValue() {
    List<Integer> reports = reports(randomizer(1000, "a"), 0, 5);

    assertEquals(reports, reports(randomizer(1000, "a"), 0, 5));
    for (int kind = 0; kind < 2; kind++) { // of people known by numbers, and by texts
      int of = kind;
      assertTrue(IntStream.range(0, 40).map(i -> reports.get(2 * i + of)).distinct().count() > 30);
    }
    assertNotEquals(reports, reports(randomizer(1000, "b"), 0, 5));
    assertNotEquals(reports, reports(randomizer(1000, "a"), 1, 5));
    assertNotEquals(reports, reports(randomizer(1000, "a"), 0, 6));
    RowRandomizer fresh = RowRandomizer.writeOnce(grr(1000), "a");
    assertNotEquals(reports(fresh, 0, 5), reports(fresh, 0, 5)); // 1000^-40: never
    assertTrue(randomizer(4, "a").isKeyed());
    assertFalse(fresh.isKeyed());
    assertTrue(fresh.toString().endsWith(", write-once"), fresh.toString());
  }

  private static List<Integer> reports(RowRandomizer randomizer, int from, long value) {
    List<Integer> reports = new ArrayList<>();
    for (long id = from; id < from + 40; id++) {
      reports.add(randomizer.cell(value, id));
      reports.add(randomizer.cell(value, UTF8String.fromString("id " + id)));
    }
    return reports;
  }

  /** What travels to executors comes back as what it was; neither key nor tables travel. */
  @Test
  void randomizersTravelAsTheirNames() throws Exception {
    for (RowRandomizer sent : List.of(randomizer(4, "a"), RowRandomizer.writeOnce(grr(4), "a"))) {
      byte[] bytes = bytes(sent);
      RowRandomizer back = (RowRandomizer) read(bytes);
      assertEquals(sent, back);
      assertEquals(sent.hashCode(), back.hashCode());
      assertEquals(sent.label(), back.label());
      assertEquals(sent.isKeyed(), back.isKeyed());
      assertTrue(bytes.length < 2000, "bytes: " + bytes.length);
    }
    assertNotEquals(randomizer(4, "a"), randomizer(4, "b"));
    assertNotEquals(randomizer(4, "a"), randomizer(5, "a"));
    assertNotEquals(randomizer(4, "a"), RowRandomizer.writeOnce(grr(4), "a"));
    RowRandomizer asked = RowRandomizer.asked(grr(4), KeyLocation.find(), "a", "");
    assertEquals("grr(epsilon=1.0,k=4)\na", asked.label());
    assertEquals("a", asked.attribute());
    assertNull(randomizer(4, "a").attribute());
    assertEquals(asked.attribute(), ((RowRandomizer) read(bytes(asked))).attribute());
    Acceptance acceptance = new Acceptance(number());
    assertEquals(acceptance, read(bytes(acceptance)));
    assertTrue(((Acceptance) read(bytes(acceptance))).accepts(0.5));
    assertFalse(((Acceptance) read(bytes(acceptance))).accepts(1.5));
    assertEquals(acceptance.hashCode(), new Acceptance(number()).hashCode());
    assertTrue(acceptance.toString().contains(number().spec().toString()));
    assertSame(SpecMeaning.INSTANCE, read(bytes(SpecMeaning.INSTANCE)));
  }

  /** A person's cohort is public and the same in every report; numbers and texts are people. */
  @Test
  void cohortsAreAFunctionOfLabelAndId() {
    NumberProtocol<?> median =
        (NumberProtocol<?>) Protocols.of("median(epsilon=1.0,lower=0.0,upper=1.0)");
    RowRandomizer one = RowRandomizer.writeOnce(median, "a");
    RowRandomizer other = RowRandomizer.writeOnce(median, "b");
    int[] seen = new int[median.cohorts()];
    int[] texts = new int[median.cohorts()];
    int different = 0;
    for (long id = 0; id < 700; id++) {
      int cohort = one.cohort(id);
      UTF8String text = UTF8String.fromString("id " + id);
      seen[cohort]++;
      texts[one.cohort(text)]++;
      different += cohort == other.cohort(id) ? 0 : 1;
      assertEquals(cohort, (Integer) one.report(0.5, id) / 2);
      assertEquals(one.cohort(text), (Integer) one.report(0.5, text) / 2);
    }
    assertTrue(Arrays.stream(seen).allMatch(people -> people > 40), () -> Arrays.toString(seen));
    assertTrue(Arrays.stream(texts).allMatch(people -> people > 40), () -> Arrays.toString(texts));
    assertTrue(different > 500, "questions deal people out anew");
  }

  /** A report as generated code asks for it: a cell unboxed, if values are items. */
  private static Object call(RowRandomizer randomizer, Object value, Object... id)
      throws Exception {
    boolean isCell = randomizer.method().equals("cell");
    List<Class<?>> types = new ArrayList<>(List.of(isCell ? long.class : Object.class));
    List<Object> arguments = new ArrayList<>(List.of(value));
    for (Object one : id) {
      types.add(one instanceof Long ? long.class : one.getClass());
      arguments.add(one);
    }
    return RowRandomizer.class
        .getMethod(randomizer.method(), types.toArray(Class<?>[]::new))
        .invoke(randomizer, arguments.toArray());
  }

  /** As a client on a device would make it, without Spark. */
  private static Object report(Protocol<?, ?> protocol, Object value, RandomSource source) {
    if (protocol instanceof ItemProtocol<?> items) {
      return items.randomizer().randomize((int) (long) value, source);
    }
    VectorProtocol<?> vectors = (VectorProtocol<?>) protocol;
    return vectors.report(vectors.input(((ArrayData) value).toDoubleArray()), source);
  }

  private static long encoded(Protocol<?, ?> protocol, Object value) {
    return protocol instanceof VectorProtocol<?> vectors
        ? VectorProtocol.word(vectors.input(((ArrayData) value).toDoubleArray()))
        : (long) value;
  }

  private static String text(Object report) {
    return report instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : report.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grr(epsilon=1.0,k=50)",
        "oue(epsilon=1.0,k=70)",
        "olh(epsilon=1.0,k=50,hash=seeded)",
        "l2-ball(epsilon=1.0,d=3,radius=1.0)",
        "hypercube(epsilon=1.0,d=3,radius=1.0)",
        "one-coordinate(epsilon=1.0,d=3,radius=1.0)",
      })
  void reportsAreThoseOfAClientWithoutSpark(String spec) throws Exception {
    Protocol<?, ?> protocol = Protocols.of(spec);
    RowRandomizer keyed = RowRandomizer.keyed(protocol, KeyLocation.find(), "a", "");
    RowRandomizer fresh = RowRandomizer.writeOnce(protocol, "a");
    KeyedRandomness key = KeyLocation.find().randomness("a");
    Set<String> drawn = new HashSet<>();
    for (long id = 0; id < 30; id++) {
      Object value =
          protocol instanceof ItemProtocol<?>
              ? id
              : new GenericArrayData(new double[] {id / 60.0, -id / 60.0, 0.5});
      UTF8String text = UTF8String.fromString("id " + id);
      long word = encoded(protocol, value);
      assertEquals(text(report(protocol, value, key.open(id, word))), text(call(keyed, value, id)));
      assertEquals(
          text(report(protocol, value, key.open(text.getBytes(), word))),
          text(call(keyed, value, text)));
      Object first = protocol instanceof ItemProtocol<?> ? (Object) 7L : value;
      drawn.add(text(call(fresh, first)));
      Object report = call(fresh, first, id); // the id of nobody: without a key it decides no coins
      assertEquals(
          switch (protocol.reportType().kind()) {
            case CELL -> Integer.class;
            case WORD -> Long.class;
            case BITS -> byte[].class;
          },
          report.getClass());
      drawn.add(text(report));
      drawn.add(text(call(fresh, first, text)));
    }
    assertTrue(drawn.size() > 3, () -> "fresh coins each time: " + drawn);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "duchi(epsilon=1.0,lower=-1.0,upper=1.0)",
        "laplace-mean(epsilon=1.0,lower=-1.0,upper=1.0)",
        "median(epsilon=1.0,lower=-1.0,upper=1.0)",
        "gaussian-1round(epsilon=1.0,sigma=1.0,range=5.0,strata=3)",
      })
  void soAreThoseOfNumbersInTheirCohorts(String spec) {
    NumberProtocol<?> protocol = (NumberProtocol<?>) Protocols.of(spec);
    RowRandomizer keyed = RowRandomizer.keyed(protocol, KeyLocation.find(), "a", "");
    RowRandomizer fresh = RowRandomizer.writeOnce(protocol, "a");
    KeyedRandomness key = KeyLocation.find().randomness("a");
    PublicHash cohorts = new PublicHash("cohort\na");
    Set<Object> drawn = new HashSet<>();
    for (long id = 0; id < 60; id++) {
      double value = (id - 30) / 30.0;
      UTF8String text = UTF8String.fromString("id " + id);
      for (int stratum = 0; stratum < protocol.strata(); stratum++) {
        int cohort = protocol.cohort(stratum, cohorts.word(id));
        long input = protocol.input(value, cohort);
        assertEquals(
            protocol.report(input, cohort, key.open(id, input)), keyed.report(value, stratum, id));
        int ofText = protocol.cohort(stratum, cohorts.word(text.getBytes()));
        long inputOfText = protocol.input(value, ofText);
        assertEquals(
            protocol.report(inputOfText, ofText, key.open(text.getBytes(), inputOfText)),
            keyed.report(value, stratum, text));
      }
      assertEquals(keyed.report(value, 0, id), keyed.report(value, id));
      assertEquals(keyed.report(value, 0, text), keyed.report(value, text));
      assertEquals(protocol.cohort(0, cohorts.word(id)), keyed.cohort(id));
      assertEquals(protocol.cohort(0, cohorts.word(text.getBytes())), keyed.cohort(text));
      drawn.add(fresh.report(0.25));
      drawn.add(fresh.report(0.25, id));
    }
    assertTrue(drawn.size() > 1, "fresh coins each time");
  }

  @Test
  void vectorsAreAcceptedAsTheirProtocolAcceptsThem() {
    Acceptance acceptance = new Acceptance(Protocols.of("l2-ball(epsilon=1.0,d=2,radius=1.0)"));

    assertTrue(acceptance.accepts(new GenericArrayData(new double[] {0.6, 0.8})));
    assertFalse(acceptance.accepts(new GenericArrayData(new double[] {0.7, 0.8})));
    assertFalse(acceptance.accepts(new GenericArrayData(new double[] {0.6})));
    assertFalse(acceptance.accepts(new GenericArrayData(new Object[] {0.6, null})));
    assertNotEquals(acceptance, new Acceptance(number()));
  }

  private static Protocol<?, ?> number() {
    return Protocols.of("duchi(epsilon=1.0,lower=0.0,upper=1.0)");
  }

  private static byte[] bytes(Object sent) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(sent);
    }
    return bytes.toByteArray();
  }

  private static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    }
  }
}
