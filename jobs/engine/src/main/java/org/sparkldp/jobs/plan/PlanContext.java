package org.sparkldp.jobs.plan;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Questions of a plan to the world outside its text. All of it is public. */
public interface PlanContext {

  /** A file that the plan names; a relative path begins at the plan's folder. */
  TextFile file(String path);

  /** What lies beside the plan for its protocol; empty if nothing does. */
  byte[] attachment();

  /** Whether the plan lies beside finished tables, so that it must be read as it was asked. */
  default boolean isAsked() {
    return false;
  }

  /** The sorted distinct values of a table's column, as text. */
  List<String> distinct(String table, String column);

  /** For each SQL predicate over a domain's columns the items that satisfy it. */
  BitSet[] select(ProductDomain domain, List<String> predicates);

  /** What else somebody offers to plans, by its type, such as a source of strategies. */
  default <T> Optional<T> facet(Class<T> type) {
    return Optional.empty();
  }

  /**
   * The protocol of a spec after the plan has filled in a parameter that it decides, such as the
   * number of items. A spec that gives the parameter keeps its own, which the task compares.
   *
   * @param parameter filled in where the protocol has it and the spec does not give it
   */
  default Protocol<?, ?> complete(ProtocolSpec written, String parameter, int value) {
    boolean takes =
        Protocols.declaration(written).parameters().stream()
            .map(Parameter::name)
            .anyMatch(parameter::equals);
    return Protocols.of(
        takes && !written.arguments().containsKey(parameter)
            ? written.with(parameter, value)
            : written,
        attachment());
  }
}
