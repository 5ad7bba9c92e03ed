package org.sparkldp.jobs.ledger;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.protocols.check.Require;

/**
 * The store of a {@link Book}: a file of SQLite, or PostgreSQL. Of several processes one at a time
 * has its turn, and a process that is killed in its turn has changed nothing.
 *
 * <p>SQLite is the embedded store because several processes may share its file, by locks of the
 * operating system: no process serves the others, none listens on a port, and the next one rolls
 * back what a killed one left. H2 shares a file through a server in the process that opened it
 * first; embedded Derby takes one process at a time. The price is a library for each platform
 * (Linux, macOS and Windows are in the jar), and a local disk: file locks of network disks cannot
 * be trusted. There, and for a cluster whose drivers run anywhere, use PostgreSQL.
 *
 * <p>Both speak the same statements. Each transaction first takes its turn by an update of the one
 * row of {@code ldp_ledger}, which locks the file of SQLite and the row of PostgreSQL until the
 * end, so that all it reads is what others have committed.
 */
public final class Ledger {
  private static final int VERSION = 1;
  private static final String SQLITE = "jdbc:sqlite:";
  private static final int TRIES = 8;

  private static final int BUSY_MILLIS = 120_000;

  private static final Pattern SECRET = Pattern.compile("(?i).*(passw|pwd|secret|://[^/]*@).*");

  private static final List<String> TABLES =
      List.of(
          // As JSON, without its attempts.
          "CREATE TABLE IF NOT EXISTS ldp_entry (id VARCHAR(16) NOT NULL PRIMARY KEY, entry TEXT"
              + " NOT NULL)",
          // A row an attempt: a stream has thousands of them.
          "CREATE TABLE IF NOT EXISTS ldp_attempt (entry VARCHAR(16) NOT NULL, name VARCHAR(200)"
              + " NOT NULL, draw BIGINT NOT NULL, days VARCHAR(21) NOT NULL, step VARCHAR(10) NOT"
              + " NULL, place BIGINT NOT NULL, PRIMARY KEY (entry, name))",
          // The last one's budgets hold.
          "CREATE TABLE IF NOT EXISTS ldp_budget_change (place BIGINT NOT NULL PRIMARY KEY, owner"
              + " VARCHAR(200) NOT NULL, changed VARCHAR(30) NOT NULL, before TEXT NOT NULL, after"
              + " TEXT NOT NULL)",
          "CREATE TABLE IF NOT EXISTS ldp_ledger (id BIGINT NOT NULL PRIMARY KEY, version BIGINT"
              + " NOT NULL, turn BIGINT NOT NULL, latest VARCHAR(40) NOT NULL)",
          "INSERT INTO ldp_ledger SELECT 1, "
              + VERSION
              + ", 0, '1970-01-01T00:00:00Z' WHERE NOT EXISTS (SELECT 1 FROM ldp_ledger)");

  private static final ObjectMapper JSON =
      JsonMapper.builder().visibility(PropertyAccessor.IS_GETTER, Visibility.NONE).build();

  private final String url;

  private Ledger(String url) {
    this.url = url;
  }

  /**
   * The ledger at a place, which must have been made.
   *
   * @param place a path of this machine's disk, or a JDBC URL without a password
   */
  public static Ledger at(String place) {
    Ledger ledger = new Ledger(url(place));
    Require.that(ledger.isMade())
        .orRefuse(
            "the ledger must be there, or budgets would count for nothing. Provided: %s; make it"
                + " with ldp --ledger %s ledger set-budget FILE.",
            place, place);
    return ledger;
  }

  /** The ledger at a place, made if it is not there. */
  public static Ledger make(String place) {
    Ledger ledger = new Ledger(url(place));
    for (int i = 1; !ledger.isMade(); i++) {
      try (Connection connection = ledger.connect()) {
        connection.setAutoCommit(false);
        for (String statement : TABLES) {
          run(connection, statement);
        }
        connection.commit();
      } catch (SQLException e) {
        if (i == TRIES) { // several that make it at once hinder each other
          throw ledger.failed(e);
        }
        pause(i);
      }
    }
    return ledger;
  }

  private static String url(String place) {
    if (place.startsWith("jdbc:")
        && SECRET.matcher(URLDecoder.decode(place, StandardCharsets.UTF_8)).matches()) {
      throw Require.refusal(
          "a ledger's URL must hold no password, for configurations are shown and logged. Provided:"
              + " one (not shown); put it where the driver looks, such as the file that PGPASSFILE"
              + " names.");
    }
    Require.that(!place.startsWith(SQLITE))
        .orRefuse(
            "a ledger of SQLite must be named by its path alone. Provided: %s; leave out %s and"
                + " what follows a question mark.",
            place, SQLITE);
    if (place.startsWith("jdbc:")) {
      return place;
    }
    Require.that(!place.matches("[A-Za-z][A-Za-z0-9+.-]+:.*"))
        .orRefuse(
            "a ledger must be a path of this machine's disk or a JDBC URL. Provided: %s.", place);
    return SQLITE + Path.of(place).toAbsolutePath().normalize();
  }

