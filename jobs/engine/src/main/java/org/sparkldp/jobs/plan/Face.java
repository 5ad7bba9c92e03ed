package org.sparkldp.jobs.plan;

import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.spec.Services;

/**
 * Another package's view of one kind of question: its draft, its ranking, its page or its simulated
 * people. Faces are found by the service loader and by the name of the kind; a question without
 * faces is asked and answered all the same.
 */
public interface Face {

  /** The name of the kind in plans. */
  String kind();

  /** All faces of a type. */
  static <F extends Face> List<F> all(Class<F> type) {
    return Services.load(type);
  }

  /** The face of a kind; empty where it has none. */
  static <F extends Face> Optional<F> of(Class<F> type, String kind) {
    return all(type).stream().filter(face -> face.kind().equals(kind)).findFirst();
  }
}
