package org.sparkldp.protocols.wire;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads bytes that anybody may have written: what all decoders of this house read with. It never
 * takes more memory than the bytes can fill: every length is checked against what remains before
 * anything is allocated, and all that is wrong becomes the decoder's own refusal.
 *
 * <p>Numbers have the highest byte first, as {@link java.io.DataOutputStream} writes them.
 */
public final class BoundedReader {
  /** Bytes that are read or inflated at a time, however much memory there is. */
  private static final long MOST = 1L << 29;

  private final ByteBuffer in;
  private final Function<String, IllegalArgumentException> refusal;

  /**
   * @param bytes to be read from {@code from} to before {@code to}, which must lie within
   * @param refusal makes the sentence from the fault, such as "it ends too early"
   */
  public BoundedReader(
      byte[] bytes, int from, int to, Function<String, IllegalArgumentException> refusal) {
    this.in = ByteBuffer.wrap(bytes, from, to - from).slice();
    this.refusal = refusal;
  }

  /** Bytes that may be read or inflated at a time: 512 MiB, or a quarter of the heap if less. */
  public static long most() {
    return Math.min(MOST, Runtime.getRuntime().maxMemory() / 4);
  }

  /**
   * A reader of deflated bytes, after inflation. They are inflated twice: once to count, which
   * takes no memory, and again if what was counted fits in it.
   */
  public static BoundedReader inflate(
      byte[] bytes, int from, int to, Function<String, IllegalArgumentException> refusal) {
    long most = most();
    byte[] window = new byte[1 << 16];
    long size = inflate(bytes, from, to, window, false, most, refusal);
    byte[] body = new byte[(int) size];
    inflate(bytes, from, to, body, true, most, refusal);
    return new BoundedReader(body, 0, body.length, refusal);
  }

  private static long inflate(
      byte[] bytes,
      int from,
      int to,
      byte[] out,
      boolean keep,
      long most,
      Function<String, IllegalArgumentException> refusal) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(bytes, from, to - from);
      long size = 0;
      while (!inflater.finished()) {
        int at = keep ? (int) size : 0;
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

  /** The decoder's refusal. */
  public IllegalArgumentException refuse(String why) {
    return refusal.apply(why);
  }

  /** All that is left, not taken; of a fresh reader, all there is. */
  public byte[] rest() {
    byte[] rest = new byte[in.remaining()];
    in.duplicate().get(rest);
    return rest;
  }

  /** Refuses if fewer bytes remain than {@code each} for each of {@code count} things. */
  public void require(long count, long each) {
    // Both are counts of an array's things or bytes, so their product fits a long.
    if (count < 0 || count * each > in.remaining()) {
      throw refuse("it ends too early");
    }
  }

  /** A byte as 0 to 255. */
  public int byte8() {
    require(1, 1);
    return in.get() & 0xff;
  }

  /** Two bytes as 0 to 65535. */
  public int int16() {
    require(1, Short.BYTES);
    return in.getShort() & 0xffff;
  }

  /** Four bytes. */
  public int int32() {
    require(1, Integer.BYTES);
    return in.getInt();
  }

  /** Eight bytes. */
  public long int64() {
    require(1, Long.BYTES);
    return in.getLong();
  }

  /** Eight bytes, an IEEE double. */
  public double float64() {
    require(1, Double.BYTES);
    return in.getDouble();
  }

  /**
   * Seven bits a byte, least significant first, the top bit set on all bytes but the last; refused
   * where it is not its shortest form. Numbers of 64 bits come back as negative ones.
   */
  public long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      require(1, 1);
      byte next = in.get();
      if (shift == 63 && (next & 0x7e) != 0) {
        throw refuse("a number is out of range");
      }
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        if (next == 0 && shift > 0) {
          throw refuse("a number is not in its shortest form");
        }
        return value;
      }
    }
    throw refuse("a number is too long");
  }

  /** A varint that is the number of things to come, which take at least {@code each} bytes. */
  public int varcount(int each) {
    return count(varint(), each);
  }

  /** Four bytes that are the number of things to come, which take at least {@code each} bytes. */
  public int count(int each) {
    return count(int32(), each);
  }

  private int count(long count, int each) {
    if (count < 0 || count > in.remaining() / each) {
      throw refuse("its counts are out of range");
    }
    return (int) count;
  }

  /** So many bytes. */
  public byte[] bytes(int length) {
    require(length, 1);
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /** A text of so many bytes of UTF-8. */
  public String utf8(int length) {
    require(length, 1);
    ByteBuffer utf8 = in.slice(in.position(), length);
    in.position(in.position() + length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
    } catch (CharacterCodingException e) {
      throw refuse("a text is not UTF-8");
    }
  }

  /** A text as {@link java.io.DataOutputStream#writeUTF} writes it. */
  public String utf() {
    int length = int16();
    in.position(in.position() - Short.BYTES);
    byte[] text = bytes(Short.BYTES + length);
    try {
      return new DataInputStream(new ByteArrayInputStream(text)).readUTF();
    } catch (IOException e) {
      throw refuse("a text is not UTF-8");
    }
  }

  /** Refuses anything that is left. */
  public void end() {
    if (in.hasRemaining()) {
      throw refuse("bytes follow its end");
    }
  }
}
