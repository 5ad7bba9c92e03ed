package org.sparkldp.protocols.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * One pass over the fields of a format, in their order: where a value is written, each field is
 * taken from it and given back; where bytes are read, each is what stands there. So a format is
 * said once for both directions.
 *
 * <p>Bytes may be anybody's. Only one spelling of each field is read, every length is checked
 * against what remains before anything is allocated, and all that is wrong becomes the format's own
 * refusal.
 *
 * <p>Numbers have the highest byte first. A varint holds seven bits a byte, least significant
 * first, the top bit set on all bytes but the last; only its shortest form is read.
 *
 * @param <T> what has the fields
 */
public final class Fields<T> {
  /** The fault of bytes that say the same as others. */
  public static final String RESPELLED = "it is not in canonical form";

  /**
   * The fields of a format, in order.
   *
   * @param <T> what has the fields
   */
  public interface Format<T> {
    /** Passes over them, and {@link Fields#makes makes} what has them. */
    T pass(Fields<T> fields);
  }

  /** The bytes, which grow where they are written. */
  private static final class ByteSequence {
    private final Function<String, IllegalArgumentException> refusal; // null where it is written
    private ByteBuffer buffer;

    ByteSequence(ByteBuffer buffer, Function<String, IllegalArgumentException> refusal) {
      this.buffer = buffer;
      this.refusal = refusal;
    }

    /** Where the next ones are, or come. */
    ByteBuffer next(long count) {
      if (count < 0 || count > buffer.remaining()) {
        if (refusal != null) {
          throw refusal.apply("it ends too early");
        }
        long least = buffer.position() + count;
        int size = (int) Math.max(least, Math.min(2 * least, Integer.MAX_VALUE - 64));
        ((Buffer) buffer).flip(); // as Android has it
        buffer = ByteBuffer.allocate(size).put(buffer);
      }
      return buffer;
    }
  }

  private final ByteSequence bytes;
  private final boolean reads;
  private final T value; // null where bytes are read

  private Fields(ByteSequence bytes, T value) {
    this.bytes = bytes;
    this.reads = bytes.refusal != null;
    this.value = value;
  }

  /** Of bytes from {@code from} to before {@code to}. */
  static <T> Fields<T> of(
      byte[] bytes, int from, int to, Function<String, IllegalArgumentException> refusal) {
    return new Fields<>(
        new ByteSequence(ByteBuffer.wrap(bytes, from, to - from).slice(), refusal), null);
  }

  /** Refuses anything that is left. */
  void end() {
    require(!bytes.buffer.hasRemaining(), "bytes follow its end");
  }

  /** The beginning, and then a value. */
  static <T> byte[] write(byte[] beginning, T value, Format<T> format) {
    ByteSequence out = new ByteSequence(ByteBuffer.allocate(256).put(beginning), null);
    format.pass(new Fields<>(out, value));
    return Arrays.copyOf(out.buffer.array(), out.buffer.position());
  }

  /** The fields of a kind of it, which the fields before have named. */
  public <S extends T> Fields<S> as(Class<S> kind) {
    return new Fields<>(bytes, kind.cast(value));
  }

  /** Where bytes are read, made of them; where it is written, the value itself. */
  public T makes(Supplier<T> made) {
    return reads ? made.get() : value;
  }

  /** Refuses bytes where something is not so. */
  public void require(boolean isSo, String why) {
    if (reads && !isSo) {
      throw bytes.refusal.apply(why);
    }
  }

  /** Refuses bytes of which fewer are left than {@code each} for each of {@code count} things. */
  public void remain(long count, long each) {
    if (reads) {
      bytes.next(count * each); // an array's bytes, whose number fits a long
    }
  }

  /** A byte, 0 to 255. */
  public int byte8(ToIntFunction<T> of) {
    return (int) fixed(Byte.BYTES, reads ? 0 : of.applyAsInt(value)) & 0xff;
  }

