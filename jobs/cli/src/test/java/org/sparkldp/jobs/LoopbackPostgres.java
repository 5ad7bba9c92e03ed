package org.sparkldp.jobs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sparkldp.jobs.exit.Exit;

/**
 * A PostgreSQL on loopback from the system's packages, with a user "ldp" whose password stands in a
 * file of the driver's own kind. It does not run as root, so that root lends it the packages' user.
 *
 * <p>Ends when closed, and at the latest with this JVM.
 */
public final class LoopbackPostgres implements AutoCloseable {
  /** Looked for wherever it must not be. */
  public static final String PASSWORD = "pass4711word";

  private final Path programs;
  private final String home;
  private final int port;
  private final Path passwords;
  private final Thread lastResort = new Thread(this::stop);

  private LoopbackPostgres(Path programs, Path folder) throws IOException, InterruptedException {
    this.programs = programs;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    passwords =
        Files.createFile(
            folder.resolve("pgpass"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(passwords, "127.0.0.1:" + port + ":*:ldp:" + PASSWORD + "\n");
    home = run("", asItsUser("mktemp", "-d")).strip();
    run(PASSWORD + "\n", asItsUser("sh", "-c", "cat > " + home + "/password"));
    run(
        "",
        asItsUser(
            programs + "/initdb",
            "--pgdata=" + home + "/data",
            "--username=ldp",
            "--auth=scram-sha-256",
            "--pwfile=" + home + "/password"));
    Runtime.getRuntime().addShutdownHook(lastResort);
    run(
        "",
        asItsUser(
            programs + "/pg_ctl",
            "--pgdata=" + home + "/data",
            "--wait",
            "--log=" + home + "/log",
            "--options=-p "
                + port
                + " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off",
            "start"));
  }

  /** Starts one; none where the system has no PostgreSQL. */
  public static Optional<LoopbackPostgres> start(Path folder)
      throws IOException, InterruptedException {
    Path packages = Path.of("/usr/lib/postgresql");
    if (!Files.isDirectory(packages)) {
      return Optional.empty();
    }
    List<Path> programs;
    try (Stream<Path> versions = Files.list(packages)) {
      programs =
          versions
              .map(version -> version.resolve("bin"))
              .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
              .sorted()
              .toList();
    }
    return programs.isEmpty()
        ? Optional.empty()
        : Optional.of(new LoopbackPostgres(programs.get(programs.size() - 1), folder));
  }

  /** Where it listens. */
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
  }

  /** The file with the password, for the variable PGPASSFILE. */
  public Path passwords() {
    return passwords;
  }

  /** Runs SQL in it. */
  public void sql(String statements) throws IOException, InterruptedException {
    run(
        statements,
        List.of(
            "env",
            "PGPASSFILE=" + passwords,
            programs + "/psql",
            "--host=127.0.0.1",
            "--port=" + port,
            "--username=ldp",
            "--dbname=postgres",
            "--set=ON_ERROR_STOP=1"));
  }

  private static List<String> asItsUser(String... words) {
    List<String> all = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      all.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    all.addAll(List.of(words));
    return all;
  }

  /** What a program prints; fails where it does. */
  private static String run(String input, List<String> words)
      throws IOException, InterruptedException {
    Ended ended = Ended.of(new ProcessBuilder(words).redirectErrorStream(true), input);
    if (ended.code() != Exit.DONE) {
      throw new IOException(words + " failed: " + ended.out());
    }
    return ended.out();
  }

  private void stop() {
    try {
      run(
          "",
          asItsUser(
              programs + "/pg_ctl", "--pgdata=" + home + "/data", "--mode=immediate", "stop"));
      run("", asItsUser("rm", "-rf", home));
    } catch (IOException e) {
      System.err.println("PostgreSQL was not stopped: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stop();
    Runtime.getRuntime().removeShutdownHook(lastResort);
  }
}
