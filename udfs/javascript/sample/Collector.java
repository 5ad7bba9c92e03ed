import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A sample of a collector, to try devices and to read what a gateway or a queue must do in its
 * place: {@code java Collector.java FOLDER PORT}. It takes lines of envelopes by POST and writes
 * files that {@code ldp ingest --input FOLDER} takes. It is no server for the open internet: it has
 * no TLS, and knows nobody.
 *
 * <p>It promises: 204 only after the lines are on the disk, so that nothing that a client believes
 * sent is lost, and what it does not believe sent comes again under the same id; whole files only,
 * by renaming; at most {@value #MOST_BYTES} bytes a request, and {@value #MOST_A_MINUTE} requests
 * an address and minute; no address and no time in any file, and file times cut to the day.
 */
public final class Collector {
  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_A_MINUTE = 6000;

  /** Seconds after which a file is closed, and bytes. */
  private static final int MOST_SECONDS = 60;

  private static final long MOST_IN_A_FILE = 64L << 20;
  private static final String PART = ".part";

  private final Path folder;
  private final Map<String, Integer> requests = new ConcurrentHashMap<>(); // of this minute alone
  private Path part;
  private FileChannel open;

  private Collector(Path folder) {
    this.folder = folder;
  }

  /** Serves until it is killed. */
  public static void main(String[] arguments) throws IOException {
    Collector collector = new Collector(Files.createDirectories(Path.of(arguments[0])));
    collector.takeOver();
    HttpServer server =
        HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[1])), 1024);
    server.createContext("/", collector::handle);
    server.setExecutor(Executors.newFixedThreadPool(8));
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    clock.scheduleAtFixedRate(collector::minute, MOST_SECONDS, MOST_SECONDS, TimeUnit.SECONDS);
    Runtime.getRuntime().addShutdownHook(new Thread(collector::minute));
    server.start();
    System.out.println("a sample collector on port " + server.getAddress().getPort());
  }

  /** What killed collectors left: its whole lines are reports that clients believe sent. */
  private void takeOver() throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, "*" + PART)) {
      for (Path file : left) {
        finish(file);
      }
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().add("Access-Control-Allow-Origin", "*");
      String address = exchange.getRemoteAddress().getAddress().getHostAddress();
      if (!exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(405, -1);
      } else if (requests.merge(address, 1, Integer::sum) > MOST_A_MINUTE) {
        exchange.sendResponseHeaders(429, -1);
      } else {
        byte[] lines = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        // A line that is no envelope is ingest's to keep apart; one without an end would spoil the
        // next.
        boolean isWhole = lines.length > 0 && lines[lines.length - 1] == '\n';
        if (lines.length > MOST_BYTES || !isWhole) {
          exchange.sendResponseHeaders(lines.length > MOST_BYTES ? 413 : 400, -1);
        } else {
          append(lines);
          exchange.sendResponseHeaders(204, -1);
        }
      }
    }
  }

  private synchronized void append(byte[] lines) throws IOException {
    if (open == null) {
      create();
    }
    long whole = open.size();
    try {
      ByteBuffer left = ByteBuffer.wrap(lines);
      while (left.hasRemaining()) {
        open.write(left);
      }
      open.force(false);
    } catch (IOException e) {
      open.truncate(whole); // half a line would spoil the next
      throw e;
    }
    if (open.size() >= MOST_IN_A_FILE) {
      close();
    }
  }

  /** Locked, so that no other collector takes it over, which one might just before. */
  private void create() throws IOException {
    do {
      part = folder.resolve("." + UUID.randomUUID() + PART); // which ingest passes over
      open =
          FileChannel.open(
              part,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      open.lock();
    } while (!Files.exists(part));
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  /** Forgets addresses, and closes the file. */
  private synchronized void minute() {
    requests.clear();
    try {
      close();
    } catch (IOException e) {
      System.err.println("a file could not be closed: " + e.getMessage());
    }
  }

  private void close() throws IOException {
    if (open != null) {
      open.close();
      open = null;
      finish(part);
    }
  }

  /**
   * A part as a file of batches: whole lines, under another name, without the time of day. One that
   * a living collector has locked is left to it.
   */
  private static void finish(Path part) throws IOException {
    try (FileChannel file =
            FileChannel.open(part, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = file.tryLock()) {
      if (lock == null) {
        return;
      }
      long end = file.size();
      ByteBuffer last = ByteBuffer.allocate(1);
      while (end > 0 && (file.read(last.clear(), end - 1) != 1 || last.get(0) != '\n')) {
        end--; // a line that was cut off: its client has no answer, and sends it again
      }
      file.truncate(end);
      file.force(true);
      Files.setLastModifiedTime(part, FileTime.from(Instant.now().truncatedTo(ChronoUnit.DAYS)));
      String name = part.getFileName().toString().substring(1).replace(PART, ".jsonl");
      Files.move(part, part.resolveSibling(name), StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