  /** Two bytes, 0 to 65535. */
  public int int16(ToIntFunction<T> of) {
    return (int) fixed(Short.BYTES, reads ? 0 : of.applyAsInt(value)) & 0xffff;
  }

  /** Four bytes. */
  public int int32(ToIntFunction<T> of) {
    return (int) fixed(Integer.BYTES, reads ? 0 : of.applyAsInt(value));
  }

  /** Eight bytes. */
  public long int64(ToLongFunction<T> of) {
    return fixed(Long.BYTES, reads ? 0 : of.applyAsLong(value));
  }

  /** Eight bytes, an IEEE double. */
  public double float64(ToDoubleFunction<T> of) {
    return Double.longBitsToDouble(
        fixed(Long.BYTES, reads ? 0 : Double.doubleToRawLongBits(of.applyAsDouble(value))));
  }

  private long fixed(int size, long given) {
    ByteBuffer next = bytes.next(size);
    if (reads) {
      return switch (size) {
        case Byte.BYTES -> next.get();
        case Short.BYTES -> next.getShort();
        case Integer.BYTES -> next.getInt();
        default -> next.getLong();
      };
    }
    switch (size) {
      case Byte.BYTES -> next.put((byte) given);
      case Short.BYTES -> next.putShort((short) given);
      case Integer.BYTES -> next.putInt((int) given);
      default -> next.putLong(given);
    }
    return given;
  }

  /** A number of 64 bits as a varint; those beyond 63 come back as negative ones. */
  public long varint(ToLongFunction<T> of) {
    return varint(reads ? 0 : of.applyAsLong(value));
  }

  private long varint(long given) {
    if (reads) {
      return varint();
    }
    ByteBuffer next = bytes.next(10);
    long rest = given;
    while ((rest & ~0x7fL) != 0) {
      next.put((byte) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    next.put((byte) rest);
    return given;
  }

  private long varint() {
    ByteBuffer in = bytes.buffer;
    long number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = in.hasRemaining() ? in.get() : bytes.next(1).get();
      if (shift == 63 && (next & 0x7e) != 0) {
        throw bytes.refusal.apply("a number is out of range");
      }
      number |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        if (next == 0 && shift > 0) {
          throw bytes.refusal.apply("a number is not in its shortest form");
        }
        return number;
      }
    }
    throw bytes.refusal.apply("a number is too long");
  }

  /** A varint, 0 or 1. */
  public boolean flag(Predicate<T> of) {
    long flag = varint(t -> of.test(t) ? 1 : 0);
    require(flag >>> 1 == 0, RESPELLED);
    return flag == 1;
  }

  /** Four bytes, a number from 1 up to a limit. */
  public int upTo(int most, ToIntFunction<T> of) {
    int number = int32(of);
    require(number >= 1 && number <= most, "a count out of range");
    return number;
  }

  /** Four bytes, how many things come, which take at least {@code each} bytes. */
  public int count(int each, ToIntFunction<T> of) {
    return count(int32(of), each);
  }

  /** A varint, how many things come, which take at least {@code each} bytes. */
  public int varcount(int each, ToIntFunction<T> of) {
    return count(varint(reads ? 0 : of.applyAsInt(value)), each);
  }

  private int count(long count, int each) {
    require(count >= 0 && count <= bytes.buffer.remaining() / each, "its counts are out of range");
    return (int) count;
  }

  /** So many bytes. */
  public byte[] bytes(int length, Function<T, byte[]> of) {
    ByteBuffer next = bytes.next(length);
    if (!reads) {
      byte[] given = of.apply(value);
      next.put(given);
      return given;
    }
    byte[] read = new byte[length];
    next.get(read);
    return read;
  }

  /** Bytes, with their length before them in four. */
  public byte[] block(Function<T, byte[]> of) {
    byte[] given = reads ? null : of.apply(value);
    return bytes(count(1, t -> given.length), t -> given);
  }

