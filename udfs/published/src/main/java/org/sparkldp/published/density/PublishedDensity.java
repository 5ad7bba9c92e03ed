package org.sparkldp.published.density;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.ProtocolVariant;
import org.sparkldp.protocols.density.Density;
import org.sparkldp.protocols.density.DensityProvider;
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
public final class PublishedDensity extends ProtocolVariant {
  public PublishedDensity() {
    super("mechanism", "published", new Provider());
  }

  private static Density<?> of(Parameters given) {
    DensityQuestion question = DensityProvider.question(given);
    int terms = question.chosenTerms(Math.PI);
    return Density.of(
        question
            .outside()
            .addTo(DensityProvider.spec(given, question).with("mechanism", "published")),
        question,
        terms,
        Hypercube.of(
            question.epsilon(), terms, Density.RADIUS, Hypercube.Variant.HALF, Outside.REFUSE));
  }

  private static final class Provider extends ProtocolProvider {
    Provider() {
      super(
          "density",
          37,
          "density of numbers in a range, all coefficients through the hypercube",
          declared(),
          PublishedDensity::of);
    }

    private static List<Parameter> declared() {
      List<Parameter> all = new ArrayList<>(DensityProvider.PARAMETERS);
      all.add(
          Parameter.required("mechanism", Parameter.Kind.TEXT, "published").example("published"));
      return all;
    }

    @Override
    protected List<String> variants() {
      return List.of("terms=5");
    }
  }
}
