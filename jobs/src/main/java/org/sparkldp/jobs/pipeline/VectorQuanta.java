package org.sparkldp.jobs.pipeline;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.sparkldp.jobs.plan.VectorBound;
import org.sparkldp.protocols.release.ReleaseNoise;

/**
 * A user's vector as it enters a released sum: its distance from the bound's middle, cut to the
 * bound, in quanta. NULL for what is no vector of d finite numbers.
 *
 * @param bound a ball, to which a vector outside is scaled down, or a box, to which each coordinate
 *     is cut
 * @param quantizer of the noise
 */
public record VectorQuanta(VectorBound bound, ReleaseNoise.Quantizer quantizer)
    implements Serializable {

  /** ARRAY of DOUBLE to ARRAY of BIGINT. */
  public ArrayData quanta(ArrayData vector) {
    int d = bound.d();
    if (vector.numElements() != d) {
      return null;
    }
    double[] centred = new double[d];
    double squares = 0;
    for (int i = 0; i < d; i++) {
      double x = vector.isNullAt(i) ? Double.NaN : vector.getDouble(i);
      if (!Double.isFinite(x)) {
        return null;
      }
      centred[i] = bound.isBall() ? x : Math.max(bound.lower(), Math.min(bound.upper(), x)) - bound.middle();
      squares += x * x;
    }
    return null;
  }
}
