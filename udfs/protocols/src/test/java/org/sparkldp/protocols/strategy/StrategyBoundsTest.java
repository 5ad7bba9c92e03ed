package org.sparkldp.protocols.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.IntegerAlias;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.BoundedReader;
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
    return BoundedReader.inflate(
            file, MAGIC.length, file.length - 32, IllegalArgumentException::new)
        .rest();
  }

  private static String refusal(Runnable run) {
    return assertThrows(IllegalArgumentException.class, run::run).getMessage();
  }

  @Test
  void aFileThatInflatesToMoreThanMemoryIsRefusedByItsSize() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out =
        new DataOutputStream(
            new DeflaterOutputStream(bytes, new Deflater(Deflater.BEST_SPEED), 1 << 16))) {
      long size = BoundedReader.most() + (1 << 20);
      out.writeInt((int) size);
      byte[] zeros = new byte[1 << 20];
      for (long written = 0; written < size; written += zeros.length) {
        out.write(zeros);
      }
    }
    byte[] bomb = sealed(bytes.toByteArray());

    assertTrue(bomb.length < 10_000_000);
    String refusal = refusal(() -> StrategyFile.fromBytes(bomb));
    assertTrue(refusal.contains("inflates to more than " + BoundedReader.most()), refusal);
  }

  @Test
  @Timeout(60)
  void aDeviceWithoutAnEndIsNotRead() {
    assumeTrue(Files.exists(Path.of("/dev/zero")));

    String refusal = refusal(() -> Protocols.of("strategy(file='/dev/zero')"));
    assertTrue(refusal.startsWith("a strategy file must be whole"), refusal);
  }

  @Test
  void aFileThatIsLargerThanMemoryIsNotRead(@TempDir Path folder) throws IOException {
    Path large = folder.resolve("large.strategy");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(1L << 40); // a hole; takes no place
    } catch (IOException e) {
      assumeTrue(false, "no file system for holes");
    }

    String refusal = refusal(() -> StrategyFile.read(large));
    assertTrue(refusal.contains("more than " + BoundedReader.most() + " bytes"), refusal);
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
}