  /** A text in UTF-8, with its length before it as a varint. */
  public String text(Function<T, String> of) {
    byte[] given = reads ? null : of.apply(value).getBytes(StandardCharsets.UTF_8);
    byte[] utf8 = bytes(varcount(1, t -> given.length), t -> given);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw bytes.refusal.apply("a text is not UTF-8");
    }
  }

  /** A text as {@link DataOutputStream#writeUTF} writes it. */
  public String utf(Function<T, String> of) {
    if (!reads) {
      String text = of.apply(value);
      byte[] utf = utf(text);
      bytes.next(utf.length).put(utf);
      return text;
    }
    int length = bytes.next(Short.BYTES).duplicate().getShort() & 0xffff;
    byte[] utf = bytes(Short.BYTES + length, null);
    try {
      String text = new DataInputStream(new ByteArrayInputStream(utf)).readUTF();
      require(Arrays.equals(utf, utf(text)), RESPELLED);
      return text;
    } catch (IOException e) {
      throw bytes.refusal.apply("a text is not UTF-8");
    }
  }

  private static byte[] utf(String text) {
    ByteArrayOutputStream utf = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(utf)) {
      out.writeUTF(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return utf.toByteArray();
  }

  /** A whole number in a range, as an IEEE double. */
  public long whole(long least, long most, ToLongFunction<T> of) {
    double number = float64(t -> of.applyAsLong(t));
    require(
        number >= least
            && number <= most
            && Double.doubleToRawLongBits(number) == Double.doubleToRawLongBits((long) number),
        "a number is out of range");
    return (long) number;
  }

  /** How many things of {@code each} bytes are left to be read, or are to be written. */
  public int left(int each, ToIntFunction<T> of) {
    return reads ? bytes.buffer.remaining() / each : of.applyAsInt(value);
  }

  /** So many numbers of four bytes. */
  public int[] int32s(int count, Function<T, int[]> of) {
    remain(count, Integer.BYTES);
    int[] given = reads ? new int[count] : of.apply(value);
    int[] all = new int[count];
    Arrays.setAll(all, i -> (int) fixed(Integer.BYTES, given[i]));
    return all;
  }

  /** So many numbers of eight bytes. */
  public long[] int64s(int count, Function<T, long[]> of) {
    remain(count, Long.BYTES);
    long[] given = reads ? new long[count] : of.apply(value);
    long[] all = new long[count];
    Arrays.setAll(all, i -> fixed(Long.BYTES, given[i]));
    return all;
  }

  /** So many IEEE doubles, to the bit. */
  public double[] float64s(int count, Function<T, double[]> of) {
    double[] given = reads ? null : of.apply(value);
    long[] all =
        int64s(count, t -> Arrays.stream(given).mapToLong(Double::doubleToRawLongBits).toArray());
    return Arrays.stream(all).mapToDouble(Double::longBitsToDouble).toArray();
  }

  /** So many varints of 31 bits. */
  public int[] varints(int count, Function<T, int[]> of) {
    int[] given = reads ? new int[count] : of.apply(value);
    int[] all = new int[count];
    for (int i = 0; i < count; i++) {
      long number = varint(given[i]);
      require(number >>> 31 == 0, "a number is out of range");
      all[i] = (int) number;
    }
    return all;
  }

  /** So many varints of 0, −1, 1, −2 … as 0, 1, 2, 3 … */
  public long[] zigzags(int count, Function<T, long[]> of) {
    long[] all = reads ? new long[count] : of.apply(value).clone();
    for (int i = 0; i < count; i++) {
      long zigzag = reads ? varint() : varint((all[i] << 1) ^ (all[i] >> 63));
      all[i] = (zigzag >>> 1) ^ -(zigzag & 1);
    }
    return all;
  }

  /** So many things, each by its own fields. */
  public <E> List<E> list(int count, Function<T, List<E>> of, Format<E> each) {
    List<E> given = reads ? null : of.apply(value);
    List<E> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(each.pass(new Fields<>(bytes, reads ? null : given.get(i))));
    }
    return all;
  }
}
