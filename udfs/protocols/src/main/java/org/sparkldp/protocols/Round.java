package org.sparkldp.protocols;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.AccumulatorBytes;
import org.sparkldp.protocols.wire.Codec;

/**
 * The state of one round of {@link Rounds}: what is remembered, and the earlier reports that are
 * kept. From these follow its spec, its attachment and the next round; states of other questions
 * are refused.
 *
 * @param <S> what is remembered
 * @param <P> a round
 */
public final class Round<S, P extends Protocol<?, ?> & Rounds.Leading<S>> {
  private final Rounds<S, P> rounds;
  private final S state;
  private final List<byte[]> reports; // of earlier rounds; none before the first is over
  private volatile Accumulator<?> read; // the last of them
  private final byte[] attached; // what the first round's spec names; empty where nobody brought it

  private Round(Rounds<S, P> rounds, S state, List<byte[]> reports, byte[] attached) {
    this.rounds = rounds;
    this.state = state;
    this.reports = List.copyOf(reports);
    this.attached = attached;
  }

  /** The first round. */
  static <S, P extends Protocol<?, ?> & Rounds.Leading<S>> P first(Rounds<S, P> rounds) {
    return rounds.ask.apply(new Round<>(rounds, rounds.start, List.of(), new byte[0]));
  }

  /** What is remembered. */
  public S state() {
    return state;
  }

  /** This round, from 1. */
  public int number() {
    return reports.isEmpty() ? 1 : rounds.number.applyAsInt(state);
  }

  /** Rounds at most. */
  public int rounds() {
    return rounds.count;
  }

  /** As {@link InRounds#roundOf}. */
  public int roundOf(long word) {
    return rounds.roundOf.applyAsInt(word);
  }

  /** The first round's spec. */
  public ProtocolSpec firstSpec() {
    return rounds.spec;
  }

  /** This round's spec. */
  public ProtocolSpec spec() {
    return reports.isEmpty()
        ? rounds.spec
        : rounds.spec.with(InRounds.STATE.name(), named(new byte[0]).fingerprint());
  }

  /** This round's attachment. */
  public byte[] attachment() {
    byte[] first = attached.length == 0 ? rounds.attachment.get() : attached.clone();
    return reports.isEmpty() ? first : named(first).encode();
  }

  private RoundState named(byte[] first) {
    ByteBuffer bytes = ByteBuffer.wrap(codec(reports).encode(state));
    double[] numbers = new double[bytes.remaining() / Double.BYTES];
    bytes.asDoubleBuffer().get(numbers);
    return new RoundState(reports, numbers, first);
  }

  private Codec<S> codec(List<byte[]> kept) {
    long people = Protocols.header(kept.get(0)).n();
    return Codec.of(
        new byte[0],
        Codec.Seal.NONE,
        numbers -> rounds.state.apply(numbers, new Rounds.Kept(kept.size(), people)));
  }

  /** The reports of the round before, where the reports of all rounds are kept; read once. */
  public Accumulator<?> reports(P before) {
    Accumulator<?> known = read;
    if (known == null) {
      known = Protocols.readAccumulator(reports.get(reports.size() - 1), before);
      read = known;
    }
    return known;
  }

  /**
   * Refuses reports of the round before that have another number of counters; they are added up
   * only when they are {@link #reports asked for}.
   */
  public void requireCounters(int before) {
    Protocols.requireCounters(Protocols.header(reports.get(reports.size() - 1)), before);
  }

  /** Reports of all earlier rounds together, where they are kept. */
  public long people() {
    return reports.stream().mapToLong(each -> Protocols.header(each).n()).sum();
  }

  /** The round before, where the reports of all rounds are kept. */
  public Round<S, P> earlier() {
    return new Round<>(
        rounds,
        rounds.before.apply(state).orElseThrow(),
        reports.subList(0, reports.size() - 1),
        attached);
  }

  /** What a round's reports lead to. */
  @SuppressWarnings("unchecked") // the one that these rounds have asked
  P next(InRounds asked, Accumulator<?> more) {
    asked.requireOwn(more);
    if (number() == rounds()) {
      throw Require.refusal(
          "only a round before the last has a next one. This was the last; estimate it.");
    }
    P now = (P) asked;
    S next = now.after(more);
    List<byte[]> longer = new ArrayList<>(reports);
    if (reports.isEmpty() || rounds.before.apply(next).isPresent()) {
      longer.add(now.kept(more));
    }
    return rounds.ask.apply(new Round<>(rounds, next, longer, attachedFirst()));
  }

  /** The round of another state, as if reports had led there: for simulations without any. */
  public P with(S other) {
    int id = Protocols.declaration(rounds.spec.name()).id();
    AccumulatorBytes none = new AccumulatorBytes(id, rounds.spec.toString(), "", 0, new long[0]);
    return rounds.ask.apply(new Round<>(rounds, other, List.of(none.encode()), attachedFirst()));
  }

  private byte[] attachedFirst() {
    return attached.length == 0 ? rounds.attachment.get() : attached;
  }

  private static void requireOne(boolean isSo, List<byte[]> accumulators) {
    Require.that(isSo)
        .orRefuse(
            "the attachment of a later round must hold one accumulator, the first round's, for this"
                + " question. It holds %s; take it from beside the earlier round's estimate.",
            accumulators.size());
  }

  /** The later round of a state, which must be this question's. */
  P resume(RoundState given) {
    List<byte[]> all = given.accumulators();
    requireOne(!all.isEmpty(), all);
    ByteBuffer numbers = ByteBuffer.allocate(Double.BYTES * given.numbers().length);
    numbers.asDoubleBuffer().put(given.numbers());
    S next = codec(all).decode(numbers.array(), Round::otherNumbers);
    Round<S, P> later = new Round<>(rounds, next, all, given.attachment());
    if (later.number() < 2 || later.number() > rounds()) {
      throw otherNumbers("there is no such round");
    }
    later.requireReports();
    P made = rounds.ask.apply(later);
    // A state that says the same in other bytes would give one round two names.
    Require.that(Arrays.equals(later.attachment(), given.encode()))
        .orRefuse(
            "the attachment of a later round must be what an earlier round's estimate wrote, byte by"
                + " byte. Provided: one that says the same in another way; take it from beside that"
                + " estimate again.");
    return made;
  }

  private static IllegalArgumentException otherNumbers(String why) {
    return Require.refusal(
        "the attachment of a later round must hold numbers that its question can lead to. This one"
            + " does not: %s; take it from beside the earlier round's estimate.",
        why);
  }

  /** Each round's reports, where they are kept, must be of that round. */
  private void requireReports() {
    boolean keepsAll = rounds.before.apply(state).isPresent();
    ProtocolSpec due = keepsAll ? earlier().spec() : rounds.spec;
    requireOne(keepsAll || reports.size() == 1, reports);
    ProtocolSpec spec =
        ProtocolSpec.parse(Protocols.header(reports.get(reports.size() - 1)).spec());
    Require.that(spec.equals(due))
        .orRefuse(
            "the reports of earlier rounds must belong to the question. It is: %s ; its reports':"
                + " %s.",
            due, spec);
    if (reports.size() > 1) {
      earlier().requireReports();
    }
  }
}
