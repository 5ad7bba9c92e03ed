package org.sparkldp.protocols.strategy;

import org.sparkldp.protocols.random.RandomSource;

/** A strategy whose reports are cells: rows of Q by their number. */
public sealed interface CellStrategy permits DenseStrategy, OrbitStrategy {

  /** m, the rows. */
  int cells();

  /** One report, drawn from column {@code item}; an item outside the domain is refused. */
  int randomize(int item, RandomSource source);

  /** ln Q(cell, item): how much a report speaks for an item. */
  double logLikelihood(int cell, int item);
}
