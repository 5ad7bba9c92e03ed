package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sparkldp.jobs.design.Ranking;
import org.sparkldp.jobs.draft.Drafting;
import org.sparkldp.jobs.page.Portrait;
import org.sparkldp.jobs.plan.Face;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.Tasks;
import org.sparkldp.lab.population.Crowd;

/** Every kind of question has every face, or has none for a reason that is said here. */
class FacesTest {
  private static void assertFaces(Class<? extends Face> type, Set<String> none) {
    Set<String> expected =
        Tasks.all().stream().map(TaskKind::name).collect(Collectors.toCollection(TreeSet::new));
    expected.removeAll(none);
    List<String> found = Face.all(type).stream().map(Face::kind).sorted().toList();
    assertEquals(List.copyOf(expected), found, type.getSimpleName());
  }

  /** Plans of these take more than columns, a domain or bounds. */
  @Test
  void init() {
    assertFaces(Drafting.class, Set.of("gaussian-mean", "items", "mean-by", "regression"));
  }

  /** Five have one protocol; four are ranked by options of their own. */
  @Test
  void design() {
    assertFaces(
        Ranking.class,
        Set.of(
            "density",
            "gaussian-mean",
            "items",
            "mean-by",
            "quantile",
            "regression",
            "query",
            "table",
            "workload"));
  }

  /**
   * A quantile is one number, and a table has pages of its own: they are drawn as answers without a
   * portrait are.
   */
  @Test
  void page() {
    assertFaces(Portrait.class, Set.of("quantile"));
  }

  /** The people of numbers will do for queries, those of items for workloads. */
  @Test
  void simulate() {
    assertFaces(Crowd.class, Set.of("query", "workload"));
  }
}
