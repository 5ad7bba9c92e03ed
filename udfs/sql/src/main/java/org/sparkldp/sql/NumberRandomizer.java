package org.sparkldp.sql;

import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.sql.catalyst.BatchCalls;
import org.sparkldp.sql.catalyst.Columns;

/**
 * Randomizes numbers: methods of (double), of value and id, and of value, stratum and id. A
 * person's cohort is a public function of label and id; without an id it is drawn.
 */
public final class NumberRandomizer extends RowRandomizer implements BatchCalls {
  /** The methods that give a person's cohort. */
  public static final String COHORT = "cohort";

  private final transient NumberProtocol<?> protocol;

  NumberRandomizer(NumberProtocol<?> protocol, Object form) {
    super(form);
    this.protocol = protocol;
  }

  @Override
  public DataType reportType() {
    return sqlType(protocol.reportType().kind());
  }

  /** A write-once report. */
  public Object randomize(double value) {
    RandomSource source = SystemRandomness.get();
    int cohort = protocol.cohort(0, source.nextLong());
    return protocol.report(protocol.input(value, cohort), cohort, source);
  }

  /** The cohort of a person (of stratum 0) known by a number. */
  public int cohort(long id) {
    return protocol.cohort(0, cohortWord(id));
  }

  /** The cohort of a person (of stratum 0) known by a text. */
  public int cohort(UTF8String id) {
    return protocol.cohort(0, cohortWord(id));
  }

  /** A report of a person known by a number. */
  public Object randomize(double value, long id) {
    return randomize(value, 0, id);
  }

  /** A report of a person known by a text. */
  public Object randomize(double value, UTF8String id) {
    return randomize(value, 0, id);
  }

  /** A report of a person of a stratum, known by a number. */
  public Object randomize(double value, int stratum, long id) {
    int cohort = protocol.cohort(stratum, cohortWord(id));
    long input = protocol.input(value, cohort);
    return protocol.report(input, cohort, open(input, id));
  }

  /** A report of a person of a stratum, known by a text. */
  public Object randomize(double value, int stratum, UTF8String id) {
    int cohort = protocol.cohort(stratum, cohortWord(id));
    long input = protocol.input(value, cohort);
    return protocol.report(input, cohort, open(input, id));
  }

  /** Values and people; not strata. */
  @Override
  public boolean takes(List<DataType> arguments) {
    return RandomizerBatch.takesPeople(arguments) && Columns.isDouble(arguments.get(0));
  }

  @Override
  public Batch newBatch() {
    return new RandomizerBatch(this) {
      private double[] numbers = {};
      private int[] cohorts = {};

      @Override
      void read(ColumnVector values, int rows) {
        if (numbers.length < rows) {
          numbers = new double[rows];
          cohorts = new int[rows];
        }
        Columns.doubles(values, rows, numbers);
      }

      @Override
      long encode(int row) {
        cohorts[row] = protocol.cohort(0, cohortWord(row));
        return protocol.input(numbers[row], cohorts[row]);
      }

      @Override
      void addReport(int row, long word, RandomSource source, Accumulator<?> sums) {
        add(protocol.report(word, cohorts[row], source), sums);
      }
    };
  }
}
