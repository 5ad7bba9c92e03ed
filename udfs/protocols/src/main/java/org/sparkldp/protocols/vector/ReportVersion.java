package org.sparkldp.protocols.vector;

import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * The parameter that tells reports of one name and meaning apart by how they are made: the
 * canonical text of a protocol that has it always says it. So what was made otherwise has another
 * fingerprint, and is neither misread nor made a second time under the same one.
 *
 * <p>Version 2 names other public directions ({@link Directions}), and makes noise of coins in
 * another way ({@link NoiseTable}), than reports did whose specs say no version.
 */
public final class ReportVersion {
  private static final int NOW = 2;

  private static final String REMEDY = "Take the release of spark-ldp that makes such reports.";

  /** Which version. */
  public static final Parameter PARAMETER =
      Parameter.integer("version", "how reports are made; the canonical text always says it")
          .from(NOW, REMEDY)
          .to(NOW, REMEDY)
          .optional();

  private ReportVersion() {}

  /** Parameters with the version. */
  public static Parameters of(Parameters given) {
    return given.with(PARAMETER.name(), NOW);
  }
}
