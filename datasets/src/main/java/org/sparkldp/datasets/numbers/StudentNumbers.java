package org.sparkldp.datasets.numbers;

import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;
import org.sparkldp.datasets.law.Normal;
import org.sparkldp.datasets.law.Student;

/** Student's t, scaled: numbers whose tails fall as a power only. */
public final class StudentNumbers extends NumberFamily<Student> {
  /** As the service loader needs it. */
  public StudentNumbers() {
    super(
        "student",
        "numbers whose tails fall as a power only (Student's t)",
        "number, unbounded",
        MU,
        SIGMA,
        Parameter.integer("df", "degrees of freedom", 5, 3, 100));
  }

  @Override
  Student law(GeneratorSpec spec) {
    return new Student(spec.real("mu"), spec.real("sigma"), spec.integer("df"));
  }

  /** A normal number over the root of a chi-square: bisection would take 60 times as long. */
  @Override
  Column.DoubleCell cell(Student law) {
    Normal normal = new Normal(0, 1);
    return (seed, index) -> {
      double squares = 0;
      for (int j = 1; j <= law.df(); j++) {
        double z = normal.quantile(CounterRandom.unit(seed, index, X_STREAM + j));
        squares += z * z;
      }
      double z = normal.quantile(CounterRandom.unit(seed, index, X_STREAM));
      return law.mu() + law.scale() * z * Math.sqrt(law.df() / squares);
    };
  }
}
