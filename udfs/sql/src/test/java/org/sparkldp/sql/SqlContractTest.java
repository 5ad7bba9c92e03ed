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
import org.sparkldp.protocols.Catalogue;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.spec.Services;

/** Every protocol of one round that is on the class path is the same in SQL as without Spark. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class SqlContractTest {
  /** Ids from here on belong to protocols that others bring, such as those of these tests. */
  static final int OWN = 32768;

  /** Of each protocol's examples one for each kind of report. */
  static Stream<Protocol<?, ?>> protocols() {
    Set<List<Object>> seen = new HashSet<>();
    return Services.load(Catalogue.class).stream()
        .flatMap(catalogue -> catalogue.declarations().stream())
        .sorted(Comparator.comparing(Declaration::name))
        .filter(declaration -> declaration.id() < OWN)
        .map(Declaration::examples)
        .flatMap(List::stream)
        .<Protocol<?, ?>>map(Protocols::of)
        .filter(protocol -> RoundWalk.round(protocol) == 0)
        .filter(
            protocol -> seen.add(List.of(protocol.spec().name(), protocol.reportType().kind())));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aProtocolIsTheSameInSql(Protocol<?, ?> protocol) {
    SqlContract.hold(protocol);
  }
}
