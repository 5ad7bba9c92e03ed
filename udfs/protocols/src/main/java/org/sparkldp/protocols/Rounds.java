package org.sparkldp.protocols;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongToIntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.Fields;

/**
 * The description of a protocol of several rounds: its question, what it has to remember, what it
 * asks then, and what the reports change. {@link Round} does the rest: specs, states as bytes and
 * back, which rounds may follow, and whose reports they are.
 *
 * @param <S> what is remembered between rounds, all of it public; immutable and the same to the
 *     last bit on every machine
 * @param <P> a round
 */
public final class Rounds<S, P extends Protocol<?, ?> & Rounds.Leading<S>> {
  final ProtocolSpec spec;
  final int count;
  final LongToIntFunction roundOf;
  final S start;
  final ToIntFunction<S> number;
  final BiFunction<Fields<S>, Kept, S> state;
  final Function<Round<S, P>, P> ask;
  final Function<S, Optional<S>> before;
  final Supplier<byte[]> attachment;

  private Rounds(Builder<S, P> said) {
    this.spec = said.spec;
    this.count = said.count;
    this.roundOf = said.roundOf;
    this.start = said.start;
    this.number = said.number;
    this.state = said.state;
    this.ask = said.ask;
    this.before = said.before;
    this.attachment = said.attachment;
  }

  /**
   * Begins to say it.
   *
   * @param spec the question: the first round's spec
   * @param count rounds at most; at least 2
   * @param roundOf as {@link InRounds#roundOf}
   */
  public static <S, P extends Protocol<?, ?> & Rounds.Leading<S>> Builder<S, P> of(
      ProtocolSpec spec, int count, LongToIntFunction roundOf) {
    return new Builder<>(spec, count, roundOf);
  }

  /**
   * The numbers of earlier rounds that are kept beside a state.
   *
   * @param rounds how many
   * @param people who reported in the first of them
   */
  public record Kept(int rounds, long people) {}

  /**
   * A round whose reports lead on. It knows how itself: were that said here, whoever makes a round
   * would carry all that estimates from it, and a client only reports.
   *
   * @param <S> what is remembered
   */
  public interface Leading<S> extends InRounds {
    /** What its reports make of the state that it was asked in; refuses too few. */
    S after(Accumulator<?> reports);

    /** What is kept of its reports, if they are the first round's. */
    default byte[] kept(Accumulator<?> reports) {
      return reports.toBytes();
    }
  }

  /** Rounds that are being said. */
  public static final class Builder<S, P extends Protocol<?, ?> & Rounds.Leading<S>> {
    private final ProtocolSpec spec;
    private final int count;
    private final LongToIntFunction roundOf;
    private S start;
    private ToIntFunction<S> number;
    private BiFunction<Fields<S>, Kept, S> state;
    private Function<Round<S, P>, P> ask;
    private Function<S, Optional<S>> before = any -> Optional.empty();
    private Supplier<byte[]> attachment = () -> new byte[0];

    private Builder(ProtocolSpec spec, int count, LongToIntFunction roundOf) {
      this.spec = spec;
      this.count = count;
      this.roundOf = roundOf;
    }

    /** What is known before the first round, and the round, from 2, that a later state leads to. */
    public Builder<S, P> startsWith(S known, ToIntFunction<S> later) {
      start = known;
      number = later;
      return this;
    }

    /** The numbers of a state, IEEE doubles in order; refuses what cannot be. */
    public Builder<S, P> remembers(BiFunction<Fields<S>, Kept, S> numbers) {
      state = numbers;
      return this;
    }

    /** The round that stands there. */
    public Builder<S, P> asks(Function<Round<S, P>, P> round) {
      ask = round;
      return this;
    }

    /** Keeps the reports of all rounds; the state one round earlier follows from a later one. */
    public Builder<S, P> keepsAll(Function<S, S> earlier) {
      before = later -> Optional.of(earlier.apply(later));
      return this;
    }

    /** Has an attachment already in the first round. */
    public Builder<S, P> attaches(Supplier<byte[]> bytes) {
      attachment = bytes;
      return this;
    }

    /** The first round. */
    public P first() {
      return Round.first(new Rounds<>(this));
    }
  }
}
