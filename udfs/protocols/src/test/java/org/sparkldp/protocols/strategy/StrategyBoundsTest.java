package org.sparkldp.protocols.strategy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.IntegerAlias;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.Codec;
import org.sparkldp.protocols.workload.Histogram;
import org.sparkldp.protocols.workload.Workloads;

/** Strategies from anywhere take no more memory than their bytes can fill. */
class StrategyBoundsTest {
  private static final byte[] MAGIC = {'L', 'D', 'P', 'S', 1};

  private static final StrategyFile FILE =
      new StrategyFile(
          Strategy.certify(Designs.randomizedResponse(3, 1), 1),
          new Histogram(3),
          "by-hand",
          Map.of());

  private static byte[] sealed(byte[] deflated) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(MAGIC);
    file.writeBytes(deflated);
    file.writeBytes(HexFormat.of().parseHex(ProtocolSpec.sha256(file.toByteArray())));
    return file.toByteArray();
  }

  private static byte[] deflated(byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(body);
    }
    return bytes.toByteArray();
  }

  private static byte[] body() {
    byte[] file = FILE.toBytes();
    try (InputStream body =
        new InflaterInputStream(
            new ByteArrayInputStream(file, MAGIC.length, file.length - 32 - MAGIC.length))) {
      return body.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String refusal(Runnable run) {
    return assertThrows(IllegalArgumentException.class, run::run).getMessage();
  }

  @Tag("slow")
  @Test
  void aFileThatInflatesToMoreThanMemoryIsRefusedByItsSize() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out =
        new DataOutputStream(
            new DeflaterOutputStream(bytes, new Deflater(Deflater.BEST_SPEED), 1 << 16))) {
      long size = Codec.most() + (1L << 20);
      out.writeInt((int) size);
      byte[] zeros = new byte[1 << 20];
      for (long written = 0; written < size; written += zeros.length) {
        out.write(zeros);
      }
    }
    byte[] bomb = sealed(bytes.toByteArray());

    assertTrue(bomb.length < 10_000_000);
    String refusal = refusal(() -> StrategyFile.fromBytes(bomb));
    assertTrue(refusal.contains("inflates to more than " + Codec.most()), refusal);
  }

  @Test
  @Timeout(60)
  void aDeviceWithoutAnEndIsNotRead() {
    assumeTrue(Files.exists(Path.of("/dev/zero")));

    String refusal = refusal(() -> Protocols.of("strategy(file='/dev/zero')"));
    assertTrue(refusal.startsWith("a strategy file must be whole"), refusal);
  }

  @Tag("slow")
  @Test
  void aFileThatIsLargerThanMemoryIsNotRead(@TempDir Path folder) throws IOException {
    Path large = folder.resolve("large.strategy");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(1L << 40); // a hole; takes no place
    } catch (IOException e) {
      abort("this file system has no sparse files");
    }

    String refusal = refusal(() -> StrategyFile.read(large));
    assertTrue(refusal.contains("more than " + Codec.most() + " bytes"), refusal);
  }

  /** Where the number of attributes stands: behind the strategy and the workload's name. */
  private static int attributes(byte[] body) {
    int strategy = ByteBuffer.wrap(body).getInt(0);
    return 4 + strategy + 2 + "histogram".length();
  }

  @Test
  void attributesThatArePromisedOnlyAreRefused() throws IOException {
    byte[] body = body();
    int at = attributes(body);
    assertEquals(1, ByteBuffer.wrap(body).getInt(at));
    assertEquals(3, StrategyFile.fromBytes(sealed(deflated(body))).workload().domain());
    for (int promised : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 28}) {
      ByteBuffer.wrap(body).putInt(at, promised);
      byte[] bad = sealed(deflated(body));

      String refusal = refusal(() -> StrategyFile.fromBytes(bad));
      assertTrue(refusal.contains("its counts are out of range"), refusal);
    }
  }

  @Test
  void bytesBehindTheNotesOrTheDeflatedBodyAreRefused() throws IOException {
    byte[] body = body();
    byte[] longer = sealed(deflated(Arrays.copyOf(body, body.length + 1)));
    byte[] behind = deflated(body);
    byte[] trailing = sealed(Arrays.copyOf(behind, behind.length + 1));

    assertThrows(IllegalArgumentException.class, () -> StrategyFile.fromBytes(longer));
    assertThrows(IllegalArgumentException.class, () -> StrategyFile.fromBytes(trailing));
  }

  @Test
  void rowsThatArePromisedOnlyAreRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(DenseStrategy.KIND);
      out.writeDouble(1);
      out.writeInt(1024); // items
      out.writeInt(32_767); // rows: 268 MB
    }

    String refusal = refusal(() -> Strategy.fromBytes(bytes.toByteArray()));
    assertTrue(refusal.contains("it ends too early"), refusal);
  }

  /** Against the definition: no character of H but the trivial one is trivial on the domain. */
  @Test
  void featuresReachTheirGroupJustWhenTheyAreIndependent() {
    Random random = new Random(7);
    int onto = 0;
    for (int trial = 0; trial < 3_000; trial++) {
      int[] attributes = random.ints(1 + random.nextInt(3), 1, 13).toArray();
      int[] moduli = random.ints(1 + random.nextInt(3), 2, 7).toArray();
      int[][] features = new int[moduli.length][attributes.length];
      for (int j = 0; j < moduli.length; j++) {
        for (int i = 0; i < attributes.length; i++) {
          BigInteger modulus = BigInteger.valueOf(moduli[j]);
          int unit = moduli[j] / modulus.gcd(BigInteger.valueOf(attributes[i])).intValue();
          features[j][i] = unit * (random.nextInt(9) - 4); // defined on the attribute
        }
      }
      int rows = Arrays.stream(moduli).reduce(1, Math::multiplyExact);
      boolean isOnto =
          IntStream.range(1, rows)
              .allMatch(eta -> OrbitMember.character(attributes, features, moduli, eta) != 0);
      assertEquals(
          isOnto,
          OrbitMember.isOnto(attributes, features, moduli),
          () ->
              Arrays.deepToString(features)
                  + Arrays.toString(moduli)
                  + Arrays.toString(attributes));
      onto += isOnto ? 1 : 0;
    }
    assertTrue(onto > 100 && onto < 2_900, "" + onto);
  }

  /** Orbits of 2^20 rows each, 30,000 of them, would be lists of 10^11 bytes. */
  @Test
  @Timeout(120)
  void orbitsThatHaveTooManyRowsTogetherAreRefusedBeforeTheyAreMade() throws IOException {
    int bits = 16;
    int orbits = 30_000;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(OrbitStrategy.KIND);
      out.writeDouble(1);
      out.writeInt(1 << bits);
      out.writeInt(bits);
      for (int i = 0; i < bits; i++) {
        out.writeInt(2);
      }
      out.writeInt(1); // base sets
      out.writeInt(2);
      out.write(1);
      out.writeInt(orbits);
      for (int c = 0; c < orbits; c++) {
        out.writeInt(bits);
        for (int j = 0; j < bits; j++) {
          out.writeInt(2);
          for (int i = 0; i < bits; i++) {
            out.writeInt(i == j ? 1 : 0);
          }
        }
        out.writeInt(0);
        out.writeLong(IntegerAlias.TOTAL / orbits);
        out.writeLong(1L << 62);
      }
    }

    String refusal = refusal(() -> Strategy.fromBytes(bytes.toByteArray()));
    assertTrue(refusal.contains("at most 2^23 rows"), refusal);
  }

  @Test
  void aSecondSpellingOfAStrategyIsRefused() {
    // A base set with a byte 0 behind its last bit is the same set.
    byte[] good = Strategy.certify(Designs.bits(), 1).toBytes();
    // Behind kind, epsilon, domain, three attributes and the number of base sets.
    int at = 2 + OrbitStrategy.KIND.length() + 12 + 4 + 12 + 4;
    int length = ByteBuffer.wrap(good).getInt(at);
    byte[] longer = new byte[good.length + 1];
    System.arraycopy(good, 0, longer, 0, at + 4 + length - 1);
    System.arraycopy(
        good, at + 4 + length - 1, longer, at + 4 + length, good.length - at - 4 - length + 1);
    ByteBuffer.wrap(longer).putInt(at, length + 1);

    String refusal = refusal(() -> Strategy.fromBytes(longer));
    assertTrue(refusal.contains("not in canonical form"), refusal);
  }

  @Test
  void bracketsNestAsDeepAsAnybodyWritesAndNoDeeper() {
    assertEquals("prefix", Workloads.parse("(".repeat(64) + "prefix" + ")".repeat(64), 4).name());
    String refusal =
        refusal(() -> Workloads.parse("(".repeat(20_000) + "prefix" + ")".repeat(20_000), 4));
    assertTrue(refusal.contains("at most 64 brackets within each other"), refusal);
  }

  // --- integers from anywhere ---

  /** The bytes of a strategy of that kind, at epsilon 1. */
  private static byte[] strategy(String kind, int domain, Writing rest) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(kind);
      out.writeDouble(1);
      out.writeInt(domain);
      rest.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private static void assertReads(byte[] good) {
    assertArrayEquals(good, Strategy.fromBytes(good).toBytes());
  }

  private static void assertRefused(String why, byte[] bad) {
    String refusal = refusal(() -> Strategy.fromBytes(bad));
    assertTrue(refusal.contains(why), refusal);
  }

  /** Two items, which one of three rows distinguishes by two units, and the people by item. */
  private static byte[] matrix(int domain, double prior, long... weights) {
    return strategy(
        DenseStrategy.KIND,
        domain,
        out -> {
          out.writeInt(domain == 0 ? 2 : weights.length / domain);
          for (long weight : weights) {
            out.writeLong(weight);
          }
          for (int u = 0; u < domain; u++) {
            out.writeDouble(u == 0 ? prior : 1);
          }
        });
  }

  @Test
  void aMatrixWhoseColumnsAreNoLawsIsRefused() {
    long half = 1L << 47;
    assertReads(matrix(2, 1, half, half - 1, 1, half - 1, half, 1));
    assertReads(matrix(2, 0, half, half, half, half));
    assertRefused("does not add up", matrix(2, 1, half, half - 1, 1, half - 1, half, 2));
    assertRefused("does not add up", matrix(2, 1, half, half - 1, 2, half - 1, half, 1));
    assertRefused("out of range", matrix(2, 1, half, half, 0, half, half, 0));
    assertRefused("out of range", matrix(2, 1, half, half + 1, -1, half, half + 1, -1));
    assertRefused("out of range", matrix(2, 1, 2 * half + 1, half, half, half));
    assertRefused("2 to 32767 rows", matrix(2, 1, 2 * half, 2 * half));
    assertRefused("2 to 1024 items", matrix(1, 1, half, half));
    for (double prior : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertRefused("people by item", matrix(2, prior, half, half, half, half));
    }
  }

  /** Of four items; a size, its mass and how often the own item is left out. */
  private static byte[] subsets(long... triples) {
    return strategy(
        SubsetStrategy.KIND,
        4,
        out -> {
          out.writeInt(triples.length / 3);
          for (int i = 0; i < triples.length; i += 3) {
            out.writeInt((int) triples[i]);
            out.writeLong(triples[i + 1]);
            out.writeLong(triples[i + 2]);
          }
        });
  }

  @Test
  void setsOutOfOrderOrRangeAreRefused() {
    long all = IntegerAlias.TOTAL;
    long even = 1L << 63;
    assertReads(subsets(2, all, even));
    assertReads(subsets(0, 1, 0, 2, all - 2, even, 4, 1, 0));
    assertReads(subsets(2, 1, even, 3, all - 1, 1L << 62));
    String order = "a size out of order or range";
    assertRefused(order, subsets(2, all / 2, even, 2, all / 2, even));
    assertRefused(order, subsets(3, all / 2, 1L << 62, 2, all / 2, even));
    assertRefused(order, subsets(-1, all, even));
    assertRefused(order, subsets(5, all, even));
    assertRefused(order, subsets(2, all, 0));
    assertRefused(order, subsets(4, all, even));
    assertRefused(order, subsets(0, all / 2, 1, 2, all / 2, even));
    assertRefused(order, subsets(2, 0, even, 3, all, 1L << 62));
    assertRefused(order, subsets(2, all + 1, even, 3, -1, 1L << 62));
    assertRefused("do not add up", subsets(2, all - 1, even));
    assertRefused("do not add up", subsets(2, all - 1, even, 3, 2, 1L << 62));
    assertRefused("sizes × items", subsets());
  }

  /** An orbit of as many rows as its item: modulus, feature, number of the base set, mass, o. */
  private static byte[] orbits(int attribute, int bases, long... orbits) {
    return strategy(
        OrbitStrategy.KIND,
        attribute,
        out -> {
          out.writeInt(1);
          out.writeInt(attribute);
          out.writeInt(bases);
          for (int i = 0; i < bases; i++) {
            out.writeInt(2);
            out.write(1 << i);
          }
          out.writeInt(orbits.length / 5);
          for (int i = 0; i < orbits.length; i += 5) {
            out.writeInt(1);
            out.writeInt((int) orbits[i]);
            out.writeInt((int) orbits[i + 1]);
            out.writeInt((int) orbits[i + 2]);
            out.writeLong(orbits[i + 3]);
            out.writeLong(orbits[i + 4]);
          }
        });
  }

  @Test
  void orbitsOutOfRangeOrWithoutSenseAreRefused() {
    long all = IntegerAlias.TOTAL;
    long most = -(1L << 62); // the own item is left out in three of four cases
    assertReads(orbits(4, 1, 4, 1, 0, all, most));
    assertReads(orbits(4, 2, 4, 1, 0, 1, most, 4, 3, 1, all - 1, most));
    assertReads(orbits(4, 1, 2, 1, 0, all, 1L << 63));
    String range = "an orbit out of range";
    assertRefused(range, orbits(4, 1, 4, 1, -1, all, most));
    assertRefused(range, orbits(4, 1, 4, 1, 1, all, most));
    assertRefused(range, orbits(4, 1, 4, 1, 0, 0, most, 4, 1, 0, all, most));
    assertRefused("do not add up", orbits(4, 1, 4, 1, 0, all - 1, most));
    assertRefused("defined on its attributes", orbits(4, 1, 3, 1, 0, all, most));
    assertRefused("defined on its attributes", orbits(4, 1, 1, 1, 0, all, most));
    assertRefused("defined on its attributes", orbits(4, 2, 2, 1, 1, 1, most, 1, 1, 0, all, most));
    assertRefused("be independent", orbits(4, 1, 4, 2, 0, all, most));
    assertRefused("says nothing, or too much", orbits(4, 1, 4, 1, 0, all, 0));
    assertRefused("a count out of range", orbits(4, 0, 4, 1, 0, all, most));
    assertRefused("a count out of range", orbits(4, 1));
    assertRefused("2^20 items", orbits(0, 1, 4, 1, 0, all, most));
    byte[] other = orbits(4, 1, 4, 1, 0, all, most);
    ByteBuffer.wrap(other).putInt(2 + OrbitStrategy.KIND.length() + 8, 5);
    assertRefused("do not make the domain", other);
  }
}
