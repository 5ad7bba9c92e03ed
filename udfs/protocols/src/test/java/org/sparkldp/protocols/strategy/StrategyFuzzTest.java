package org.sparkldp.protocols.strategy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.fuzz.Fuzzer;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.workload.Histogram;
import org.sparkldp.protocols.workload.MatrixWorkload;
import org.sparkldp.protocols.workload.Query;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;

/** Strategies, their files, matrices and names of workloads that nobody wrote are refused. */
class StrategyFuzzTest {
  private static final int MAGIC = 5;
  private static final int FILE_HASH = 32;
  private static final int MATRIX_HASH = 8;

  private static List<Strategy> strategies() {
    return List.of(
        Strategy.certify(Designs.randomizedResponse(3, 1), 1),
        Strategy.certify(Designs.uneven(1), 1.5),
        Strategy.certify(Designs.bits(), 1),
        Strategy.certify(Designs.categories(), 2),
        Strategy.certify(Designs.subsets(), 1));
  }

  @Test
  void strategies_asBytes() {
    Fuzzer.run(
        new Fuzzer.Target(
            "strategies",
            100,
            strategies().stream().map(Strategy::toBytes).toList(),
            List.of(),
            bytes -> bytes,
            input -> assertArrayEquals(input, Strategy.fromBytes(input).toBytes())));
  }

  private static MatrixWorkload matrix() {
    return new MatrixWorkload(
        List.of("low", "hîgh"),
        List.of(
            new Query(new int[] {0, 1}, new double[] {1, 1}),
            new Query(new int[] {2}, new double[] {-0.5})),
        3);
  }

  @Test
  void matrices() {
    MatrixWorkload plain =
        new MatrixWorkload(
            List.of(), List.of(new Query(new int[] {1, 5}, new double[] {1, 1})), 2, 3);
    Fuzzer.run(
        new Fuzzer.Target(
            "matrices",
            100,
            List.of(matrix().toBytes(), plain.toBytes()),
            List.of(),
            StrategyFuzzTest::sealMatrix,
            input -> assertArrayEquals(input, MatrixWorkload.fromBytes(input).toBytes())));
  }

  private static byte[] sealMatrix(byte[] bytes) {
    int body = bytes.length - MATRIX_HASH;
    if (body >= 0) {
      String hash = ProtocolSpec.sha256(Arrays.copyOf(bytes, body));
      System.arraycopy(HexFormat.of().parseHex(hash), 0, bytes, body, MATRIX_HASH);
    }
    return bytes;
  }

  /** Bodies are changed before they are deflated, and sealed: what a forger would do. */
  @Tag("slow")
  @Test
  void files() {
    List<byte[]> bodies = new ArrayList<>();
    for (Strategy strategy : strategies()) {
      bodies.add(
          body(
              new StrategyFile(
                      strategy,
                      new Histogram(strategy.domain()),
                      "by-hand",
                      Map.of("made", "today"))
                  .toBytes()));
    }
    bodies.add(
        body(
            new StrategyFile(
                    strategies().get(0),
                    Workloads.parse(matrix().name(), List.of(matrix()), 3),
                    "x",
                    Map.of())
                .toBytes()));
    Fuzzer.run(
        new Fuzzer.Target(
            "strategy files",
            40,
            bodies,
            List.of(),
            bytes -> bytes,
            input -> {
              StrategyFile read = StrategyFile.fromBytes(file(input));
              assertArrayEquals(input, body(read.toBytes()));
            }));
  }

  private static byte[] body(byte[] file) {
    try (InputStream body =
        new InflaterInputStream(
            new ByteArrayInputStream(file, MAGIC, file.length - FILE_HASH - MAGIC))) {
      return body.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] file(byte[] body) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(new byte[] {'L', 'D', 'P', 'S', 1});
    try (DeflaterOutputStream out =
        new DeflaterOutputStream(file, new Deflater(Deflater.BEST_SPEED))) {
      out.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    file.writeBytes(HexFormat.of().parseHex(ProtocolSpec.sha256(file.toByteArray())));
    return file.toByteArray();
  }

  /** And whole files, hashes made right: damage to what is deflated. */
  @Test
  void files_deflated() {
    List<byte[]> examples = new ArrayList<>();
    for (Strategy strategy : strategies()) {
      examples.add(
          new StrategyFile(strategy, new Histogram(strategy.domain()), "by-hand", Map.of())
              .toBytes());
    }
    Fuzzer.run(
        new Fuzzer.Target(
            "deflated files",
            20,
            examples,
            List.of(),
            bytes -> {
              int body = bytes.length - FILE_HASH;
              if (body >= 0) {
                String hash = ProtocolSpec.sha256(Arrays.copyOf(bytes, body));
                System.arraycopy(HexFormat.of().parseHex(hash), 0, bytes, body, FILE_HASH);
              }
              return bytes;
            },
            input -> {
              StrategyFile read = StrategyFile.fromBytes(input);
              assertArrayEquals(body(input), body(read.toBytes()));
            }));
  }

  @Test
  void namesOfWorkloads() {
    List<byte[]> examples = new ArrayList<>();
    for (String name :
        List.of(
            "prefix",
            "2*prefix+histogram",
            "0.5*(histogram+all-range)+prefix",
            "prefix[4] x all-marginals[2,2]",
            "marginals-2",
            "marginals-upto-3",
            "parity-2+parity")) {
      examples.add(name.getBytes(StandardCharsets.UTF_8));
    }
    Fuzzer.run(
        new Fuzzer.Target(
            "names of workloads",
            30,
            examples,
            List.of(
                "prefix",
                "histogram",
                "all-range",
                "all-marginals",
                "marginals-",
                "parity",
                "+",
                "*",
                "(",
                ")",
                "[",
                "]",
                "x",
                ",",
                "2",
                "4",
                "16",
                "0",
                "999999999",
                "1e308",
                "1e-320",
                "0.5",
                "-"),
            bytes -> bytes,
            input -> {
              String text = new String(input, StandardCharsets.UTF_8);
              Workload workload = Workloads.parse(text, 16);
              assertEquals(
                  workload,
                  Workloads.parse(workload.name(), workload.attributes()),
                  workload.name());
            }));
  }
}
