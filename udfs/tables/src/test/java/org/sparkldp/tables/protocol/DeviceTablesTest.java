package org.sparkldp.tables.protocol;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.audit.DeviceVectors;
import org.sparkldp.protocols.random.SimulationSource;

/** The draws of one table of several on devices, named or chosen in rounds. */
class DeviceTablesTest {
  private static final Path FILE = Path.of("../javascript/conformance/tables.json");

  /** Of few outcomes: its law is in the file. */
  private static final AskedTables SMALL = of("tables(epsilon=1,attributes=3c_2o_2N1,ask=0-1.2)");

  private static AskedTables of(String spec) {
    return (AskedTables) Protocols.of(spec);
  }

  private static List<Long> ends(AskedTables tables) {
    List<Long> ends = new ArrayList<>();
    for (Compiled.Recipe table : tables.recipe().orElseThrow().parts().get("tables")) {
      if (table.numbers().containsKey("end")) {
        ends.add(Long.parseUnsignedLong(table.numbers().get("end")));
      }
    }
    return ends;
  }

  /** By the table, which the first word decides. */
  private static List<DeviceVectors.Way> ways(AskedTables tables, double[] value) {
    List<DeviceVectors.Way> ways = new ArrayList<>();
    BigInteger from = BigInteger.ZERO;
    List<BigInteger> ends = new ArrayList<>(ends(tables).stream().map(Epsilon::unsigned).toList());
    ends.add(Epsilon.WORDS);
    for (BigInteger end : ends) {
      long word = from.longValue();
      ways.add(
          new DeviceVectors.Way(
              end.subtract(from),
              source -> tables.report(tables.input(value, () -> word), source)));
      from = end;
    }
    return ways;
  }

  private static String written(AskedTables tables, double[]... values) {
    List<double[]> all = List.of(values);
    return DeviceVectors.written(
        tables, all, ends(tables), SMALL.equals(tables) ? ways(tables, all.get(1)) : List.of());
  }

  private static List<String> written() {
    List<String> all = new ArrayList<>();
    all.add(
        written(
            SMALL,
            new double[] {0, 1, 0},
            new double[] {2, 0, 0.75},
            new double[] {1, 1, 2},
            new double[] {1, 0, 3}));
    all.add(
        written(
            of("tables(epsilon=2,attributes=16c_9o1_64N1,ask=0-1.0-2.1-2)"),
            new double[] {15, 9, 63.999999},
            new double[] {0, 0, 65},
            new double[] {7, 8, 0.5},
            new double[] {3, 2, 20}));
    all.add(
        written(
            of("tables(epsilon=0.5,attributes=2c_3o,ask=0-1)"),
            new double[] {0, 0},
            new double[] {1, 2}));
    TablesRound round = (TablesRound) of("tables(epsilon=4,attributes=5c_4o1_8N1)");
    while (true) {
      all.add(
          written(
              round,
              new double[] {0, 4, 7.25},
              new double[] {4, 0, 9},
              new double[] {2, 3, 8},
              new double[] {1, 1, 0}));
      if (round.round() == round.rounds()) {
        return all;
      }
      round = (TablesRound) round.next(answered(round));
    }
  }

  private static Accumulator<Integer> answered(TablesRound round) {
    Accumulator<Integer> reports = round.newAccumulator();
    SimulationSource coins = new SimulationSource(5);
    for (int i = 0; i < 20_000; i++) {
      double number = 4 * Math.pow(i % 101 / 100.0, 2) + i % 5;
      reports.add(
          round.randomizer().randomize(new double[] {i % 5, i % 4, Math.min(8, number)}, coins));
    }
    return reports;
  }

  @Test
  void theFileSaysWhatTheProductDraws() throws IOException {
    DeviceVectors.assertFile(FILE, written());
  }
}
