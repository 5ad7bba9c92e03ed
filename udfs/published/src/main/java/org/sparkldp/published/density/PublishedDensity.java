package org.sparkldp.published.density;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.density.Density;
import org.sparkldp.protocols.density.DensityQuestion;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.vector.Hypercube;

/**
 * {@code density(mechanism=published)}: a report is a vertex of a cube of all k coefficients, the
 * constant one too, as the paper has it. Its variance is π/2 times that of one coordinate and more.
 *
 * <p>Source: Duchi, Jordan &amp; Wainwright, JASA 2018, section 5, equations (34) to (39).
 */
public final class PublishedDensity {
  private PublishedDensity() {}

  private static Density<?> of(Parameters given) {
    DensityQuestion question = DensityQuestion.of(given);
    int terms = question.chosenTerms(Math.PI);
    return new Density<>(
        given.with("mechanism", "published"),
        question,
        terms,
        Hypercube.DECLARATION.of(given.epsilon(), terms, Density.RADIUS));
  }

  /** {@code density(epsilon,lower,upper,...,mechanism=published)}. */
  public static final Declaration<Density<?>> DECLARATION =
      Declaration.named(
              "density",
              37,
              "density of numbers in a range, all coefficients through the hypercube")
          .takes(parameters())
          .variants("terms=5")
          .onlyWith("mechanism", "published")
          .makes(PublishedDensity::of);

  private static List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(DensityQuestion.PARAMETERS);
    all.add(
        all.size() - 1, // what happens to values outside is last in every spec
        Parameter.word("mechanism", "published", "published").required().example("published"));
    return all;
  }
}
