package org.sparkldp.sql.catalyst;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.MutableProjection;
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow;
import org.apache.spark.sql.catalyst.expressions.aggregate.ImperativeAggregate;
import org.apache.spark.sql.catalyst.expressions.aggregate.TypedImperativeAggregate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatchRow;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.sums.NumberSums;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * The aggregates {@code ldp_accumulate}, {@code ldp_accumulate_sums} and {@code ldp_merge}: an
 * {@link Accumulator} as Spark's aggregation buffer, shuffled as its own bytes, so that partial
 * aggregation and {@code GROUP BY} come for free. NULL inputs are skipped; without any input the
 * result is NULL.
 *
 * <p>Spark evaluates the arguments of such aggregates by walking the expression tree; here they are
 * compiled into one projection first, which matters because the argument is often the randomizer
 * itself.
 */
public final class Accumulating extends TypedImperativeAggregate<Accumulating.Buffer>
    implements Serializable {

  /** The form in which a row enters the accumulator. */
  public enum RowInput {
    /** (cell INT, times BIGINT), or (cell INT, number BIGINT, NULL where there is none). */
    CELL,
    /** (word BIGINT, and so on). */
    WORD,
    /** (bits BINARY, and so on). */
    BITS,
    /** (accumulator BINARY). */
    ACCUMULATOR;

    /** That of a protocol's reports. */
    public static RowInput of(Protocol<?, ?> protocol) {
      return switch (protocol.reportType().kind()) {
        case CELL -> CELL;
        case WORD -> WORD;
        case BITS -> BITS;
      };
    }
  }

  /** The mutable buffer of one group; without an accumulator until the first row. */
  public static final class Buffer {
    Accumulator<?> accumulator;
  }

  private static final String OF_NUMBERS = "ldp_accumulate_sums";

  private final String name;
  private final RowInput input;
  private final ProtocolReference protocol; // null where accumulators merge
  private final String context;
  private final List<Expression> arguments;
  private final int mutableOffset;
  private final int inputOffset;
  private transient MutableProjection projection;
  private transient NumberSums<?> sums;

  public Accumulating(
      String name,
      RowInput input,
      ProtocolReference protocol,
      String context,
      List<Expression> arguments) {
    this(name, input, protocol, context, arguments, 0, 0);
  }

  /** Of reports of the protocol's exact type, each so many times (BIGINT). */
  public static Accumulating ofReports(
      Protocol<?, ?> protocol, String context, Expression report, Expression times) {
    return new Accumulating(
        "ldp_accumulate",
        RowInput.of(protocol),
        new ProtocolReference(protocol),
        context,
        List.of(report, times));
  }

  /**
   * Of reports of the protocol's exact type, and a number beside each.
   *
   * @param units BIGINT; NULL where there is no number
   */
  public static Accumulating ofNumbers(
      Protocol<?, ?> protocol, String context, Expression report, Expression units) {
    return new Accumulating(
        OF_NUMBERS,
        RowInput.of(protocol),
        new ProtocolReference(protocol),
        context,
        List.of(report, units));
  }

  /** Of accumulators. */
  public static Accumulating merging(Expression accumulator) {
    return new Accumulating("ldp_merge", RowInput.ACCUMULATOR, null, "", List.of(accumulator));
  }

  private Accumulating(
      String name,
      RowInput input,
      ProtocolReference protocol,
      String context,
      List<Expression> arguments,
      int mutableOffset,
      int inputOffset) {
    this.name = name;
    this.input = input;
    this.protocol = protocol;
    this.context = context;
    this.arguments = List.copyOf(arguments);
    this.mutableOffset = mutableOffset;
    this.inputOffset = inputOffset;
  }

  @Override
  public Buffer createAggregationBuffer() {
    return new Buffer();
  }

  @Override
  public Buffer update(Buffer buffer, InternalRow row) {
    return guarded(() -> updated(buffer, row));
  }

  /** Adds the reports of a column, as {@link BatchCalls.Batch} does; NULLs are skipped. */
  void addReports(ColumnVector[] reports, int rows, Accumulator<?> sums, IntConsumer before) {
    ColumnarBatchRow row = new ColumnarBatchRow(reports);
    for (row.rowId = 0; row.rowId < rows; row.rowId++) {
      if (!row.isNullAt(0)) {
        before.accept(row.rowId);
        add(sums, row, 1);
      }
    }
  }

  /** Whether reports alone enter: no numbers beside them, and no accumulators. */
  public boolean isOfReports() {
    return input != RowInput.ACCUMULATOR && !isOfNumbers();
  }

  /** Whether numbers enter beside reports. */
  boolean isOfNumbers() {
    return name.equals(OF_NUMBERS);
  }

  /** Whether each row enters once, and without a box. */
  boolean isPlain() {
    return isOfNumbers()
        ? input == RowInput.CELL
        : isOfReports() && arguments.get(1).equals(new Literal(1L, DataTypes.LongType));
  }

  /** The report and what comes with it; or the accumulator. */
  public List<Expression> arguments() {
    return arguments;
  }

  /** An empty one, for reports. */
  Accumulator<?> newAccumulator() {
    if (!isOfNumbers()) {
      return protocol.resolve().newAccumulator(context);
    }
    if (sums == null) { // once a task, not once a group
      sums = NumberSums.of(protocol.resolve());
    }
    return sums.newAccumulator(context);
  }

  private Accumulator<?> accumulator(Buffer buffer) {
    if (buffer.accumulator == null) {
      buffer.accumulator = newAccumulator();
    }
    return buffer.accumulator;
  }

  private <T> T guarded(Supplier<T> step) {
    try {
      return step.get();
    } catch (IllegalArgumentException refusal) {
      throw RowRefusal.of(name, refusal);
    }
  }

  private Buffer updated(Buffer buffer, InternalRow row) {
    if (projection == null) {
      projection = MutableProjection.create(Scala.seq(arguments));
      projection.target(
          new SpecificInternalRow(
              Scala.<DataType>seq(arguments.stream().map(Expression::dataType).toList())));
    }
    InternalRow values = projection.apply(row);
    if (values.isNullAt(0)) {
      return buffer;
    }
    if (input == RowInput.ACCUMULATOR) {
      return mergeInto(buffer, Protocols.readForMerging(values.getBinary(0)));
    }
    boolean isKnown = !values.isNullAt(1);
    long second = isKnown ? values.getLong(1) : 0;
    if (isOfNumbers()) {
      accumulator(buffer).beside(second, isKnown);
      add(buffer.accumulator, values, 1);
    } else if (isKnown) {
      add(accumulator(buffer), values, second);
    }
    return buffer;
  }

  @SuppressWarnings("unchecked") // the report's type is the protocol's, checked at analysis
  private void add(Accumulator<?> accumulator, InternalRow values, long times) {
    switch (input) {
      case CELL -> accumulator.addCell(values.getInt(0), times);
      case WORD -> ((Accumulator<Long>) accumulator).add(values.getLong(0), times);
      case BITS -> ((Accumulator<byte[]>) accumulator).add(values.getBinary(0), times);
      case ACCUMULATOR -> throw new IllegalStateException("accumulators merge, reports add");
    }
  }

  @Override
  public Buffer merge(Buffer buffer, Buffer other) {
    return other.accumulator == null ? buffer : guarded(() -> mergeInto(buffer, other.accumulator));
  }

  private Buffer mergeInto(Buffer buffer, Accumulator<?> accumulator) {
    if (protocol != null) {
      accumulator(buffer); // rows may follow
    }
    if (buffer.accumulator == null) {
      buffer.accumulator = accumulator;
    } else {
      buffer.accumulator.merge(accumulator);
    }
    return buffer;
  }

  @Override
  public Object eval(Buffer buffer) {
    return buffer.accumulator == null ? null : buffer.accumulator.toBytes();
  }

  @Override
  public byte[] serialize(Buffer buffer) {
    return buffer.accumulator == null ? new byte[0] : buffer.accumulator.toBytes();
  }

  @Override
  public Buffer deserialize(byte[] bytes) {
    Buffer buffer = new Buffer();
    if (bytes.length > 0) {
      buffer.accumulator = Protocols.readForMerging(bytes);
    }
    return buffer;
  }

  @Override
  public int mutableAggBufferOffset() {
    return mutableOffset;
  }

  @Override
  public int inputAggBufferOffset() {
    return inputOffset;
  }

  @Override
  public ImperativeAggregate withNewMutableAggBufferOffset(int offset) {
    return new Accumulating(name, input, protocol, context, arguments, offset, inputOffset);
  }

  @Override
  public ImperativeAggregate withNewInputAggBufferOffset(int offset) {
    return new Accumulating(name, input, protocol, context, arguments, mutableOffset, offset);
  }

  @Override
  public DataType dataType() {
    return DataTypes.BinaryType;
  }

  @Override
  public boolean nullable() {
    return true;
  }

  @Override
  public Seq<Expression> children() {
    return Scala.seq(arguments);
  }

  @SuppressWarnings("MissingOverride") // the next with Scala 2.13, this one with 2.12
  public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
    return withNewChildrenInternal((scala.collection.IndexedSeq<Expression>) children);
  }

  @SuppressWarnings("MissingOverride")
  public Expression withNewChildrenInternal(scala.collection.IndexedSeq<Expression> children) {
    return new Accumulating(
        name, input, protocol, context, Scala.list(children), mutableOffset, inputOffset);
  }

  @Override
  public String prettyName() {
    return name;
  }

  @Override
  public String toString() {
    return name
        + (protocol == null ? "" : "[" + protocol + "]")
        + arguments.stream().map(Object::toString).collect(Collectors.joining(", ", "(", ")"));
  }

  @Override
  public int productArity() {
    return arguments.size();
  }

  @Override
  public Object productElement(int index) {
    return arguments.get(index);
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof Accumulating;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Accumulating that
        && name.equals(that.name)
        && input == that.input
        && Objects.equals(protocol, that.protocol)
        && context.equals(that.context)
        && mutableOffset == that.mutableOffset
        && inputOffset == that.inputOffset
        && arguments.equals(that.arguments);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, protocol, context, arguments);
  }
}
