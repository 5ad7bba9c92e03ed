package org.sparkldp.protocols.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A {@link QueryOracle} over people in memory.
 *
 * <p>People are put in the order of a public word of each, that of a {@link
 * org.sparkldp.protocols.random.PublicHash public hash} of the id, and each query takes the next
 * {@link SampleSize#perQuery} of them: blocks have that very size. A function with a value outside
 * [−1, 1] for somebody in its block is refused without showing it, and nobody has answered then.
 *
 * @param <V> a person
 */
public final class QueryPool<V> implements QueryOracle<ToDoubleFunction<V>> {
  private final List<V> people;
  private final SampleSize size;
  private final StatisticalQueries bit;
  private final Coins<V> coins;
  private int used;
  private int asked;

  /**
   * Gives a person the coins of a report.
   *
   * @param <V> a person
   */
  public interface Coins<V> {

    /**
     * Coins that nobody else sees: fresh ones of the operating system, or keyed by the person's id
     * and this input.
     *
     * @param input the part of a value on which the report depends
     */
    RandomSource of(V person, long input);
  }

  /**
   * A pool of unused people.
   *
   * @param word public, and independent of the queries
   * @param size of which {@code queries} is how many may be asked at most
   */
  public QueryPool(
      List<V> people, ToLongFunction<V> word, SampleSize size, Outside outside, Coins<V> coins) {
    this.people = new ArrayList<>(people);
    this.people.sort((a, b) -> Long.compareUnsigned(word.applyAsLong(a), word.applyAsLong(b)));
    this.size = size;
    this.bit = StatisticalQueries.of(size.epsilon(), 1, outside);
    this.coins = coins;
  }

  @Override
  public int left() {
    long blocks = (people.size() - used) / size.perQuery();
    return (int) Math.min(size.queries() - asked, blocks);
  }

  /** Rows are named by how many queries were asked before. */
  @Override
  public Estimate answerAll(List<ToDoubleFunction<V>> queries) {
    if (queries.size() > left()) {
      throw new PoolSpentException(queries.size(), left());
    }
    List<long[]> inputs = new ArrayList<>(queries.size());
    for (int i = 0; i < queries.size(); i++) {
      inputs.add(inputs(block(i), queries.get(i)));
    }
    List<Estimate.Row> rows = new ArrayList<>(queries.size());
    long n = 0;
    for (int i = 0; i < queries.size(); i++) {
      Estimate answer = estimate(block(i), inputs.get(i));
      n += answer.n();
      int number = asked + i;
      rows.addAll(answer.named(row -> Integer.toString(number)).rows());
    }
    used += (int) n;
    asked += queries.size();
    return new Estimate(n, 0.95, rows);
  }

  /** The people of a query that is asked now. */
  private List<V> block(int place) {
    int each = (int) size.perQuery();
    return people.subList(used + place * each, used + (place + 1) * each);
  }

  private long[] inputs(List<V> block, ToDoubleFunction<V> query) {
    return block.stream().mapToLong(v -> bit.input(query.applyAsDouble(v), 0)).toArray();
  }

  private Estimate estimate(List<V> block, long[] inputs) {
    Accumulator<Integer> reports = bit.newAccumulator();
    for (int i = 0; i < inputs.length; i++) {
      reports.add(bit.report(inputs[i], 0, coins.of(block.get(i), inputs[i])));
    }
    return bit.estimate(reports);
  }
}
