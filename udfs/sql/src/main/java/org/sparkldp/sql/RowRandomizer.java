package org.sparkldp.sql;

import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.KeyedBatch;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.sql.catalyst.Condition;
import org.sparkldp.sql.catalyst.ProtocolReference;

/**
 * The per-row code of {@code ldp_randomize}: value (and id) in, report out.
 *
 * <p>Keyed when a key location is given, write-once otherwise. Serialized as spec (with its
 * attachment), key location and label: neither key nor tables travel; each JVM builds them once. A
 * value that the protocol refuses fails the query without being shown.
 */
public abstract class RowRandomizer implements Serializable {
  /** The methods that generated code calls. */
  public static final String METHOD = "randomize";

  private final transient KeyedRandomness keyed;
  private final transient PublicHash cohorts;
  private final Form form;

  /** The serialized form, and the identity: two randomizers are the same iff their forms are. */
  private record Form(
      ProtocolReference protocol, KeyLocation key, String label, String lifelong, String attribute)
      implements Serializable {
    private Object readResolve() {
      try {
        return of(protocol.resolve(), this);
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

  RowRandomizer(Object form) {
    this.form = (Form) form;
    this.keyed =
        this.form.key == null
            ? null
            : this.form.key.randomness(this.form.label, this.form.lifelong);
    this.cohorts = new PublicHash("cohort\n" + this.form.label);
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
    return of(protocol, new Form(new ProtocolReference(protocol), key, label, lifelong, null));
  }

  /**
   * Every call draws anew.
   *
   * @param label names the question; it decides cohorts, where ids are given
   */
  public static RowRandomizer writeOnce(Protocol<?, ?> protocol, String label) {
    if (protocol.isForLife()) {
      throw Require.refusal(
          "a protocol with a lifetime epsilon must have keyed coins, because people remember their"
              + " permanent responses by the key. Provided value: %s; give an id, or choose"
              + " randomness = keyed.",
          protocol.spec());
    }
    return of(protocol, new Form(new ProtocolReference(protocol), null, label, label, null));
  }

  /**
   * Keyed, as SQL asks for it. The label begins with the spec and its bracket: no label of a job
   * does, so no SQL makes the reports of a plan.
   *
   * @param attribute names the question
   */
  static RowRandomizer asked(Protocol<?, ?> protocol, KeyLocation key, String attribute) {
    String label = protocol.spec() + "\n" + attribute;
    return of(protocol, new Form(new ProtocolReference(protocol), key, label, label, attribute));
  }

  /** Names the question to the key. */
  final String label() {
    return form.label;
  }

  /** The question's name in SQL; null of jobs, whose questions are plans. */
  final String attribute() {
    return form.attribute;
  }

  /** The spec, where SQL asked; reports of jobs lie beside their plan. */
  final Optional<String> question() {
    boolean isOfSql = form.attribute != null || form.label.isEmpty();
    return isOfSql ? Optional.of(form.protocol.toString()) : Optional.empty();
  }

  private static RowRandomizer of(Protocol<?, ?> protocol, Form form) {
    return switch (protocol.valueType()) {
      case ITEM -> ItemRandomizer.of((ItemProtocol<?>) protocol, form);
      case NUMBER -> new NumberRandomizer((NumberProtocol<?>) protocol, form);
      case VECTOR -> new VectorRandomizer((VectorProtocol<?>) protocol, form);
      case TEXT, REPORTS ->
          throw Require.refusal(
              "a protocol of %s values is not randomized by row. Provided value: %s.",
              protocol.valueType(), protocol.spec());
    };
  }

  /** Serializes the form instead; inherited, which a private method would not be. */
  final Object writeReplace() {
    return form;
  }

  /** The report's SQL type. */
  public abstract DataType reportType();

  /** The SQL type of reports of a kind. */
  static DataType sqlType(ReportType.Kind kind) {
    return switch (kind) {
      case CELL -> DataTypes.IntegerType;
      case WORD -> DataTypes.LongType;
      case BITS -> DataTypes.BinaryType;
    };
  }

  /** Whether equal arguments give equal reports. */
  public final boolean isKeyed() {
    return keyed != null;
  }

  /** The coins of a person and a value, until the thread's next: keyed, or fresh. */
  final RandomSource open(long value, long id) {
    return keyed == null ? SystemRandomness.get() : keyed.lend(id, value);
  }

  /** The coins of a person and a value, until the thread's next: keyed, or fresh. */
  final RandomSource open(long value, UTF8String id) {
    return keyed == null ? SystemRandomness.get() : keyed.lend(id.getBytes(), value);
  }

  /** The coins of batches of people; of keyed reports only. */
  final KeyedBatch openBatches(int capacity) {
    return new KeyedBatch(keyed, capacity);
  }

  /** The public word that decides a person's cohort. */
  final long cohortWord(long id) {
    return cohorts.word(id);
  }

  /** The public word that decides a person's cohort. */
  final long cohortWord(UTF8String id) {
    return cohortWord(id.getBytes());
  }

  /** The public word that decides a person's cohort. */
  final long cohortWord(byte[] id) {
    return cohorts.word(id);
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof RowRandomizer that && form.equals(that.form);
  }

  @Override
  public final int hashCode() {
    return form.hashCode();
  }

  /** Shown in plans: the spec, the mode, and the key's public name. */
  @Override
  public final String toString() {
    return form.protocol + (form.key == null ? ", write-once" : ", keyed " + form.key.keyId());
  }
}
