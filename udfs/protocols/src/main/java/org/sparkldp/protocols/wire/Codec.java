package org.sparkldp.protocols.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;
import java.util.zip.DataFormatException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import org.sparkldp.protocols.random.Hashes;

/**
 * A binary format: a beginning that names it, fields, and a seal over all of that. It reads what it
 * would write and nothing else, bounded by the bytes themselves, and refuses the rest in one
 * sentence.
 *
 * @param <T> what is written
 */
public final class Codec<T> {
  /** The end of a message, which shows that nothing was changed or cut. */
  public enum Seal {
    /** Nothing. */
    NONE(0),
    /** CRC-32C, 4 bytes, big-endian. */
    CRC32C(4),
    /** The first 8 bytes of SHA-256. */
    SHORT_SHA256(8),
    /** SHA-256, 32 bytes. */
    SHA256(32);

    private final int length;

    Seal(int length) {
      this.length = length;
    }

    /** How many bytes. */
    public int length() {
      return length;
    }

    private byte[] of(byte[] bytes, int end) {
      if (this == CRC32C) {
        return ByteBuffer.allocate(length).putInt(Crc32c.of(bytes, end)).array();
      }
      return this == NONE
          ? new byte[0]
          : Arrays.copyOf(Hashes.sha256(Arrays.copyOf(bytes, end)), length);
    }
  }

  private static final long MOST = 1L << 29;

  private final byte[] beginning;
  private final Seal seal;
  private final boolean isDeflated;
  private final Fields.Format<T> fields;

  private Codec(byte[] beginning, Seal seal, boolean isDeflated, Fields.Format<T> fields) {
    this.beginning = beginning;
    this.seal = seal;
    this.isDeflated = isDeflated;
    this.fields = fields;
  }

  /**
   * A format.
   *
   * @param beginning of all its bytes
   * @param fields passes over them in order
   */
  public static <T> Codec<T> of(byte[] beginning, Seal seal, Fields.Format<T> fields) {
    return new Codec<>(beginning.clone(), seal, false, fields);
  }

  /** The same with all between beginning and seal deflated. */
  public Codec<T> deflated() {
    return new Codec<>(beginning, seal, true, fields);
  }

  /** The bytes. */
  public byte[] encode(T value) {
    byte[] all =
        isDeflated
            ? deflated(Fields.write(new byte[0], value, fields))
            : Fields.write(beginning, value, fields);
    byte[] sealed = Arrays.copyOf(all, all.length + seal.length);
    System.arraycopy(seal.of(all, all.length), 0, sealed, all.length, seal.length);
    return sealed;
  }

  private byte[] deflated(byte[] body) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(beginning, 0, beginning.length);
    try (DeflaterOutputStream out = new DeflaterOutputStream(all)) {
      out.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.toByteArray();
  }

  /**
   * What the bytes say.
   *
   * @param refusal makes the sentence from the fault, such as "it ends too early"
   */
  public T decode(byte[] bytes, Function<String, IllegalArgumentException> refusal) {
    int end = bytes.length - seal.length;
    if (end < beginning.length
        || !Arrays.equals(Arrays.copyOf(bytes, beginning.length), beginning)
        || !Arrays.equals(Arrays.copyOfRange(bytes, end, bytes.length), seal.of(bytes, end))) {
      throw refusal.apply("it is cut off, changed, or none");
    }
    byte[] body = isDeflated ? inflated(bytes, beginning.length, end, refusal) : bytes;
    int from = isDeflated ? 0 : beginning.length;
    Fields<T> in = Fields.of(body, from, isDeflated ? body.length : end, refusal);
    T read = fields.pass(in);
    in.end();
    return read;
  }

  /** Bytes that may be read or inflated at a time: 512 MiB, or a quarter of the heap if less. */
  public static int most() {
    return (int) Math.min(MOST, Runtime.getRuntime().maxMemory() / 4);
  }

  /**
   * Deflated bytes, after inflation. They are inflated twice: once to count, which takes no memory,
   * and again if what was counted fits in it.
   */
  static byte[] inflated(
      byte[] bytes, int from, int to, Function<String, IllegalArgumentException> refusal) {
    int most = most();
    byte[] window = new byte[1 << 16];
    byte[] body = new byte[inflate(bytes, from, to, window, false, most, refusal)];
    inflate(bytes, from, to, body, true, most, refusal);
    return body;
  }

  private static int inflate(
      byte[] bytes,
      int from,
      int to,
      byte[] out,
      boolean keep,
      int most,
      Function<String, IllegalArgumentException> refusal) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(bytes, from, to - from);
      int size = 0;
      while (!inflater.finished()) {
        int at = keep ? size : 0;
        int got = inflater.inflate(out, at, out.length - at);
        size += got;
        if (size > most) {
          throw refusal.apply("it inflates to more than " + most + " bytes");
        }
        if (got == 0 && !inflater.finished()) {
          throw refusal.apply("it ends too early");
        }
      }
      if (inflater.getRemaining() > 0) {
        throw refusal.apply("bytes follow its end");
      }
      return size;
    } catch (DataFormatException e) {
      throw refusal.apply("it cannot be inflated");
    } finally {
      inflater.end();
    }
  }
}
