package org.sparkldp.sql;

import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.function.LongFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.ForLife;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.KeyedBatch;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.sql.catalyst.BatchCalls;
import org.sparkldp.sql.catalyst.BatchColumns;
import org.sparkldp.sql.catalyst.Condition;
import org.sparkldp.sql.catalyst.ObjectCall;
import org.sparkldp.sql.catalyst.ProtocolReference;

/**
 * Implementation of {@code ldp_randomize}: value (and id) in, report out. Items become cells
 * without boxes ({@link #cell}); an {@link Encoder} knows how all other values become reports, and
 * how those of batches do.
 *
 * <p>Keyed when a key location is given, write-once otherwise. Serialized as spec (with its
 * attachment), key location and label: neither key nor tables travel; each JVM builds them once. A
 * value that the protocol refuses fails the query without being shown.
 */
public final class RowRandomizer implements Serializable, BatchCalls {
  /** The methods that give a person's cohort. */
  public static final String COHORT = "cohort";

  private final transient Protocol<?, ?> protocol;
  private final transient CellProtocol cells; // null where values are no items, or reports no cells
  private final transient ThreadLocal<Encoder> ones; // of batches of one, without garbage
  private final transient KeyedRandomness keyed;
  private final transient PublicHash cohorts;
  private final Form form;

