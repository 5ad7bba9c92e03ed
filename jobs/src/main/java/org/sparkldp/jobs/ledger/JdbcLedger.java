package org.sparkldp.jobs.ledger;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Account;
import org.sparkldp.jobs.plan.Division;
import org.sparkldp.protocols.check.Require;

/**
 * A ledger in a database: a file of SQLite, or PostgreSQL. Of several processes one at a time has
 * its turn, and a process that is killed in its turn has changed nothing.
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
public final class JdbcLedger implements Ledger {
  private static final int VERSION = 1;
  private static final String SQLITE = "jdbc:sqlite:";
  private static final int TRIES = 8;

  /** As the end of a refusal: there is none, for nothing more is spent. */
  private static final String NO_CHECK = "";

  private static final int BUSY_MILLIS = 120_000;

  private static final Pattern SECRET = Pattern.compile("(?i).*(passw|pwd|secret|://[^/]*@).*");

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE IF NOT EXISTS ldp_budget (population VARCHAR(200) NOT NULL, attribute"
              + " VARCHAR(200) NOT NULL, purpose VARCHAR(200) NOT NULL, per VARCHAR(10) NOT NULL,"
              + " epsilon BIGINT NOT NULL, delta BIGINT NOT NULL,"
              + " place BIGINT NOT NULL PRIMARY KEY)",
          "CREATE TABLE IF NOT EXISTS ldp_entry (id VARCHAR(16) NOT NULL PRIMARY KEY, population"
              + " VARCHAR(200) NOT NULL, attribute VARCHAR(10000) NOT NULL, purpose VARCHAR(200)"
              + " NOT NULL, period VARCHAR(200) NOT NULL, fingerprint VARCHAR(64) NOT NULL, name"
              + " VARCHAR(1000) NOT NULL, release_key VARCHAR(64) NOT NULL, output VARCHAR(4000)"
              + " NOT NULL, division VARCHAR(64) NOT NULL, part_from BIGINT NOT NULL, part_to"
              + " BIGINT NOT NULL, epsilon BIGINT NOT NULL, delta BIGINT NOT NULL, rho DOUBLE"
              + " PRECISION NOT NULL, times BIGINT NOT NULL, day VARCHAR(10) NOT NULL, state"
              + " VARCHAR(10) NOT NULL, draws BIGINT NOT NULL, payer VARCHAR(64) NOT NULL, open"
              + " VARCHAR(4000) NOT NULL, owner VARCHAR(200) NOT NULL, reserved VARCHAR(30) NOT"
              + " NULL, changed VARCHAR(30) NOT NULL, note VARCHAR(4000) NOT NULL)",
          "CREATE TABLE IF NOT EXISTS ldp_ledger (id BIGINT NOT NULL PRIMARY KEY, version BIGINT"
              + " NOT NULL, turn BIGINT NOT NULL, budget_required BIGINT NOT NULL)",
          "INSERT INTO ldp_ledger SELECT 1, "
              + VERSION
              + ", 0, 0 WHERE NOT EXISTS (SELECT 1 FROM ldp_ledger)");

  private static final String COLUMNS =
      "id, population, attribute, purpose, period, fingerprint, name, release_key, output,"
          + " division, part_from, part_to, epsilon, delta, rho, times, day, state, draws, payer,"
          + " open, owner, reserved, changed, note";

  private final String url;
  private final InstantSource clock;

  private JdbcLedger(String url, InstantSource clock) {
    this.url = url;
    this.clock = clock;
  }

  /**
   * The ledger at a place, which must have been made.
   *
   * @param place a path of this machine's disk, or a JDBC URL without a password
   */
  public static JdbcLedger at(String place) {
    return at(place, InstantSource.system());
  }

  static JdbcLedger at(String place, InstantSource clock) {
    JdbcLedger ledger = new JdbcLedger(url(place), clock);
    if (!ledger.isMade()) {
      throw Require.refusal(
          "the ledger must be there, or budgets would count for nothing. Provided: %s; make it with"
              + " ldp --ledger %s ledger set-budget FILE.",
          place, place);
    }
    return ledger;
  }

  /** The ledger at a place, made if it is not there. */
  public static JdbcLedger make(String place) {
    return make(place, InstantSource.system());
  }

  static JdbcLedger make(String place, InstantSource clock) {
    JdbcLedger ledger = new JdbcLedger(url(place), clock);
    for (int i = 1; !ledger.isMade(); i++) {
      try (Connection connection = ledger.connect()) {
        connection.setAutoCommit(false);
        for (String statement : TABLES) {
          run(connection, statement);
        }
        connection.commit();
      } catch (SQLException e) {
        if (i == TRIES) { // several that make it at once hinder each other
          throw failed(e);
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
    if (place.startsWith(SQLITE)) {
      throw Require.refusal(
          "a ledger of SQLite must be named by its path alone. Provided: %s; leave out %s and what"
              + " follows a question mark.",
          place, SQLITE);
    }
    if (place.startsWith("jdbc:")) {
      return place;
    }
    if (place.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")) {
      throw Require.refusal(
          "a ledger must be a path of this machine's disk or a JDBC URL. Provided: %s.", place);
    }
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
      if (version != VERSION) {
        throw Require.refusal(
            "a ledger must have version %s. Found: %s; use the spark-ldp that wrote it, or a later"
                + " one.",
            VERSION, version);
      }
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

  private interface Work<T> {
    T in(Connection connection) throws SQLException;
  }

  /** A turn: what is done in it happens wholly or not at all, and alone. */
  private <T> T turn(Work<T> work) {
    for (int i = 1; ; i++) {
      try (Connection connection = connect()) {
        connection.setAutoCommit(false);
        try {
          run(connection, "UPDATE ldp_ledger SET turn = turn + 1");
          T result = work.in(connection);
          connection.commit();
          return result;
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

  private static IllegalStateException failed(SQLException e) {
    return new IllegalStateException(
        "the ledger must be reachable; reports are not published unless it has them reserved", e);
  }

  private static void pause(int times) {
    try {
      Thread.sleep(50L * times);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was stopped while it waited for the ledger", e);
    }
  }

  @Override
  public Reservation reserve(Spend spend, String attempt, boolean isFirst) {
    return turn(
        connection -> {
          Entry old = find(connection, spend.entry());
          boolean isNew = old == null || old.state() == Entry.State.RELEASED;
          if (!isNew && (!old.payer().isEmpty() || !isAgain(old, isFirst, old.open()))) {
            return new Reservation(spend, attempt, isFirst, 0, left(connection, old));
          }
          Entry entry =
              old == null
                  ? fresh(spend, attempt)
                  : isNew
                      ? old.with(Entry.State.RESERVED, 1, attempt, List.of())
                      : old.with(old.state(), old.draws() + 1, attempt, old.open());
          return new Reservation(
              spend, attempt, isFirst, 1, change(connection, old, entry, "Nobody was asked."));
        });
  }

  /**
   * Whether the same people may be drawn once more than the entry counts.
   *
   * @param open attempts that began to draw and have not committed
   */
  private static boolean isAgain(Entry entry, boolean isFirst, List<String> open) {
    if (entry.spend().isForLife()) {
      return false; // every report of every period is in it
    }
    boolean haveGone = isFirst && entry.state() == Entry.State.CONFIRMED;
    return haveGone || (!entry.spend().isKeyed() && !open.isEmpty());
  }

  private Entry fresh(Spend spend, String payer) {
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    return new Entry(
        spend,
        Budget.day(spend.period(), today),
        Entry.State.RESERVED,
        1,
        payer,
        List.of(),
        System.getProperty("user.name", ""),
        now(),
        now(),
        "");
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  @Override
  public void drawing(Reservation reservation) {
    turn(
        connection -> {
          Entry old = find(connection, reservation.spend().entry());
          if (old != null && old.state() == Entry.State.RELEASED) {
            throw new Refusal(
                "a reservation must stand until its reports are drawn. It was settled as unspent"
                    + " meanwhile; nothing was drawn, run it again.");
          }
          // Whose draw this one relied on may have taken it back.
          Entry entry = old == null ? fresh(reservation.spend(), "") : old;
          boolean isPaid = old != null && !old.payer().isEmpty();
          List<String> others = entry.without(reservation.attempt());
          boolean isMore =
              old == null || (!isPaid && isAgain(entry, reservation.isFirst(), others));
          List<String> open = new ArrayList<>(others);
          open.add(reservation.attempt());
          long draws = entry.draws() + (old != null && isMore ? 1 : 0);
          return change(
              connection,
              old,
              entry.with(entry.state(), draws, "", open),
              isMore ? "Nothing was drawn." : NO_CHECK);
        });
  }

  @Override
  public void confirm(String id, String attempt) {
    turn(
        connection -> {
          Entry entry = find(connection, id);
          if (entry == null) {
            return List.of(); // of another ledger
          }
          // What attempts before it drew is counted, and gone.
          Entry confirmed =
              entry.with(
                  Entry.State.CONFIRMED,
                  Math.max(1, entry.draws()),
                  entry.payer(),
                  entry.after(attempt));
          return confirmed.equals(entry)
              ? List.of()
              : change(connection, entry, confirmed, NO_CHECK);
        });
  }

  @Override
  public void withdraw(Reservation reservation) {
    turn(
        connection -> {
          Entry entry = find(connection, reservation.spend().entry());
          if (entry == null) {
            return List.of();
          }
          boolean isUnused = entry.payer().equals(reservation.attempt());
          long draws = entry.draws() - (isUnused ? reservation.added() : 0);
          List<String> open = entry.without(reservation.attempt());
          Entry less = entry.with(entry.state(), draws, isUnused ? "" : entry.payer(), open);
          return change(connection, entry, less.draws() > 0 ? less : null, NO_CHECK);
        });
  }

  @Override
  public int discarded(Predicate<Entry> which) {
    return turn(
        connection -> {
          int found = 0;
          for (Entry entry : entries(connection, "")) {
            if (!entry.open().isEmpty() && which.test(entry)) {
              Entry without = entry.with(entry.state(), entry.draws(), entry.payer(), List.of());
              change(connection, entry, without, NO_CHECK);
              found++;
            }
          }
          return found;
        });
  }

  @Override
  public Entry settle(String id, Decision decision, String because) {
    return turn(
        connection -> {
          Entry entry = find(connection, id);
          if (entry == null) {
            throw Require.refusal("an entry must be in the ledger. Provided: %s.", id);
          }
          Entry settled =
              switch (decision) {
                case SPENT ->
                    entry.with(Entry.State.CONFIRMED, Math.max(1, entry.draws()), "", entry.open());
                case UNSPENT ->
                    entry.state() == Entry.State.CONFIRMED
                        ? entry.with(Entry.State.CONFIRMED, 1, "", List.of())
                        : entry.with(Entry.State.RELEASED, 0, "", List.of());
              };
          String note =
              decision.name().toLowerCase(java.util.Locale.ROOT)
                  + " by "
                  + System.getProperty("user.name", "")
                  + " "
                  + now()
                  + ": "
                  + because;
          change(connection, entry, settled.noted(note), NO_CHECK);
          return find(connection, id);
        });
  }

  /**
   * Puts an entry in place of another, either of which may be null.
   *
   * @param end of a refusal, if budgets decide; else {@link #NO_CHECK}
   * @return what is left of the budgets then
   */
  private List<Budget.Left> change(Connection connection, Entry old, Entry entry, String end)
      throws SQLException {
    if (old != null) {
      try (PreparedStatement delete =
          connection.prepareStatement("DELETE FROM ldp_entry WHERE id = ?")) {
        delete.setString(1, old.id());
        delete.executeUpdate();
      }
    }
    if (entry == null) {
      return List.of();
    }
    insert(connection, entry.changedAt(now()));
    List<Budget.Left> left = left(connection, entry);
    if (!end.isEmpty()) {
      require(connection, old, entry, left, end);
    }
    return left;
  }

  private static void require(
      Connection connection, Entry old, Entry entry, List<Budget.Left> left, String end)
      throws SQLException {
    String population = entry.spend().account().population();
    if (left.isEmpty() && number(connection, "SELECT budget_required FROM ldp_ledger") > 0) {
      throw new Refusal(
          "the ledger takes only populations that have a budget. Provided population: "
              + population
              + "; give it one with ldp ledger set-budget. "
              + end);
    }
    for (Budget.Left with : left) {
      Budget budget = with.budget();
      if (budget.per() != Budget.Per.EVER && !entry.spend().isDated()) {
        throw Require.refusal(
            "a period must be a date, such as 2026-01-01 or 2026-01-01-07, where a budget is per"
                + " day, month or year. Provided: %s, and the budget of %s; write the period as a"
                + " date in a view. %s",
            entry.spend().period(), budget.name(with.window()), end);
      }
      if (with.spent() <= budget.epsilon()) {
        continue;
      }
      List<Entry> before = new ArrayList<>(of(connection, population));
      before.removeIf(other -> other.id().equals(entry.id()));
      if (old != null) {
        before.add(old);
      }
      if (!isPaid(entry, before, budget)) {
        throw new Refusal(
            String.format(
                "a plan must not spend more than its budget. Budget of %s: epsilon %s%s; spent or"
                    + " reserved: %s; with plan %s it would be %s. %s",
                budget.name(with.window()),
                Spend.epsilonText(budget.epsilon()),
                " at delta " + Spend.deltaText(budget.delta()),
                Spend.epsilonText(budget.spent(before, with.window())),
                entry.spend().name(),
                Spend.epsilonText(with.spent()),
                end));
      }
    }
  }

  /**
   * Whether an entry's lifetime has been spent before, as by another folder that is confirmed: then
   * it costs nothing, and goes on under any budget. (A total that does not rise says nothing of
   * this: it is that of the person who is worst off, and the entry may be of others.)
   */
  private static boolean isPaid(Entry entry, List<Entry> before, Budget budget) {
    return entry.spend().isForLife()
        && before.stream()
            .anyMatch(
                other ->
                    other.state() == Entry.State.CONFIRMED
                        && other.spend().lifetime().equals(entry.spend().lifetime())
                        && budget.covers(other.spend())
                        && other.epsilon() >= entry.epsilon());
  }

  private static List<Budget.Left> left(Connection connection, Entry entry) throws SQLException {
    List<Budget.Left> left = new ArrayList<>();
    List<Entry> entries = null;
    for (Budget budget : budgets(connection)) {
      if (budget.covers(entry.spend())) {
        entries = entries == null ? of(connection, entry.spend().account().population()) : entries;
        left.add(budget.left(entries, entry));
      }
    }
    return left;
  }

  @Override
  public List<Entry> entries() {
    return turn(connection -> entries(connection, ""));
  }

  @Override
  public Budgets budgets() {
    return turn(
        connection ->
            new Budgets(
                budgets(connection),
                number(connection, "SELECT budget_required FROM ldp_ledger") > 0));
  }

  @Override
  public void setBudgets(Budgets budgets) {
    turn(
        connection -> {
          run(connection, "DELETE FROM ldp_budget");
          run(
              connection,
              "UPDATE ldp_ledger SET budget_required = " + (budgets.areRequired() ? 1 : 0));
          for (int place = 0; place < budgets.all().size(); place++) {
            Budget budget = budgets.all().get(place);
            set(
                connection,
                "INSERT INTO ldp_budget (population, attribute, purpose, per, epsilon, delta,"
                    + " place) VALUES (?, ?, ?, ?, ?, ?, ?)",
                budget.population(),
                budget.attribute(),
                budget.purpose(),
                budget.per().text(),
                budget.epsilon(),
                budget.delta(),
                (long) place);
          }
          return budgets;
        });
  }

  private static void insert(Connection connection, Entry entry) throws SQLException {
    Spend spend = entry.spend();
    set(
        connection,
        "INSERT INTO ldp_entry (" + COLUMNS + ") VALUES (" + "?, ".repeat(24) + "?)",
        entry.id(),
        spend.account().population(),
        String.join("\n", spend.attributes()),
        spend.account().purpose(),
        spend.period(),
        spend.fingerprint(),
        spend.name(),
        spend.key(),
        spend.output(),
        spend.division().name(),
        (long) spend.division().from(),
        (long) spend.division().to(),
        spend.epsilon(),
        spend.delta(),
        spend.rho(),
        spend.times(),
        entry.day(),
        entry.state().text(),
        entry.draws(),
        entry.payer(),
        String.join("\n", entry.open()),
        entry.owner(),
        entry.reserved(),
        entry.changed(),
        entry.note());
  }

  private static Entry find(Connection connection, String id) throws SQLException {
    List<Entry> found = entries(connection, " WHERE id = ?", id);
    return found.isEmpty() ? null : found.get(0);
  }

  private static List<Entry> of(Connection connection, String population) throws SQLException {
    return entries(connection, " WHERE population = ?", population);
  }

  private static List<Entry> entries(Connection connection, String where, String... arguments)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT " + COLUMNS + " FROM ldp_entry" + where + " ORDER BY day, id")) {
      for (int i = 0; i < arguments.length; i++) {
        select.setString(i + 1, arguments[i]);
      }
      List<Entry> entries = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          entries.add(entry(rows));
        }
      }
      return entries;
    }
  }

  private static Entry entry(ResultSet row) throws SQLException {
    return new Entry(
        new Spend(
            new Account(row.getString("population"), row.getString("purpose")),
            words(row.getString("attribute")),
            row.getString("period"),
            row.getString("fingerprint"),
            row.getString("name"),
            row.getString("release_key"),
            row.getString("output"),
            new Division(row.getString("division"), row.getInt("part_from"), row.getInt("part_to")),
            row.getLong("epsilon"),
            row.getLong("delta"),
            row.getDouble("rho"),
            row.getLong("times")),
        row.getString("day"),
        Entry.State.of(row.getString("state")),
        row.getLong("draws"),
        row.getString("payer"),
        words(row.getString("open")),
        row.getString("owner"),
        row.getString("reserved"),
        row.getString("changed"),
        row.getString("note"));
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("\n"));
  }

  private static List<Budget> budgets(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT population, attribute, purpose, per, epsilon, delta FROM ldp_budget ORDER"
                    + " BY place");
        ResultSet rows = select.executeQuery()) {
      List<Budget> budgets = new ArrayList<>();
      while (rows.next()) {
        budgets.add(
            new Budget(
                rows.getString("population"),
                rows.getString("attribute"),
                rows.getString("purpose"),
                Budget.Per.valueOf(rows.getString("per").toUpperCase(java.util.Locale.ROOT)),
                rows.getLong("epsilon"),
                rows.getLong("delta")));
      }
      return budgets;
    }
  }

  private static long number(Connection connection, String query) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(query);
        ResultSet rows = select.executeQuery()) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  private static void run(Connection connection, String statement) throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(statement)) {
      prepared.execute();
    }
  }

  private static void set(Connection connection, String statement, Object... arguments)
      throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(statement)) {
      for (int i = 0; i < arguments.length; i++) {
        prepared.setObject(i + 1, arguments[i]);
      }
      prepared.executeUpdate();
    }
  }
}
