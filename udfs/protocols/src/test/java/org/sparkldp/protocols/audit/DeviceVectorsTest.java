package org.sparkldp.protocols.audit;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.ExampleValues;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.RandomSource;

/** The draws of this module's protocols on devices. */
class DeviceVectorsTest {
  private static final Path FILE = Path.of("../javascript/conformance/draws.json");

  private static final List<String> SPECS =
      List.of(
          "rr(epsilon=1.0)",
          "grr(epsilon=1.0,k=5)",
          "grr(epsilon=20.0,k=3)",
          "grr(epsilon=1.0E-6,k=65536)",
          "olh(epsilon=1.0,k=9,g=4)",
          "olh(epsilon=1.0,k=100)",
          "olh(epsilon=0.5,k=10,g=2)",
          "olh(epsilon=3.0,k=2000,g=25)",
          "hadamard(epsilon=1.0,k=6)",
          "hadamard(epsilon=3.0,k=10,blocks=4)",
          "hadamard(epsilon=1.0,k=1000000)",
          "pgr(epsilon=1.0,k=21)",
          "pgr(epsilon=1.0,k=5,q=7,size=3)",
          "pgr(epsilon=1.0,k=9,q=9,size=4)",
          "pgr(epsilon=1.0,k=14,q=2)",
          "pgr(epsilon=2.0,k=1000,q=7)",
          "pgr(epsilon=4.0,k=6,q=6,size=1)",
          "pgr(epsilon=1.0,k=1000000)",
          "subset(epsilon=1.0,k=6)",
          "subset(epsilon=1.0,k=130)",
          "sue(epsilon=1.0,k=3)",
          "oue(epsilon=1.0,k=4)",
          "oue(epsilon=1.0,k=64)",
          "oue(epsilon=0.5,k=100)",
          "mean(epsilon=1.0,lower=0.0,upper=1.0)",
          "mean(epsilon=10.0,lower=-5.0,upper=1000000.0,outside=clip)",
          "duchi(epsilon=1.0,lower=-1.0,upper=1.0)",
          "truncated-mean(epsilon=1.0,moment=2.0,bound=3.0,users=1000)");

  /** Those of few outcomes, whose laws are in the file too. */
  private static final Set<String> WITH_LAW =
      Set.of(
          "rr(epsilon=1.0)",
          "grr(epsilon=1.0,k=5)",
          "olh(epsilon=1.0,k=9,g=4,hash=linear)",
          "hadamard(epsilon=3.0,k=10,blocks=4)",
          "pgr(epsilon=1.0,k=5,q=7,size=3)",
          "pgr(epsilon=1.0,k=9,q=9,size=4)",
          "pgr(epsilon=1.0,k=14,q=2,size=7)",
          "subset(epsilon=1.0,k=6,size=2)",
          "sue(epsilon=1.0,k=3)",
          "oue(epsilon=1.0,k=4)",
          "mean(epsilon=1.0,lower=0.0,upper=1.0)",
          "duchi(epsilon=1.0,lower=-1.0,upper=1.0)");

  /** Of a number, without the word that would draw a cohort: there is one. */
  private static <V> Object report(Protocol<V, ?> protocol, V value, RandomSource source) {
    return protocol instanceof NumberProtocol<?> numbers
        ? numbers.report(numbers.input((Double) value, 0), 0, source)
        : protocol.randomizer().randomize(value, source);
  }

  private static <V, R> String written(Protocol<V, R> protocol) {
    List<V> values = ExampleValues.of(protocol);
    boolean hasLaw = WITH_LAW.contains(protocol.spec().toString());
    return DeviceVectors.written(
        protocol,
        values,
        List.of(),
        hasLaw
            ? List.of(DeviceVectors.Way.only(source -> report(protocol, values.get(1), source)))
            : List.of());
  }

  private static String written(String spec) {
    return written(Protocols.of(spec));
  }

  @Test
  void theFileSaysWhatTheProductDraws() throws IOException {
    DeviceVectors.assertFile(FILE, SPECS.stream().map(DeviceVectorsTest::written).toList());
  }

  @Test
  void anotherThresholdWouldBeSeen() {
    String spec = "grr(epsilon=1.0,k=5)";
    String nearly = "grr(epsilon=1.000000000000001,k=5)";
    assertNotEquals(written(spec), written(nearly).replace(nearly, spec));
  }
}
