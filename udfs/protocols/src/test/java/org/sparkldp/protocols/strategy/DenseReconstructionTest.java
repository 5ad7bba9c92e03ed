package org.sparkldp.protocols.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.workload.Query;

class DenseReconstructionTest {

  /** A reconstruction that has no covariance of its own. */
  private record Plain(Reconstruction of) implements Reconstruction {
    @Override
    public double[] data() {
      return of.data();
    }

    @Override
    public double variance(Query query) {
      return of.variance(query);
    }

    @Override
    public Reach reach(Query query) {
      return of.reach(query);
    }
  }

  /** By matrices, and by the variances of differences. */
  @Test
  void covariancesAreThoseOfDifferences() {
    Factorization<?> protocol =
        (Factorization<?>) Protocols.of("factorization(epsilon=1.0,workload=prefix,domain=16)");
    double[] people = IntStream.range(0, 16).mapToDouble(i -> 100.0 * (i + 1)).toArray();
    Reconstruction exact =
        protocol.strategy().reconstruct(protocol.strategy().expectedCounters(people));
    List<Query> queries =
        IntStream.range(0, 15).mapToObj(i -> protocol.workload().query(i)).toList();
    double[][] own = exact.covariance(queries);
    double[][] byDifferences = new Plain(exact).covariance(queries);
    for (int i = 0; i < own.length; i++) {
      assertEquals(exact.variance(queries.get(i)), own[i][i], 1e-6 * own[i][i]);
      for (int j = 0; j < own.length; j++) {
        assertEquals(byDifferences[i][j], own[i][j], 1e-6 * own[i][i], i + ", " + j);
      }
    }
    assertTrue(own[0][1] > 0 && own[0][14] < own[0][0] / 2); // neighbours go together
  }
}
