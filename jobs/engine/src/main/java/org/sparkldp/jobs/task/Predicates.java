package org.sparkldp.jobs.task;

import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.workload.MatrixWorkload;

/**
 * SQL predicates over a domain, and the classes of items that they do not tell apart: items are in
 * one class if the same predicates hold for them. Whoever answers predicates may report a class in
 * place of an item, and no answer changes; six predicates have 64 classes at most, however many
 * items there are. Classes are numbered as their first items are.
 *
 * <p>Public, and fixed before anybody is asked: a plan says in {@code classes} which classes they
 * were, and is refused where its predicates make others. Immutable.
 */
public final class Predicates implements Serializable {
  /** The key of plans that holds them. */
  static final String KEY = "workload";

  /** The method that generated code calls. */
  static final String METHOD = "index";

  private final List<String> queries;
  private final List<BitSet> holding; // by query, classes
  private final int[] classes; // by item
  private final int count;

  private Predicates(List<String> queries, BitSet[] items, int size) {
    this.queries = List.copyOf(queries);
    this.classes = new int[size];
    Map<BitSet, Integer> known = new HashMap<>();
    BitSet[] held =
        IntStream.range(0, items.length).mapToObj(i -> new BitSet()).toArray(BitSet[]::new);
    for (int item = 0; item < size; item++) {
      BitSet answers = new BitSet();
      for (int i = 0; i < items.length; i++) {
        answers.set(i, items[i].get(item));
      }
      Integer ofItem = known.putIfAbsent(answers, known.size());
      classes[item] = ofItem == null ? known.size() - 1 : ofItem;
      answers.stream().forEach(i -> held[i].set(known.get(answers)));
    }
    this.holding = List.of(held);
    this.count = known.size();
  }

  /** Whether a plan's workload is of predicates. */
  static boolean areIn(Settings plan) {
    return plan.has(KEY)
        && !plan.isText(KEY)
        && plan.section(KEY).string("type", "").equals("predicates");
  }

  /** The predicates of a plan over its domain. */
  static Predicates read(Settings plan, ProductDomain domain) {
    Settings section = plan.section(KEY);
    section.requireKeys(Set.of("type", "queries", "classes"), "a workload of predicates");
    List<String> queries = section.texts("queries").stream().distinct().toList();
    Predicates read =
        new Predicates(queries, plan.context().select(domain, queries), domain.size());
    String before = section.string("classes", read.name());
    Require.that(before.equals(read.name()))
        .orRefuse(
            "predicates must hold for the same items as when people were first asked. Provided:"
                + " predicates that make other classes of items, %s where the plan has %s; ask them"
                + " under a plan of another name, without classes.",
            read.name(), before);
    Require.that(read.count <= MatrixWorkload.STRATEGY_LIMIT)
        .orRefuse(
            "predicates must part items into at most %s classes, those for which the same"
                + " predicates hold. Provided: %s classes of %s items, by %s predicates; ask fewer"
                + " predicates together.",
            MatrixWorkload.STRATEGY_LIMIT, read.count, domain.size(), queries.size());
    Require.that(read.count > 1)
        .orRefuse(
            "predicates must part the items of the domain. Provided: predicates that hold for all"
                + " of them; ask about a part.");
    return read;
  }

  /** The part of a plan that gives these again. */
  Map<String, Object> settings() {
    return Map.of("type", "predicates", "queries", queries, "classes", name());
  }

  /** A name for the classes: which item is in which. */
  private String name() {
    return ProtocolSpec.fingerprint(Arrays.toString(classes)).substring(0, 16);
  }

  /** How many people each counts, of a class each. */
  MatrixWorkload workload() {
    Map<String, BitSet> rows = new LinkedHashMap<>();
    for (int i = 0; i < holding.size(); i++) {
      rows.put(queries.get(i), holding.get(i));
    }
    return MatrixWorkload.ofPredicates(rows, count);
  }

  /** The number of items in each class. */
  int[] sizes() {
    int[] sizes = new int[count];
    Arrays.stream(classes).forEach(ofItem -> sizes[ofItem]++);
    return sizes;
  }

  /** The class of an item. Numbers outside the items stay as they are. */
  public long index(long item) {
    return item < 0 ? item : classes[(int) item];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Predicates that
        && queries.equals(that.queries)
        && Arrays.equals(classes, that.classes);
  }

  @Override
  public int hashCode() {
    return 31 * queries.hashCode() + Arrays.hashCode(classes);
  }
}
