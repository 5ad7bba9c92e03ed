package org.sparkldp.protocols;

import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Another way to make a protocol, which a jar of its own adds: a value of a parameter that the
 * protocol itself does not take. Named, with a public constructor without arguments, in {@code
 * META-INF/services/org.sparkldp.protocols.ProtocolVariant}.
 */
public abstract class ProtocolVariant {
  private final String parameter;
  private final String value;
  private final ProtocolProvider provider;

  /**
   * @param parameter the parameter that distinguishes the variant
   * @param value its value in specs of the variant
   * @param provider makes the variant; of the protocol's own name and id, with all parameters that
   *     such a spec takes
   */
  protected ProtocolVariant(String parameter, String value, ProtocolProvider provider) {
    this.parameter = parameter;
    this.value = value;
    this.provider = provider;
  }

  /** Whether a spec asks for the variant. */
  final boolean isOf(ProtocolSpec spec) {
    return spec.name().equals(provider.name()) && value.equals(spec.arguments().get(parameter));
  }

  /** What makes it. */
  public final ProtocolProvider provider() {
    return provider;
  }
}