  /** The serialized form, and the identity: two randomizers are the same iff their forms are. */
  private record Form(
      ProtocolReference protocol, KeyLocation key, String label, String lifelong, String attribute)
      implements Serializable {
    private Object readResolve() {
      try {
        return new RowRandomizer(protocol.resolve(), this);
      } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
        throw Condition.FAILED_ON_MACHINE.whileRunning(
            e,
            Condition.quoted("ldp_randomize"),
            "value, spec, id",
            "report",
            Condition.phrase(String.valueOf(e.getMessage())));
      }
    }
  }

  private RowRandomizer(Protocol<?, ?> protocol, Form form) {
    this.protocol = protocol;
    this.ones = ThreadLocal.withInitial(() -> Encoder.of(protocol));
    this.cells = ones.get().cells();
    this.form = form;
    this.keyed = form.key == null ? null : form.key.randomness(form.label, form.lifelong);
    this.cohorts = new PublicHash("cohort\n" + form.label);
  }

  /**
   * Reports are a pure function of key, label, id and value.
   *
   * @param label names the question; it decides cohorts too
   */
  public static RowRandomizer keyed(Protocol<?, ?> protocol, KeyLocation key, String label) {
    return keyed(protocol, key, label, label);
  }

  /**
   * Reports are a pure function of key, labels, id and value.
   *
   * @param label names the question and the period; it decides cohorts too
   * @param lifelong names the question alone: what people remember from one period to the next
   */
  public static RowRandomizer keyed(
      Protocol<?, ?> protocol, KeyLocation key, String label, String lifelong) {
    return new RowRandomizer(
        protocol, new Form(new ProtocolReference(protocol), key, label, lifelong, null));
  }

  /**
   * Every call draws anew.
   *
   * @param label names the question; it decides cohorts, where ids are given
   */
  public static RowRandomizer writeOnce(Protocol<?, ?> protocol, String label) {
    if (protocol.facet(ForLife.class).isPresent()) {
      throw Require.refusal(
          "a protocol with a lifetime epsilon must have keyed randomness, because people remember"
              + " their permanent responses by the key. Provided value: %s; give an id, or choose"
              + " randomness = keyed.",
          protocol.spec());
    }
    return new RowRandomizer(
        protocol, new Form(new ProtocolReference(protocol), null, label, label, null));
  }

  /**
   * Keyed, as SQL asks for it. The label begins with the spec and its bracket: no label of a job
   * does, so no SQL makes the reports of a plan.
   *
   * @param attribute names the question
   * @param items tells the question's list of items from others; empty without one
   */
  static RowRandomizer asked(
      Protocol<?, ?> protocol, KeyLocation key, String attribute, String items) {
    String label = protocol.spec() + "\n" + attribute + (items.isEmpty() ? "" : "\n" + items);
    return new RowRandomizer(
        protocol, new Form(new ProtocolReference(protocol), key, label, label, attribute));
  }

  /** Names the question to the key. */
  String label() {
    return form.label;
  }

  /** The question's name in SQL; null of jobs, whose questions are plans. */
  String attribute() {
    return form.attribute;
  }

  /** The spec, where SQL asked; reports of jobs lie beside their plan. */
  Optional<String> question() {
    boolean isOfSql = form.attribute != null || form.label.isEmpty();
    return isOfSql ? Optional.of(form.protocol.toString()) : Optional.empty();
  }

  /** Whether an expression takes fresh random bits each time that it is computed. */
  static boolean draws(Expression expression) {
    return expression instanceof ObjectCall call
        && call.target() instanceof RowRandomizer randomizer
        && !randomizer.isKeyed();
  }

  /** The attribute of which an expression is SQL's keyed draw; empty for all others. */
  static Optional<String> attribute(Expression expression) {
    return expression instanceof ObjectCall call
            && call.target() instanceof RowRandomizer randomizer
        ? Optional.ofNullable(randomizer.attribute())
        : Optional.empty();
  }

  /** Serializes the form instead. */
  private Object writeReplace() {
    return form;
  }

  /** The name of the methods that generated code calls. */
  public String method() {
    return cells == null ? "report" : "cell";
  }

  /** The report's SQL type. */
  public DataType reportType() {
    return sqlType(protocol.reportType().kind());
  }

  /** The SQL type of reports of a kind. */
  static DataType sqlType(ReportType.ReportCarrier kind) {
    return switch (kind) {
      case CELL -> DataTypes.IntegerType;
      case WORD -> DataTypes.LongType;
      case BITS -> DataTypes.BinaryType;
    };
  }

  /** Whether equal arguments give equal reports. */
  public boolean isKeyed() {
    return keyed != null;
  }

  /** A write-once cell. */
  public int cell(long item) {
    return cells.randomize(Encoder.item(item), SystemRandomness.get());
  }

  /** The cell of a person known by a number. */
  public int cell(long item, long id) {
    int known = Encoder.item(item);
    return cells.randomize(known, open(known, id));
  }

  /** The cell of a person known by a text. */
  public int cell(long item, UTF8String id) {
    int known = Encoder.item(item);
    return cells.randomize(known, open(known, id));
  }

  /**
   * A write-once report; a cohort is drawn.
   *
   * @param value BIGINT, DOUBLE or ARRAY&lt;DOUBLE&gt;, as Spark's rows have it
   */
  public Object report(Object value) {
    RandomSource source = SystemRandomness.get();
    return report(value, 0, row -> source.nextLong(), word -> source);
  }

  /** The report of a person (of stratum 0) known by a number. */
  public Object report(Object value, long id) {
    return report(value, 0, id);
  }

  /** The report of a person (of stratum 0) known by a text. */
  public Object report(Object value, UTF8String id) {
    return report(value, 0, id);
  }

  /** The report of a person of a stratum, known by a number. */
  public Object report(Object value, int stratum, long id) {
    return report(value, stratum, row -> cohortWord(id), word -> open(word, id));
  }

  /** The report of a person of a stratum, known by a text. */
  public Object report(Object value, int stratum, UTF8String id) {
    return report(value, stratum, row -> cohortWord(id.getBytes()), word -> open(word, id));
  }

  /** A row is a batch of one. */
  private Object report(
      Object value, int stratum, IntToLongFunction publicWords, LongFunction<RandomSource> coins) {
    Encoder one = ones.get();
    one.read(value);
    long word = one.word(0, stratum, publicWords);
    return one.report(0, coins.apply(word));
  }

  /** The cohort of a person (of stratum 0) known by a number: a public function of label and id. */
  public int cohort(long id) {
    return ((NumberProtocol<?>) protocol).cohort(0, cohortWord(id));
  }

  /** The cohort of a person (of stratum 0) known by a text. */
  public int cohort(UTF8String id) {
    return ((NumberProtocol<?>) protocol).cohort(0, cohortWord(id.getBytes()));
  }

  /** Values and people; not strata. */
  @Override
  public boolean takes(List<DataType> arguments) {
    return arguments.size() == 2
        && ones.get().takes(arguments.get(0))
        && (BatchColumns.isLong(arguments.get(1)) || arguments.get(1) instanceof StringType);
  }

  @Override
  public Batch newBatch() {
    return new RandomizerBatch(this, Encoder.of(protocol));
  }

  /** The coins of a person and a value, until the thread's next: keyed, or fresh. */
  private RandomSource open(long value, long id) {
    return keyed == null ? SystemRandomness.get() : keyed.lend(id, value);
  }

  private RandomSource open(long value, UTF8String id) {
    return keyed == null ? SystemRandomness.get() : keyed.lend(id.getBytes(), value);
  }

  /** The coins of batches of people; of keyed reports only. */
  KeyedBatch openBatches(int capacity) {
    return new KeyedBatch(keyed, capacity);
  }

  /** The public word that decides a person's cohort. */
  long cohortWord(long id) {
    return cohorts.word(id);
  }

  /** The public word that decides a person's cohort. */
  long cohortWord(byte[] id) {
    return cohorts.word(id);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowRandomizer that && form.equals(that.form);
  }

  @Override
  public int hashCode() {
    return form.hashCode();
  }

  /** Shown in plans: the spec, the mode, and the key's public name. */
  @Override
  public String toString() {
    return form.protocol + (form.key == null ? ", write-once" : ", keyed " + form.key.keyId());
  }
}
