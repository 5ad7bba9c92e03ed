package org.sparkldp.published.gaussian;

import java.util.List;
import java.util.function.Function;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/** Provides a protocol of several rounds: the first from its spec, later ones from their state. */
abstract class RoundsProvider extends ProtocolProvider {
  /** The round that a spec without a state means; it knows how later ones follow from a state. */
  interface Resumable<R> extends RoundProtocol<Double, R> {

    /**
     * The later round of a state.
     *
     * @param fingerprint what the spec calls it
     * @param attachment its bytes; others are refused
     */
    RoundProtocol<Double, ?> resume(String fingerprint, byte[] attachment);
  }

  /** One round of two, with half of the people in either. */
  interface OfTwo<R> extends RoundProtocol<Double, R> {
    @Override
    default int rounds() {
      return 2;
    }

    @Override
    default int roundOf(long word) {
      return word < 0 ? 2 : 1;
    }
  }

  private final Function<PublishedQuestion, Resumable<?>> first;

  /**
   * @param parameters with {@link RoundProtocol#STATE} at the end
   */
  RoundsProvider(
      String name,
      int id,
      String description,
      List<Parameter> parameters,
      Function<PublishedQuestion, Resumable<?>> first) {
    super(name, id, description, parameters, given -> first.apply(PublishedQuestion.of(given)));
    this.first = first;
  }

  @Override
  public final Protocol<?, ?> create(Parameters given, byte[] attachment) {
    Resumable<?> round = first.apply(PublishedQuestion.of(given));
    String state = given.text(RoundProtocol.STATE.name(), "");
    return state.isEmpty() ? round : round.resume(state, attachment);
  }
}
