package org.sparkldp.protocols;

import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The rule for a value outside the range, or the ball, that a protocol was made for. */
public enum Outside {
  /** It is refused without being shown. */
  REFUSE("refuse"),
  /** It becomes the nearest value inside; the estimates are then of the people's clipped values. */
  CLIP("clip");

  /** Left out of canonical specs where it is to refuse. */
  public static final Parameter PARAMETER =
      Parameter.word(
          "outside",
          "values outside: refuse (the default) or clip to the nearest inside",
          REFUSE.word,
          CLIP.word);

  private final String word;

  Outside(String word) {
    this.word = word;
  }

  /** Reads the parameter. */
  public static Outside of(Parameters given) {
    return given.choice(PARAMETER.name(), values());
  }

  /** The policy as specs write it. */
  @Override
  public String toString() {
    return word;
  }

  /** Appends the policy to a spec, unless it is the default. */
  public ProtocolSpec addTo(ProtocolSpec spec) {
    return this == REFUSE ? spec : spec.with(PARAMETER.name(), word);
  }
}
