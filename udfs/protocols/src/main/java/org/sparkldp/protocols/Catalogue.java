package org.sparkldp.protocols;

import java.util.List;

/**
 * The protocols that a jar brings. It has a public constructor without arguments and is named in
 * {@code META-INF/services/org.sparkldp.protocols.Catalogue}; nothing else lists protocols, so a
 * jar with a catalogue is all it takes to bring one.
 */
public interface Catalogue {

  /** The jar's protocols, and its variants of other jars'. */
  List<Declaration<?>> declarations();
}
