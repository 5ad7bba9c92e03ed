package org.sparkldp.datasets.numbers;

import java.util.stream.IntStream;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;
import org.sparkldp.datasets.law.Atoms;

/** Whole numbers, equally likely. */
public final class WholeNumbers extends NumberFamily<Atoms> {
  /** As the service loader needs it. */
  public WholeNumbers() {
    super(
        "whole",
        "whole numbers, equally likely",
        "whole number, in [lower, upper]",
        Parameter.integer("lower", "least number", 0, -1_000_000, 1_000_000),
        Parameter.integer("upper", "greatest number, at least lower", 99, -1_000_000, 1_000_000));
  }

  @Override
  Atoms law(GeneratorSpec spec) {
    return Atoms.ofSample(
        IntStream.rangeClosed(spec.integer("lower"), spec.integer("upper"))
            .asDoubleStream()
            .toArray());
  }
}
