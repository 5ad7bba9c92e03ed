package org.sparkldp.protocols;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * Provides a protocol of several rounds: the first from its spec, later ones from the state that
 * their spec names. Refuses any other state.
 */
public abstract class RoundProvider extends ProtocolProvider {
  private final BiFunction<Parameters, RoundState, Protocol<?, ?>> later;

  /**
   * @param parameters with {@link RoundProtocol#STATE}
   * @param first makes the first round
   * @param later makes the later round of a state from the first
   */
  protected <P extends RoundProtocol<?, ?>> RoundProvider(
      String name,
      int id,
      String description,
      List<Parameter> parameters,
      Function<Parameters, P> first,
      BiFunction<P, RoundState, Protocol<?, ?>> later) {
    super(name, id, description, parameters, first::apply);
    this.later = (given, state) -> later.apply(first.apply(given), state);
  }

  @Override
  public final Protocol<?, ?> create(Parameters given, byte[] attachment) {
    String state = given.text(RoundProtocol.STATE.name(), "");
    return state.isEmpty()
        ? super.create(given, attachment)
        : later.apply(given, RoundState.decode(attachment, state));
  }
}
