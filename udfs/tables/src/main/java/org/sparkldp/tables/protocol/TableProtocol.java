package org.sparkldp.tables.protocol;

import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Predicted;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.Domain;

/** A protocol whose reports answer tables of several attributes. */
public interface TableProtocol extends Protocol<double[], Integer>, Predicted<double[]> {

  /**
   * The levels that answers are about, of attributes without names: of each its groups of cells, or
   * twice as many where each has two ends, 2 · group + end, then its levels apart.
   */
  Domain domain();

  /** For each attribute and each of its cells the group. */
  List<int[]> cells();

  /** The tables that were named or chosen, the tree's first, as far as anybody has answered. */
  List<AskedTable> chosen(Accumulator<?> reports);

  /** What was asked to choose them, over coarser levels. */
  List<AskedTable> others(Accumulator<?> reports);

  /**
   * Tables of one attribute each, over all its cells and then its levels apart, as they were asked
   * before cells were joined; none where tables are named, which ask all cells.
   */
  List<AskedTable> fine(Accumulator<?> reports);

  /**
   * The expected total variation of an asked table as it is asked, for so many people in all
   * rounds, evenly spread: the mean over the tables, or over a tree's pairs where they are to be
   * chosen.
   */
  double rawError(double people);
}
