package org.sparkldp.jobs.design;

import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.plan.Face;

/** Ranks the protocols of a kind of question, without any data, for {@code ldp design}. */
public interface Ranking extends Face {
  /** A row a protocol, the best first. */
  TablePrinter ranked(RankedProtocols.DesignRequest asked, DesignRow.Extra extra);
}
