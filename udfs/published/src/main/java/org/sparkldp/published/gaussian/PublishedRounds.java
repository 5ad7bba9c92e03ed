package org.sparkldp.published.gaussian;

import java.util.List;
import java.util.function.Function;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.RoundProvider;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.spec.Parameter;

/** Provides a published protocol of several rounds. */
abstract class PublishedRounds extends RoundProvider {
  /** The round that a spec without a state means; it knows how later ones follow from a state. */
  interface Resumable<R> extends RoundProtocol<Double, R> {

    /** The later round of a state; another question's is refused. */
    RoundProtocol<Double, ?> resume(RoundState state);
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

  /**
   * @param parameters with {@link RoundProtocol#STATE} at the end
   */
  PublishedRounds(
      String name,
      int id,
      String description,
      List<Parameter> parameters,
      Function<PublishedQuestion, Resumable<?>> first) {
    super(
        name,
        id,
        description,
        parameters,
        given -> first.apply(PublishedQuestion.of(given)),
        Resumable::resume);
  }
}
