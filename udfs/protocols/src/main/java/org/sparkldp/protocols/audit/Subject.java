package org.sparkldp.protocols.audit;

import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.random.RandomSource;

/**
 * What an audit runs: a randomizer of finitely many items. For a protocol of numbers it is one
 * cohort, whose items are its inputs; the two that lie furthest apart come first, for that is where
 * an attack looks.
 */
interface Subject<R> {
  /** Coordinates of a cube whose corners are all compared. */
  int CORNERS = 8;

  /** Items, at least 2. */
  int items();

  /** One report. */
  R report(int item, RandomSource source);

  /** How much more a report speaks for one item than for another. */
  double contrast(R report, int item, int other);

  /** As {@link ItemProtocol#firstIndependentBit}. */
  int firstIndependentBit();

  /** Bits of a report that are packed in bytes. */
  int bits();

  /** What is claimed. */
  Guarantee guarantee();

  /** A protocol of items. */
  static <R> Subject<R> of(ItemProtocol<R> protocol) {
    return new Subject<>() {
      @Override
      public int items() {
        return protocol.k();
      }

      @Override
      public R report(int item, RandomSource source) {
        return protocol.randomizer().randomize(item, source);
      }

      @Override
      public double contrast(R report, int item, int other) {
        return protocol.contrast(report, item, other);
      }

      @Override
      public int firstIndependentBit() {
        return protocol.firstIndependentBit();
      }

      @Override
      public int bits() {
        return 8 * protocol.reportType().bytes();
      }

      @Override
      public Guarantee guarantee() {
        return protocol.guarantee();
      }
    };
  }

  /** A cohort of a protocol of numbers. */
  static <R> Subject<R> of(NumberProtocol<R> protocol, int cohort) {
    long inputs = protocol.inputs(cohort);
    return new Subject<>() {
      @Override
      public int items() {
        return (int) Math.min(Integer.MAX_VALUE, inputs);
      }

      private long input(int item) {
        return item == 0 ? 0 : item == 1 ? inputs - 1 : item - 1L;
      }

      @Override
      public R report(int item, RandomSource source) {
        return protocol.report(input(item), cohort, source);
      }

      @Override
      public double contrast(R report, int item, int other) {
        return protocol.contrast(report, input(item), input(other), cohort);
      }

      @Override
      public int firstIndependentBit() {
        return -1;
      }

      @Override
      public int bits() {
        return 8 * protocol.reportType().bytes();
      }

      @Override
      public Guarantee guarantee() {
        return protocol.guarantee();
      }
    };
  }

  /**
   * A protocol of vectors in a ball, at its corners: those of the cube in its first {@value
   * #CORNERS} coordinates, or the ends of the ball's axes. Between them reports are mixtures of the
   * corners' or nearer to one another.
   */
  static <R> Subject<R> of(BallProtocol<R> protocol) {
    boolean isCube = protocol.norm() == BallProtocol.Norm.MAX;
    int d = protocol.d();
    int items = isCube ? 1 << Math.min(CORNERS, d) : 2 * d;
    return new Subject<>() {
      @Override
      public int items() {
        return items;
      }

      /** Items 0 and 1 are opposite. */
      private int[] input(int item) {
        int[] input = new int[d];
        if (!isCube) {
          input[item / 2] = item % 2 == 0 ? protocol.steps() : -protocol.steps();
          return input;
        }
        int signs = item == 0 ? 0 : item == 1 ? -1 : item - 1;
        for (int j = 0; j < d; j++) {
          boolean negative = (signs >> Math.min(j, CORNERS) & 1) != 0;
          input[j] = negative ? -protocol.steps() : protocol.steps();
        }
        return input;
      }

      @Override
      public R report(int item, RandomSource source) {
        return protocol.report(input(item), source);
      }

      @Override
      public double contrast(R report, int item, int other) {
        return protocol.contrast(report, input(item), input(other));
      }

      @Override
      public int firstIndependentBit() {
        return -1;
      }

      @Override
      public int bits() {
        return 8 * protocol.reportType().bytes();
      }

      @Override
      public Guarantee guarantee() {
        return protocol.guarantee();
      }
    };
  }
}
