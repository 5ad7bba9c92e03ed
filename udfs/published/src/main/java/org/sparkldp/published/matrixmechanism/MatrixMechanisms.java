package org.sparkldp.published.matrixmechanism;

import org.sparkldp.analysis.Mechanism;
import org.sparkldp.analysis.Optimizer;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.workload.Workload;

/** {@link MatrixMechanism} by name. */
public abstract class MatrixMechanisms implements Mechanism {

  private MatrixMechanisms() {}

  @Override
  public final boolean applies(Workload workload) {
    return workload.domain() <= Optimizer.DENSE_LIMIT;
  }

  @Override
  public final Made make(
      Workload workload, double epsilon, SearchOptions options, Progress.SearchListener listener) {
    Require.that(applies(workload))
        .orRefuse(
            "%s is made for at most %s items. Provided: %s; bin the domain more coarsely.",
            label(), Optimizer.DENSE_LIMIT, workload);
    MatrixMechanism made = of(Algebra.current(), workload, epsilon);
    return new Made(made.design(), made.performance(workload), made.strategy().name());
  }

  abstract MatrixMechanism of(Algebra algebra, Workload workload, double epsilon);

  /** {@code matrix-l1}, with Laplace noise. */
  public static final class Laplace extends MatrixMechanisms {
    @Override
    public String label() {
      return "matrix-l1";
    }

    @Override
    MatrixMechanism of(Algebra algebra, Workload workload, double epsilon) {
      return MatrixMechanism.laplace(PIdentityStrategy.of(algebra, workload), epsilon);
    }
  }

  /** {@code matrix-l2}, with Gaussian noise and the customary delta. */
  public static final class Gaussian extends MatrixMechanisms {
    @Override
    public String label() {
      return "matrix-l2";
    }

    @Override
    MatrixMechanism of(Algebra algebra, Workload workload, double epsilon) {
      return MatrixMechanism.gaussian(
          RootStrategy.of(algebra, workload), epsilon, MatrixMechanism.DELTA);
    }
  }
}
