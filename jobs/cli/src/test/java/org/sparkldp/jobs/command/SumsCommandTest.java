package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.SubsetSelection;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.sql.SparkTest;

/** What an aggregator has added up is estimated as reports are, and counts once. */
@ExtendWith({SparkTest.class, Interpreted.class})
class SumsCommandTest {
  private static final String[] PLAN = {
    "protocol = \"grr(epsilon=20.0)\"", "public = [day]", "period = day"
  };

  @RegisterExtension final Sandbox box = new Sandbox();

  private static String sums(String changes) {
    String json =
        "{\"version\":1,\"spec\":\"grr(epsilon=20.0,k=5)\",\"fingerprint\":\"%s\",\"batch\":\"b-1\","
            + "\"period\":\"2026-01-01\",\"n\":100,\"counts\":[60,30,10,0,0]}";
    String all = json.formatted(Fixture.plan(PLAN).fingerprint());
    for (String change : changes.isEmpty() ? new String[0] : changes.split(" ")) {
      String[] both = change.split(">", 2);
      assertTrue(all.contains(both[0]), all);
      all = all.replace(both[0], both[1]);
    }
    return all;
  }

  private Ended ingest(String changes) {
    box.plan(PLAN);
    box.write("sums.json", sums(changes));
    return box.ldp(
        "ingest --plan @plan.conf --sums @sums.json --output @sums --days 2026-01-01..2026-01-02");
  }

  @Test
  void sumsBecomeAnAccumulatorOnce() {
    ingest("").done().says("100 reports accumulated", "learns of a person at most epsilon");
    ingest("").done().says("already done, nothing was added: 100 reports");
    ingest("60,30>30,60 2026-01-01>2026-01-02").done();
    Ended estimated = box.ldp("estimate --input @sums --output @est --format csv").done();
    assertEquals(90, estimated.column("estimate")[0], 1e-3);
    assertEquals(90, estimated.column("estimate")[1], 1e-3);
    estimated.says("came from an aggregator");
    ingest("60,30>61,29").refused().says("a batch id names one set of sums");
    assertEquals(
        90,
        box.ldp("estimate --input @sums --output @again --format csv").column("estimate")[0],
        1e-3);
  }

  /** The reports' own sums give the estimates of the reports. */
  @Test
  void sumsOfSetsAreEstimatedAsTheirReports() {
    String[] sets = {"protocol = \"subset(epsilon=1.0,size=2)\""};
    SubsetSelection protocol = (SubsetSelection) Protocols.of("subset(epsilon=1.0,k=5,size=2)");
    Accumulator<byte[]> reports = protocol.newAccumulator();
    SimulationSource coins = new SimulationSource(7);
    for (int i = 0; i < 1000; i++) {
      reports.add(protocol.report(i % 3, coins));
    }
    box.plan(sets);
    box.write(
        "sums.json",
        "{\"version\":1,\"spec\":\"%s\",\"fingerprint\":\"%s\",\"batch\":\"b\",\"n\":1000,\"counts\":%s}"
            .formatted(
                protocol.spec(),
                Fixture.plan(sets).fingerprint(),
                Arrays.toString(reports.counts())));
    box.ldp("ingest --plan @plan.conf --sums @sums.json --output @sums").done();
    Ended estimated = box.ldp("estimate --input @sums --output @est --format csv").done();
    assertArrayEquals(
        Protocols.estimate(protocol, reports, 0.95).estimates(),
        estimated.column("estimate"),
        1e-6);
  }
}
