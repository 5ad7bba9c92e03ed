package org.sparkldp.jobs.store;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.Arrays;
import java.util.Collection;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.check.Require;

/**
 * The sum of a table that a run wrote, as its record has it: how many rows it has, and a checksum
 * of them. Whoever decides by a table compares both first, so that a file that was lost, cut or put
 * back to another run's is refused, not believed.
 *
 * <p>The checksum is a hash of what the table holds and of nothing else. It does not hang on the
 * order of rows or on files, and those of two tables make that of both.
 */
public record Sum(long rows, String checksum) {
  /** A column with a word for each row, for whoever sums rows that go by. */
  public static final String WORD = "__ldp_row_word";

  static final Sum NOTHING = new Sum(0, hexadecimal(0));

  private Sum(long rows, long checksum) {
    this(rows, hexadecimal(checksum));
  }

  /** A word for each row of a table, BIGINT. */
  public static Column word(StructType table) {
    return xxhash64(
        Arrays.stream(table.fields())
            .filter(field -> !field.name().equals(WORD))
            .map(field -> Inputs.column(field.name()))
            .toArray(Column[]::new));
  }

  /** An aggregate for {@link #read}, of words or of words that {@link #xor} has merged. */
  public static Column of(Column word) {
    return struct(count(word), xor(word));
  }

  /** The words of some rows as one. */
  public static Column xor(Column word) {
    return coalesce(bit_xor(word), lit(0L));
  }

  /** What {@link #of} has found; nothing where no row has gone by. */
  public static Sum read(Object found) {
    return found instanceof Row row ? new Sum(row.getLong(0), row.getLong(1)) : NOTHING;
  }

  /** Of some rows by their number and {@link #xor}. */
  public static Sum of(long rows, long words) {
    return new Sum(rows, words);
  }

  /** The sum of the tables of some runs, which are there. */
  static Sum of(String table, Collection<Run> runs) {
    return runs.stream().map(run -> run.sum(table)).reduce(NOTHING, Sum::and);
  }

  private Sum and(Sum more) {
    return new Sum(rows + more.rows, word() ^ more.word());
  }

  private long word() {
    return Long.parseUnsignedLong(checksum, 16);
  }

  private static String hexadecimal(long word) {
    return "%016x".formatted(word);
  }

  /** Whether it is that of the table which runs wrote. */
  public boolean isOf(String table, Collection<Run> runs) {
    return equals(of(table, runs));
  }

  /** Refuses a table in which there is not what runs wrote. */
  public void require(String table, Collection<Run> runs) {
    Sum written = of(table, runs);
    Require.that(equals(written))
        .orRefuse(
            "a table must have the rows that were written. Provided: %s of %s rows of %s%s; restore"
                + " its files as they were, or make it again in another folder.",
            rows, written.rows, table, rows == written.rows ? ", of which some are others" : "");
  }
}
