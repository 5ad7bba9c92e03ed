package org.sparkldp.tables;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;

/**
 * What cannot be, and is known without asking: cells of a set of attributes that model and rows
 * leave empty. Such cells are asked like any other.
 *
 * @param cells true where nobody can be, the last attribute running fastest
 */
public record Impossible(int[] attributes, boolean[] cells) {

  public Impossible {
    attributes = attributes.clone();
    cells = cells.clone();
  }

  /** 0 where somebody can be and minus infinity elsewhere. */
  double[] potentials(Domain domain) {
    domain.requireSet(attributes);
    Require.that(cells.length == (int) domain.cells(attributes))
        .orRefuse(
            "what cannot be needs a mark for each of the %s cells of %s. Provided: %s.",
            (long) domain.cells(attributes), domain.names(attributes), cells.length);
    double[] potentials = new double[cells.length];
    Arrays.setAll(potentials, i -> cells[i] ? Double.NEGATIVE_INFINITY : 0);
    return potentials;
  }
}
