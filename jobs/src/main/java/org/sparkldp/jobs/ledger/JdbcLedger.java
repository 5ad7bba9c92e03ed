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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private static final int VERSION = 2;
  private static final String SQLITE = "jdbc:sqlite:";
  private static final int TRIES = 8;

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
              + " PRECISION NOT NULL, times BIGINT NOT NULL, owner VARCHAR(200) NOT NULL, reserved"
              + " VARCHAR(30) NOT NULL, changed VARCHAR(30) NOT NULL, note VARCHAR(4000) NOT NULL)",
          // A row an attempt: a stream has thousands of them.
          "CREATE TABLE IF NOT EXISTS ldp_attempt (entry VARCHAR(16) NOT NULL, name VARCHAR(200)"
              + " NOT NULL, draw BIGINT NOT NULL, day VARCHAR(10) NOT NULL, step VARCHAR(10) NOT"
              + " NULL, place BIGINT NOT NULL, PRIMARY KEY (entry, name))",
          "CREATE TABLE IF NOT EXISTS ldp_budget_change (place BIGINT NOT NULL PRIMARY KEY, owner"
              + " VARCHAR(200) NOT NULL, changed VARCHAR(30) NOT NULL, before TEXT NOT NULL, after"
              + " TEXT NOT NULL)",
          "CREATE TABLE IF NOT EXISTS ldp_ledger (id BIGINT NOT NULL PRIMARY KEY, version BIGINT"
              + " NOT NULL, turn BIGINT NOT NULL, budget_required BIGINT NOT NULL)",
          "INSERT INTO ldp_ledger SELECT 1, "
              + VERSION
              + ", 0, 0 WHERE NOT EXISTS (SELECT 1 FROM ldp_ledger)");

  private static final String COLUMNS =
      "id, population, attribute, purpose, period, fingerprint, name, release_key, output,"
          + " division, part_from, part_to, epsilon, delta, rho, times, owner, reserved, changed,"
          + " note";

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
            "a ledger must have version %s. Found: version %s; ask the spark-ldp that wrote it what"
                + " is spent, and set budgets less that in a new ledger.",
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
  public Reservation reserve(Spend spend, String attempt, Set<String> present) {
    return turn(
        connection -> {
          Entry old = find(connection, spend.entry());
          String day = day(spend);
          Entry entry =
              old == null
                  ? Entry.of(spend, attempt, day, user(), now())
                  : old.atLeast(spend).reserve(attempt, present, day);
          return new Reservation(
              spend, attempt, change(connection, old, entry, day, "Nobody was asked."));
        });
  }

  @Override
  public void drawing(Reservation reservation, Set<String> present) {
    turn(
        connection -> {
          Spend spend = reservation.spend();
          Entry old = find(connection, spend.entry());
          if (old != null && old.state() == Entry.State.RELEASED) {
            throw new Refusal(
                "a reservation must stand until its reports are drawn. It was settled as unspent"
                    + " meanwhile; nothing was drawn, run it again.");
          }
          String day = day(spend);
          // Whose draw this one relied on may have taken it back.
          Entry entry =
              old == null
                  ? Entry.of(spend, reservation.attempt(), day, user(), now())
                  : old.atLeast(spend);
          Entry drawing = entry.draw(reservation.attempt(), present, day);
          return change(connection, old, drawing, day, "Nothing was drawn.");
        });
  }

  @Override
  public void confirm(String id, String attempt) {
    turn(
        connection -> {
          Entry entry = find(connection, id);
          return entry == null // of another ledger
              ? entry
              : put(connection, entry, entry.confirm(attempt, day(entry.spend())));
        });
  }

  @Override
  public void withdraw(Reservation reservation) {
    turn(
        connection -> {
          Entry entry = find(connection, reservation.spend().entry());
          if (entry == null) {
            return entry;
          }
          Entry less = entry.withdraw(reservation.attempt());
          boolean isNothing = less.attempts().isEmpty() && less.note().isEmpty();
          return put(connection, entry, isNothing ? null : less);
        });
  }

  @Override
  public int forget(Set<String> attempts) {
    return turn(
        connection -> {
          int found = 0;
          for (Entry entry : entries(connection, "")) {
            Entry less = entry.forget(attempts);
            int gone = entry.open().size() - less.open().size();
            if (gone > 0) {
              put(connection, entry, less.noted(gone + " cleaned by " + user() + " " + now()));
            }
            found += gone;
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
          String note =
              decision.name().toLowerCase(java.util.Locale.ROOT)
                  + " by "
                  + user()
                  + " "
                  + now()
                  + ": "
                  + because;
          return put(connection, entry, entry.settle(decision, day(entry.spend())).noted(note));
        });
  }

  private static String user() {
    return System.getProperty("user.name", "");
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The day on which people of a spend count as drawn, if that is now. */
  private String day(Spend spend) {
    return Budget.day(spend.period(), LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC));
  }

  /**
   * Puts an entry in place of another, which may be null, if budgets allow what it spends more.
   *
   * @param day of what is drawn
   * @param end of a refusal
   * @return what is left of the budgets then
   */
  private List<Budget.Left> change(
      Connection connection, Entry old, Entry entry, String day, String end) throws SQLException {
    put(connection, old, entry);
    List<Budget.Left> left = left(connection, entry, day);
    if (old == null || entry.isMoreThan(old)) {
      require(connection, old, entry, left, end);
    }
    return left;
  }

  /** Puts an entry in place of another, either of which may be null. */
  private Entry put(Connection connection, Entry old, Entry entry) throws SQLException {
    if (entry == null || entry.equals(old)) {
      if (entry == null) {
        set(connection, "DELETE FROM ldp_attempt WHERE entry = ?", old.id());
        set(connection, "DELETE FROM ldp_entry WHERE id = ?", old.id());
      }
      return entry;
    }
    if (old != null) {
      set(connection, "DELETE FROM ldp_entry WHERE id = ?", old.id());
    }
    insert(connection, entry.changedAt(now()));
    Map<String, Entry.Attempt> gone = new HashMap<>();
    if (old != null) {
      old.attempts().forEach(attempt -> gone.put(attempt.name(), attempt));
    }
    for (Entry.Attempt attempt : entry.attempts()) {
      Entry.Attempt before = gone.remove(attempt.name());
      if (!attempt.equals(before)) {
        put(connection, entry.id(), attempt, before == null);
      }
    }
    for (String name : gone.keySet()) {
      set(connection, "DELETE FROM ldp_attempt WHERE entry = ? AND name = ?", entry.id(), name);
    }
    return entry;
  }

  /** Attempts are in the order in which they began, to reserve or else to draw. */
  private static void put(Connection connection, String entry, Entry.Attempt attempt, boolean isNew)
      throws SQLException {
    if (isNew) {
      set(
          connection,
          "INSERT INTO ldp_attempt (entry, name, draw, day, step, place) SELECT ?, ?, 0, '', '', 0",
          entry,
          attempt.name());
    }
    boolean begins = isNew || attempt.step() == Entry.Step.DRAWING;
    set(
        connection,
        "UPDATE ldp_attempt SET draw = ?, day = ?, step = ?, place = "
            + (begins ? "(SELECT turn FROM ldp_ledger)" : "place")
            + " WHERE entry = ? AND name = ?",
        attempt.draw(),
        attempt.day(),
        attempt.step().text(),
        entry,
        attempt.name());
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

  private static List<Budget.Left> left(Connection connection, Entry entry, String day)
      throws SQLException {
    List<Budget.Left> left = new ArrayList<>();
    List<Entry> entries = null;
    for (Budget budget : budgets(connection)) {
      if (budget.covers(entry.spend())) {
        entries = entries == null ? of(connection, entry.spend().account().population()) : entries;
        left.add(budget.left(entries, entry.spend(), day));
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
    return turn(JdbcLedger::allBudgets);
  }

  private static Budgets allBudgets(Connection connection) throws SQLException {
    return new Budgets(
        budgets(connection), number(connection, "SELECT budget_required FROM ldp_ledger") > 0);
  }

  @Override
  public void setBudgets(Budgets budgets) {
    turn(
        connection -> {
          set(
              connection,
              "INSERT INTO ldp_budget_change (place, owner, changed, before, after) SELECT turn, ?,"
                  + " ?, ?, ? FROM ldp_ledger",
              user(),
              now(),
              allBudgets(connection).toString(),
              budgets.toString());
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

  @Override
  public List<BudgetChange> budgetChanges() {
    return turn(
        connection ->
            rows(
                connection,
                "SELECT owner, changed, before, after FROM ldp_budget_change ORDER BY place",
                row ->
                    new BudgetChange(
                        row.getString(1), row.getString(2), row.getString(3), row.getString(4))));
  }

  private static void insert(Connection connection, Entry entry) throws SQLException {
    Spend spend = entry.spend();
    set(
        connection,
        "INSERT INTO ldp_entry (" + COLUMNS + ") VALUES (" + "?, ".repeat(19) + "?)",
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
    Map<String, List<Entry.Attempt>> attempts = new HashMap<>();
    rows(
        connection,
        "SELECT entry, name, draw, day, step FROM ldp_attempt WHERE entry IN (SELECT id FROM"
            + " ldp_entry"
            + where
            + ") ORDER BY entry, place",
        row ->
            attempts
                .computeIfAbsent(row.getString("entry"), id -> new ArrayList<>())
                .add(
                    new Entry.Attempt(
                        row.getString("name"),
                        row.getLong("draw"),
                        row.getString("day"),
                        Entry.Step.of(row.getString("step")))),
        arguments);
    List<Entry> entries =
        rows(
            connection,
            "SELECT " + COLUMNS + " FROM ldp_entry" + where,
            row -> entry(row, attempts.getOrDefault(row.getString("id"), List.of())),
            arguments);
    entries.sort(Comparator.comparing((Entry e) -> e.days().toString()).thenComparing(Entry::id));
    return entries;
  }

  private static Entry entry(ResultSet row, List<Entry.Attempt> attempts) throws SQLException {
    return new Entry(
        new Spend(
            new Account(row.getString("population"), row.getString("purpose")),
            List.of(row.getString("attribute").split("\n")),
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
        attempts,
        row.getString("owner"),
        row.getString("reserved"),
        row.getString("changed"),
        row.getString("note"));
  }

  private static List<Budget> budgets(Connection connection) throws SQLException {
    return rows(
        connection,
        "SELECT population, attribute, purpose, per, epsilon, delta FROM ldp_budget ORDER BY place",
        row ->
            new Budget(
                row.getString("population"),
                row.getString("attribute"),
                row.getString("purpose"),
                Budget.Per.valueOf(row.getString("per").toUpperCase(java.util.Locale.ROOT)),
                row.getLong("epsilon"),
                row.getLong("delta")));
  }

  private interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }

  private static <T> List<T> rows(
      Connection connection, String query, Reading<T> reading, String... arguments)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(query)) {
      for (int i = 0; i < arguments.length; i++) {
        select.setString(i + 1, arguments[i]);
      }
      List<T> all = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          all.add(reading.of(rows));
        }
      }
      return all;
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
