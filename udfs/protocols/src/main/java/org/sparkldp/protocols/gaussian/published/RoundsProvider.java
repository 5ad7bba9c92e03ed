package org.sparkldp.protocols.gaussian.published;

import java.util.List;
import java.util.function.Function;
import org.sparkldp.protocols.Parameter;
import org.sparkldp.protocols.Parameters;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.RoundProtocol;

/** Provides a protocol of several rounds: the first from its spec, later ones from their state. */
abstract class RoundsProvider extends ProtocolProvider {
  private final Function<PublishedQuestion, FirstRound<?>> first;

  /**
   * @param parameters with {@link RoundProtocol#STATE} at the end
   */
  RoundsProvider(
      String name,
      int id,
      String description,
      List<Parameter> parameters,
      Function<PublishedQuestion, FirstRound<?>> first) {
    super(name, id, description, parameters, given -> first.apply(PublishedQuestion.of(given)));
    this.first = first;
  }

  @Override
  public final Protocol<?, ?> create(Parameters given, byte[] attachment) {
    FirstRound<?> round = first.apply(PublishedQuestion.of(given));
    String state = given.text(RoundProtocol.STATE.name(), "");
    return state.isEmpty() ? round : round.resume(state, attachment);
  }
}
