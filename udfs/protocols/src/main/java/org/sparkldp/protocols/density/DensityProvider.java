package org.sparkldp.protocols.density;

import java.util.List;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Provides {@code density(epsilon,lower,upper,...)}. */
public final class DensityProvider extends ProtocolProvider {
  /** What a density is asked with. */
  public static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.EPSILON,
          Parameter.required("lower", Parameter.Kind.REAL, "smallest value that is accepted")
              .example("0.0"),
          Parameter.required(
                  "upper", Parameter.Kind.REAL, "largest value that is accepted, above lower")
              .example("1.0"),
          Parameter.optional("terms", Parameter.Kind.INTEGER, "terms of the series, odd, 3 to 513"),
          Parameter.optional(
              "users",
              Parameter.Kind.INTEGER,
              "number of people expected; determines terms if they are not given"),
          Parameter.optional(
              "smoothness",
              Parameter.Kind.REAL,
              "derivatives that the density has, above 1/2, default 1"),
          Parameter.optional(
              "bound", Parameter.Kind.REAL, "bound of these derivatives on [0, 1], default 2"),
          Parameter.optional(
              "points", Parameter.Kind.INTEGER, "places to estimate at, 2 to 4096, default 64"),
          Outside.PARAMETER);

  public DensityProvider() {
    super(
        "density",
        37,
        "density of numbers in a range, by coefficients of a trigonometric series",
        PARAMETERS,
        given -> {
          DensityQuestion question = question(given);
          return Density.of(question.outside().addTo(spec(given, question)), question);
        });
  }

  /** Reads the parameters. */
  public static DensityQuestion question(Parameters given) {
    return new DensityQuestion(
        given.real("epsilon"),
        given.real("lower"),
        given.real("upper"),
        Outside.of(given),
        given.optionalInteger("terms"),
        given.optionalInteger("users"),
        given.optionalReal("smoothness").orElse(1),
        given.optionalReal("bound").orElse(2),
        given.optionalInteger("points").orElse(64));
  }

  /** The canonical spec, without what happens to values outside. */
  public static ProtocolSpec spec(Parameters given, DensityQuestion question) {
    ProtocolSpec spec =
        ProtocolSpec.named("density")
            .with("epsilon", question.epsilon())
            .with("lower", question.lower())
            .with("upper", question.upper());
    for (String whole : List.of("terms", "users")) {
      if (given.optionalInteger(whole).isPresent()) {
        spec = spec.with(whole, given.integer(whole));
      }
    }
    for (String real : List.of("smoothness", "bound")) {
      if (given.optionalReal(real).isPresent()) {
        spec = spec.with(real, given.real(real));
      }
    }
    if (given.optionalInteger("points").isPresent()) {
      spec = spec.with("points", question.points());
    }
    return spec;
  }

  @Override
  protected List<String> variants() {
    return List.of("terms=5");
  }
}
