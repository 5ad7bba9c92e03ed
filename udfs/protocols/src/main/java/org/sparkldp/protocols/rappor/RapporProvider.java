package org.sparkldp.protocols.rappor;

import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.wire.Wire;

/** Provides {@code rappor(epsilon,k,bits,hashes,cohorts,irr_p,irr_q)}. */
public final class RapporProvider extends ProtocolProvider {
  private static final Wire WIRE =
      new Wire(
          "BINARY: cohort in two bytes, little-endian, then `bits` bits",
          "Uniform(cohorts); Bits(f/2, bits), which flip; Bits(1 - irr_q, bits), "
              + "which drop permanent ones; Bits(irr_p, bits), which add where the "
              + "permanent bit is 0",
          "by cohort: its reports, then the ones of each bit");

  public RapporProvider() {
    super(
        "rappor",
        10,
        "RAPPOR: a Bloom filter through a permanent and an instantaneous randomized response",
        List.of(
            Parameter.required(
                    "epsilon",
                    Parameter.Kind.REAL,
                    "privacy loss of all reports of one value, in nats, 1e-6 to 20")
                .example("1.0"),
            Parameter.K,
            Parameter.optional(
                "bits", Parameter.Kind.INTEGER, "bits of the Bloom filter, 2 to 1024; 64"),
            Parameter.optional(
                "hashes",
                Parameter.Kind.INTEGER,
                "bits that a value sets, 1 to 8; by default the number of the least variance"),
            Parameter.optional(
                "cohorts",
                Parameter.Kind.INTEGER,
                "groups with hash functions of their own, 1 to 65536; 16 k / bits, at least 8"),
            Parameter.optional(
                "irr_p",
                Parameter.Kind.REAL,
                "probability of reporting 1 if the permanent bit is 0, below irr_q; 0.5"),
            Parameter.optional(
                "irr_q",
                Parameter.Kind.REAL,
                "probability of reporting 1 if the permanent bit is 1, at most 1; 0.75")),
        given ->
            Rappor.of(
                given.real("epsilon"),
                given.integer("k"),
                given.optionalInteger("bits"),
                given.optionalInteger("hashes"),
                given.optionalInteger("cohorts"),
                given.optionalReal("irr_p").orElse(Rappor.DEFAULT_IRR_P),
                given.optionalReal("irr_q").orElse(Rappor.DEFAULT_IRR_Q)));
  }

  @Override
  public Optional<Wire> wire() {
    return Optional.of(WIRE);
  }

  @Override
  protected List<String> variants() {
    return List.of("", "bits=4,cohorts=3,irr_p=0.0,irr_q=1.0");
  }
}
