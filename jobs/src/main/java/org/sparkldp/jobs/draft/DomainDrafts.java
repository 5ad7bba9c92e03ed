package org.sparkldp.jobs.draft;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.check.Require;

/**
 * Ready domains of what tables often hold, such as countries and ages: the file {@code
 * domains.conf}. They are public lists and ranges.
 */
public final class DomainDrafts {
  private static final Config ALL =
      ConfigFactory.parseResources(DomainDrafts.class, "/org/sparkldp/jobs/domains.conf");

  private DomainDrafts() {}

  /** The names of all of them. */
  public static List<String> names() {
    return ALL.root().keySet().stream().sorted().toList();
  }

  /** The domain of a name; empty if no ready one is called so. */
  public static Optional<DomainDraft> find(String name) {
    return names().contains(name)
        ? ALL.getStringList(name).stream().map(DomainDrafts::section).reduce(DomainDraft::and)
        : Optional.empty();
  }

  private static DomainDraft section(String section) {
    Config domain = ConfigFactory.parseString(section);
    String type = domain.getString("type");
    return new DomainDraft(
        List.of(section),
        List.of(
            switch (type) {
              case "list" -> domain.getList("items").size();
              case "range" -> domain.getInt("to") - domain.getInt("from") + 1;
              case "bins" ->
                  domain.hasPath("count")
                      ? domain.getInt("count")
                      : domain.getList("edges").size() - 1;
              default -> throw Require.refusal("no ready domain is of type %s.", type);
            }));
  }
}
