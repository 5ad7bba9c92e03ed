package org.sparkldp.protocols.random;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.sparkldp.protocols.check.Require;

/**
 * Write-once randomness: each thread's own AES-128-CTR stream under a fresh key from the operating
 * system, 8 KiB at a time (about 15 ns a word; the system's generator alone costs 500).
 *
 * <p>Two draws are never the same, so whatever is made of them must be written to storage before
 * anything reads it twice.
 */
public final class SystemRandomness extends RandomSource {
  private static final int BUFFER_BYTES = 8192;

  private static final ThreadLocal<SystemRandomness> SOURCES =
      ThreadLocal.withInitial(SystemRandomness::new);

  /**
   * The supplier that {@link #get} asks. Only tests of this package put seeded sources here, to
   * compare all that two runs put out; no option, property or variable does.
   */
  static volatile Supplier<RandomSource> door = SOURCES::get;

  private final Cipher cipher;
  private final byte[] zeros = new byte[BUFFER_BYTES];
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position = BUFFER_BYTES;
  private long[] words = new long[64]; // what draw returned

  private SystemRandomness() {
    byte[] seed = new byte[32];
    new SecureRandom().nextBytes(seed);
    try {
      cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(seed, 0, 16, "AES"),
          new IvParameterSpec(seed, 16, 16));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform provides AES", e);
    }
  }

  /** The calling thread's source. */
  public static RandomSource get() {
    return door.get();
  }

  @Override
  public RandomSource memory(long number) {
    throw Require.refusal(
        "only keyed random bits can be remembered from one report to the next. Provided: fresh"
            + " ones; give an id, or choose randomness = keyed.");
  }

  @Override
  public long nextLong() {
    if (position == BUFFER_BYTES) {
      try {
        cipher.update(zeros, 0, BUFFER_BYTES, buffer, 0);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("a stream cipher takes any length", e);
      }
      position = 0;
    }
    long word = Bytes.word(buffer, position);
    // A word that was used is wiped, so that a memory image does not replay past reports.
    Bytes.word(buffer, position, 0L);
    position += 8;
    return word;
  }

  @Override
  protected long[] draw(int count) {
    if (words.length < count) {
      words = new long[count];
    }
    for (int i = 0; i < count; i++) {
      words[i] = nextLong();
    }
    return words;
  }
}
