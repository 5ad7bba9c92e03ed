package org.sparkldp.protocols.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * Feeds a decoder with what nobody wrote: valid examples, changed in a few places. It promises that
 * a case is known by the seed and its number, and that each either was accepted lawfully or refused
 * in one of our sentences within {@value #SECONDS} seconds.
 *
 * <p>How many cases: {@code -Dldp.fuzz.cases=N} for all targets together, of which each takes its
 * share; by default few, for every build. {@code -Dldp.fuzz.seed=S} changes the seed.
 */
public final class Fuzzer {
  /** Cases of all targets together in an ordinary build. */
  private static final long FEW = 150_000;

  /** A case that takes longer counts as hung. */
  static final int SECONDS = 5;

  private static final int[] INTERESTING = {
    0,
    1,
    -1,
    2,
    7,
    8,
    24,
    64,
    127,
    128,
    255,
    256,
    1024,
    32_767,
    65_535,
    65_536,
    1 << 20,
    1 << 23,
    1 << 24,
    1 << 28,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE - 8
  };

  /** What decodes, and checks the laws of what it accepts. */
  public interface Law {
    /** Refuses by an IllegalArgumentException; any other end is a finding. */
    void check(byte[] input) throws Exception;
  }

  /**
   * A format under fire.
   *
   * @param name for people
   * @param share of all cases, in thousandths
   * @param examples valid, at least one
   * @param words that mean something to the format, put in here and there; for texts
   * @param seal makes checksums right again after a change, most of the time
   * @param law what must hold
   */
  public record Target(
      String name,
      int share,
      List<byte[]> examples,
      List<String> words,
      UnaryOperator<byte[]> seal,
      Law law) {}

  /** What became of the cases. */
  public record Outcome(String name, long cases, long accepted, double seconds, double longest) {}

  private Fuzzer() {}

  /** The seed of this build's cases. */
  public static long seed() {
    return Long.getLong("ldp.fuzz.seed", 20_261_122);
  }

  /** Runs a target's share; an AssertionError shows the first finding. */
  public static Outcome run(Target target) {
    long all = Long.getLong("ldp.fuzz.cases", FEW);
    Outcome outcome = run(target, Math.max(100, all / 1000 * target.share()), seed());
    System.out.printf(
        "fuzz %-24s %,12d cases, %,10d accepted, %7.1f s, longest %.2f s, seed %d%n",
        outcome.name(),
        outcome.cases(),
        outcome.accepted(),
        outcome.seconds(),
        outcome.longest(),
        seed());
    return outcome;
  }

  /** Runs so many cases. */
  static Outcome run(Target target, long cases, long seed) {
    for (byte[] example : target.examples()) {
      accept(target, example);
    }
    AtomicLong since = new AtomicLong();
    AtomicLong at = new AtomicLong(-1);
    long[] accepted = new long[1];
    long[] longest = new long[1];
    Throwable[] found = new Throwable[1];
    Thread worker =
        new Thread(
            () -> {
              for (long number = 0; number < cases; number++) {
                at.set(number);
                long began = System.nanoTime();
                since.set(began);
                byte[] input = input(target, seed, number);
                try {
                  target.law().check(input);
                  accepted[0]++;
                } catch (Throwable end) {
                  if (!isSentence(end)) {
                    found[0] = finding(target, seed, number, input, end);
                    return;
                  }
                }
                longest[0] = Math.max(longest[0], System.nanoTime() - began);
              }
            },
            "fuzz " + target.name());
    worker.setDaemon(true);
    long began = System.nanoTime();
    since.set(began);
    worker.start();
    try {
      while (worker.isAlive()) {
        worker.join(200);
        if (worker.isAlive() && System.nanoTime() - since.get() > SECONDS * 1_000_000_000L) {
          long number = at.get();
          AssertionError hung = finding(target, seed, number, input(target, seed, number), null);
          hung.setStackTrace(worker.getStackTrace());
          throw hung;
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (found[0] != null) {
      throw new AssertionError(found[0].getMessage(), found[0].getCause());
    }
    return new Outcome(
        target.name(), cases, accepted[0], (System.nanoTime() - began) / 1e9, longest[0] / 1e9);
  }

  private static void accept(Target target, byte[] example) {
    try {
      target.law().check(example);
    } catch (Exception e) {
      throw new AssertionError(target.name() + " must accept its examples", e);
    }
  }

  private static AssertionError finding(
      Target target, long seed, long number, byte[] input, Throwable end) {
    boolean isText = !target.words().isEmpty();
    String shown =
        isText
            ? new String(input, StandardCharsets.UTF_8)
            : HexFormat.of().formatHex(input, 0, Math.min(input.length, 600));
    return new AssertionError(
        target.name()
            + ", case "
            + number
            + " of seed "
            + seed
            + (end == null ? " hung: " : " ended in " + end + ": ")
            + shown,
        end);
  }

  /** A refusal of ours: one sentence, made by our own code. */
  public static boolean isSentence(Throwable end) {
    return end instanceof IllegalArgumentException
        && end.getMessage() != null
        && end.getMessage().strip().matches("(?s).*[.?]")
        && end.getStackTrace().length > 0
        && end.getStackTrace()[0].getClassName().startsWith("org.sparkldp.");
  }

  private static byte[] input(Target target, long seed, long number) {
    SplittableRandom random = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + number);
    random = random.split();
    List<byte[]> examples = target.examples();
    byte[] input = examples.get(random.nextInt(examples.size())).clone();
    int changes = random.nextBoolean() ? 1 : 1 + random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      input = changed(input, target, random);
    }
    return random.nextInt(16) == 0 ? input : target.seal().apply(input);
  }

  private static byte[] changed(byte[] input, Target target, SplittableRandom random) {
    int at = input.length == 0 ? 0 : random.nextInt(input.length);
    int choice = random.nextInt(10);
    if (input.length == 0) {
      choice = 4;
    }
    switch (choice) {
      case 0 -> input[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> input[at] = (byte) random.nextInt(256);
      case 2 -> {
        if (input.length >= Integer.BYTES) {
          int place = random.nextInt(input.length - Integer.BYTES + 1);
          ByteBuffer.wrap(input).putInt(place, INTERESTING[random.nextInt(INTERESTING.length)]);
        }
      }
      case 3 -> input[at] += (byte) (random.nextInt(9) - 4);
      case 4 -> {
        return spliced(input, at, 0, fresh(target, random));
      }
      case 5 -> {
        return Arrays.copyOf(input, at);
      }
      case 6 -> {
        return spliced(input, at, Math.min(input.length - at, 1 + random.nextInt(8)), new byte[0]);
      }
      case 7 -> {
        byte[] part = Arrays.copyOfRange(input, at, at + random.nextInt(input.length - at + 1));
        return spliced(input, random.nextInt(input.length), 0, part);
      }
      case 8 -> {
        byte[] other = target.examples().get(random.nextInt(target.examples().size()));
        int from = random.nextInt(other.length + 1);
        return spliced(input, at, input.length - at, Arrays.copyOfRange(other, from, other.length));
      }
      default -> {
        byte[] word = fresh(target, random);
        return spliced(input, at, Math.min(word.length, input.length - at), word);
      }
    }
    return input;
  }

  private static byte[] fresh(Target target, SplittableRandom random) {
    if (!target.words().isEmpty() && random.nextInt(4) > 0) {
      String word = target.words().get(random.nextInt(target.words().size()));
      int times = random.nextInt(64) == 0 ? 1 << random.nextInt(14) : 1;
      return word.repeat(times).getBytes(StandardCharsets.UTF_8);
    }
    byte[] bytes = new byte[1 + random.nextInt(random.nextInt(8) == 0 ? 300 : 8)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] spliced(byte[] input, int at, int removed, byte[] added) {
    byte[] whole = new byte[input.length - removed + added.length];
    System.arraycopy(input, 0, whole, 0, at);
    System.arraycopy(added, 0, whole, at, added.length);
    System.arraycopy(input, at + removed, whole, at + added.length, input.length - at - removed);
    return whole;
  }
}
