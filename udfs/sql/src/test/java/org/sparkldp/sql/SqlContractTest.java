package org.sparkldp.sql;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.ProtocolVariant;
import org.sparkldp.protocols.Protocols;

/** Every protocol of one round that is on the class path is the same in SQL as without Spark. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class SqlContractTest {
  /** Ids from here on belong to protocols that others bring, such as those of these tests. */
  private static final int OWN = 32768;

  /** Of each provider's examples one for each kind of report. */
  static Stream<Protocol<?, ?>> protocols() {
    Set<List<Object>> seen = new HashSet<>();
    return Stream.concat(
            Protocols.providers().stream(),
            Protocols.variants().stream().map(ProtocolVariant::provider))
        .sorted(Comparator.comparing(ProtocolProvider::name))
        .filter(provider -> provider.id() < OWN)
        .map(ProtocolProvider::examples)
        .flatMap(List::stream)
        .<Protocol<?, ?>>map(Protocols::of)
        .filter(protocol -> protocol.round() == 0)
        .filter(
            protocol -> seen.add(List.of(protocol.spec().name(), protocol.reportType().kind())));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aProtocolIsTheSameInSql(Protocol<?, ?> protocol) {
    SqlContract.hold(protocol);
  }
}