  private boolean isMade() {
    if (url.startsWith(SQLITE) && !Files.exists(Path.of(url.substring(SQLITE.length())))) {
      return false; // asking would make an empty file
    }
    try (Connection connection = connect()) {
      if (!hasTable(connection)) {
        return false;
      }
      long version = number(connection, "SELECT version FROM ldp_ledger");
      Require.that(version == VERSION)
          .orRefuse(
              "a ledger must have version %s. Found: version %s; ask the spark-ldp that wrote it"
                  + " what is spent, and set budgets less that in a new ledger.",
              VERSION, version);
      return true;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static boolean hasTable(Connection connection) throws SQLException {
    try (ResultSet tables =
        connection
            .getMetaData()
            .getTables(null, connection.getSchema(), "ldp_ledger", new String[] {"TABLE"})) {
      return tables.next() && number(connection, "SELECT COUNT(*) FROM ldp_ledger") == 1;
    }
  }

  private Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    if (url.startsWith(SQLITE)) {
      run(connection, "PRAGMA busy_timeout = " + BUSY_MILLIS);
      run(connection, "PRAGMA synchronous = EXTRA"); // a commit outlives a power cut
    }
    return connection;
  }

  /** What it holds. */
  public Book book() {
    return turn(book -> book);
  }

  /** Puts budgets in place of those that were there, and notes who did. */
  public void setBudgets(Budgets budgets) {
    turn(book -> book.allowing(budgets));
  }

  /**
   * Settles an entry by a person's decision and reason; see {@link Book#settle}.
   *
   * @param seen the entry of which the person decided; refused if it is another one by now
   */
  public Entry settle(Entry seen, Entry.Decision decision, String because) {
    String id = seen.id();
    return turn(book -> {
          Require.that(book.entry(id).equals(seen))
              .orRefuse(
                  "an entry must stay as it is while it is settled. Provided: %s, which a run has"
                      + " changed meanwhile; look at it again.",
                  id);
          return book.settle(id, decision, because);
        })
        .entry(id);
  }

  /**
   * A turn: a step of the book as it is happens wholly or not at all, and alone.
   *
   * @return the book after it
   */
  Book turn(UnaryOperator<Book> step) {
    for (int i = 1; ; i++) {
      try (Connection connection = connect()) {
        connection.setAutoCommit(false);
        try {
          run(connection, "UPDATE ldp_ledger SET turn = turn + 1");
          Book before = read(connection);
          Book after = step.apply(before);
          write(connection, before, after);
          connection.commit();
          return after;
        } catch (SQLException | RuntimeException e) {
          connection.rollback();
          throw e;
        }
      } catch (SQLException e) {
        if (i == TRIES || !isPassing(e)) {
          throw failed(e);
        }
        pause(i);
      }
    }
  }

  /** Of a database that was busy: nothing has happened, and it may be tried again. */
  private static boolean isPassing(SQLException e) {
    boolean isBusy = e.getClass().getName().startsWith("org.sqlite") && e.getErrorCode() % 256 == 5;
    return isBusy || (e.getSQLState() != null && e.getSQLState().matches("40001|40P01"));
  }

  private IllegalStateException failed(SQLException e) {
    boolean isFile = url.startsWith(SQLITE);
    return new IllegalStateException(
        "the ledger must be reachable, for nothing is drawn that it has not reserved. Provided: "
            + (isFile ? url.substring(SQLITE.length()) : url)
            + (isFile
                ? "; check that its folder is there, that you may write it, and that it is a ledger"
                : "; check that its database answers, and lets this user in"),
        e);
  }

  private static void pause(int times) {
    try {
      Thread.sleep(50L * times);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was stopped while it waited for the ledger", e);
    }
  }

  private Book read(Connection connection) throws SQLException {
    Map<String, List<Entry.Attempt>> attempts = new HashMap<>();
    rows(
        connection,
        "SELECT entry, name, draw, days, step FROM ldp_attempt ORDER BY place",
        row ->
            attempts
                .computeIfAbsent(row.getString("entry"), id -> new ArrayList<>())
                .add(
                    new Entry.Attempt(
                        row.getString("name"),
                        row.getLong("draw"),
                        List.of(row.getString("days").split(" ")),
                        Entry.RunStage.valueOf(row.getString("step").toUpperCase(Locale.ROOT)))));
    Map<String, Entry> entries = new HashMap<>();
    rows(
        connection,
        "SELECT id, entry FROM ldp_entry",
        row ->
            entries.put(
                row.getString("id"),
                entry(row.getString("entry"))
                    .with(attempts.getOrDefault(row.getString("id"), List.of()))));
    List<Book.BudgetChange> changes =
        rows(
            connection,
            "SELECT owner, changed, before, after FROM ldp_budget_change ORDER BY place",
            row ->
                new Book.BudgetChange(
                    row.getString(1), row.getString(2), row.getString(3), row.getString(4)));
    return new Book(
        entries,
        changes.isEmpty()
            ? new Budgets(List.of(), false)
            : Budgets.read(changes.get(changes.size() - 1).after(), "the ledger"),
        changes,
        System.getProperty("user.name", ""),
        Instant.now(),
        Instant.parse(
            rows(connection, "SELECT latest FROM ldp_ledger", row -> row.getString(1)).get(0)));
  }

  private static Entry entry(String json) {
    try {
      return JSON.readValue(json, Entry.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the ledger's entries must be as it wrote them", e);
    }
  }

  private static String json(Entry entry) {
    try {
      return JSON.writeValueAsString(entry.with(List.of()));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void write(Connection connection, Book before, Book after) throws SQLException {
    if (!after.latest().equals(before.latest())) {
      run(connection, "UPDATE ldp_ledger SET latest = ?", after.latest().toString());
    }
    long turn = number(connection, "SELECT turn FROM ldp_ledger");
    Set<String> names = new HashSet<>(before.named().keySet());
    names.addAll(after.named().keySet());
    for (String id : names) {
      Entry old = before.named().get(id);
      Entry entry = after.named().get(id);
      if (!Objects.equals(old, entry)) {
        run(connection, "DELETE FROM ldp_entry WHERE id = ?", id);
        if (entry != null) {
          run(connection, "INSERT INTO ldp_entry (id, entry) VALUES (?, ?)", id, json(entry));
        }
        write(connection, id, attempts(old), attempts(entry), turn);
      }
    }
    List<Book.BudgetChange> changes = after.changes();
    for (int i = before.changes().size(); i < changes.size(); i++) {
      Book.BudgetChange change = changes.get(i);
      run(
          connection,
          "INSERT INTO ldp_budget_change (place, owner, changed, before, after) VALUES (?, ?, ?, ?,"
              + " ?)",
          turn,
          change.owner(),
          change.changed(),
          change.before(),
          change.after());
    }
  }

  private static List<Entry.Attempt> attempts(Entry entry) {
    return entry == null ? List.of() : entry.attempts();
  }

  /** Attempts are in the order of the turns in which they began, to reserve or else to draw. */
  private static void write(
      Connection connection,
      String entry,
      List<Entry.Attempt> before,
      List<Entry.Attempt> after,
      long turn)
      throws SQLException {
    Set<String> gone = before.stream().map(Entry.Attempt::name).collect(Collectors.toSet());
    Set<Entry.Attempt> kept = Set.copyOf(before);
    for (Entry.Attempt attempt : after) {
      gone.remove(attempt.name());
      if (!kept.contains(attempt)) {
        run(
            connection,
            "INSERT INTO ldp_attempt (entry, name, draw, days, step, place) VALUES (?, ?, ?, ?, ?,"
                + " ?) ON CONFLICT (entry, name) DO UPDATE SET draw = excluded.draw, days ="
                + " excluded.days, step = excluded.step, place = CASE WHEN excluded.step = ? THEN"
                + " excluded.place ELSE ldp_attempt.place END",
            entry,
            attempt.name(),
            attempt.draw(),
            String.join(" ", attempt.days()),
            Keys.word(attempt.step()),
            turn,
            Keys.word(Entry.RunStage.DRAWING));
      }
    }
    for (String name : gone) {
      run(connection, "DELETE FROM ldp_attempt WHERE entry = ? AND name = ?", entry, name);
    }
  }

  private interface LedgerRead<T> {
    T of(ResultSet row) throws SQLException;
  }

  private static <T> List<T> rows(Connection connection, String query, LedgerRead<T> reading)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(query);
        ResultSet rows = select.executeQuery()) {
      List<T> all = new ArrayList<>();
      while (rows.next()) {
        all.add(reading.of(rows));
      }
      return all;
    }
  }

  private static long number(Connection connection, String query) throws SQLException {
    return rows(connection, query, row -> row.getLong(1)).get(0);
  }

  private static void run(Connection connection, String statement, Object... arguments)
      throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(statement)) {
      for (int i = 0; i < arguments.length; i++) {
        prepared.setObject(i + 1, arguments[i]);
      }
      prepared.execute();
    }
  }
}
