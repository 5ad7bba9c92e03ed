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
  private final BiFunction<Parameters, byte[], Protocol<?, ?>> first;
  private final BiFunction<Parameters, RoundState, Protocol<?, ?>> later;

  /**
   * Of protocols whose first round is defined by its spec alone.
   *
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
    this(name, id, description, parameters, (given, none) -> first.apply(given), later);
  }

  /**
   * Of protocols whose first round has an attachment, which states carry along, or that may have
   * one round only.
   *
   * @param parameters with {@link RoundProtocol#STATE}
   * @param first makes the first round, of its attachment or, where that is empty, without
   * @param later makes the later round of a state from the first, or refuses it
   */
  protected <P extends Protocol<?, ?>> RoundProvider(
      String name,
      int id,
      String description,
      List<Parameter> parameters,
      BiFunction<Parameters, byte[], P> first,
      BiFunction<P, RoundState, Protocol<?, ?>> later) {
    super(name, id, description, parameters, given -> first.apply(given, new byte[0]));
    this.first = first::apply;
    this.later = (given, state) -> later.apply(first.apply(given, state.attachment()), state);
  }

  @Override
  public final Protocol<?, ?> create(Parameters given, byte[] attachment) {
    String state = given.text(RoundProtocol.STATE.name(), "");
    return state.isEmpty()
        ? first.apply(given, attachment)
        : later.apply(given, RoundState.decode(attachment, state));
  }
}
