package org.sparkldp.release;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.util.ArrayData;

/**
 * A user's vector as it enters a released sum: its distance from the bound's middle, cut to the
 * bound, in quanta. What is no vector of d finite numbers becomes the empty array.
 *
 * @param bound a ball, to whose surface a vector outside is scaled, or a box, to which each
 *     coordinate is cut
 * @param quantizer of the noise
 */
public record VectorQuanta(VectorBound bound, ReleaseNoise.Quantizer quantizer)
    implements Serializable {
  /** Relative; more than rounding errors lengthen a vector of up to a million coordinates. */
  private static final double MARGIN = 1e-9;

  /** ARRAY of DOUBLE to ARRAY of BIGINT. */
  public ArrayData quanta(ArrayData vector) {
    double[] inside = inside(vector);
    long[] quanta = new long[inside.length];
    for (int i = 0; i < quanta.length; i++) {
      quanta[i] = quantizer.quanta(inside[i]);
    }
    return ArrayData.toArrayData(quanta);
  }

  private double[] inside(ArrayData vector) {
    double[] inside = new double[bound.d()];
    double largest = 0;
    for (int i = 0; i < inside.length; i++) {
      boolean isThere = vector.numElements() == inside.length && !vector.isNullAt(i);
      inside[i] = isThere ? vector.getDouble(i) : Double.NaN;
      if (!Double.isFinite(inside[i])) {
        return new double[0];
      }
      largest = Math.max(largest, Math.abs(inside[i]));
    }
    double scale = bound.isBall() ? scale(inside, largest) : 1;
    for (int i = 0; i < inside.length; i++) {
      inside[i] =
          bound.isBall()
              ? inside[i] * scale
              : Math.max(bound.lower(), Math.min(bound.upper(), inside[i])) - bound.middle();
    }
    return inside;
  }

  /** What brings a vector into the ball; squares are of coordinates relative to the largest. */
  private double scale(double[] vector, double largest) {
    if (largest == 0) {
      return 1;
    }
    double squares = 0;
    for (double x : vector) {
      squares += x / largest * (x / largest);
    }
    return Math.min(1, bound.radius() * (1 - MARGIN) / Math.sqrt(squares) / largest);
  }
}
