package org.sparkldp.jobs.exit;

/**
 * A job that a notebook or a SQL client asked for has ended badly: the sentence of the command line
 * and nothing else. It has no cause and no trace, either of which may hold a value.
 */
public abstract sealed class Ended extends RuntimeException {
  private final int code;

  private Ended(int code, String sentence) {
    super(sentence, null, false, false);
    this.code = code;
  }

  /** The exit code of a command that ends so. */
  public final int code() {
    return code;
  }

  /** What a failure says. */
  public static Ended of(Throwable failure) {
    Failures.FailureText shown = Failures.of(failure);
    return switch (shown.code()) {
      case Exit.BAD_INPUT -> new BadInput(shown.sentence());
      case Exit.REFUSED -> new Refused(shown.sentence());
      default -> new Failed(shown.sentence());
    };
  }

  /** The plan, the options or the table are wrong. */
  public static final class BadInput extends Ended {
    private BadInput(String sentence) {
      super(Exit.BAD_INPUT, sentence);
    }
  }

  /** A privacy rule says no. */
  public static final class Refused extends Ended {
    private Refused(String sentence) {
      super(Exit.REFUSED, sentence);
    }
  }

  /** A machine failed. */
  public static final class Failed extends Ended {
    private Failed(String sentence) {
      super(Exit.FAILED, sentence);
    }
  }
}
