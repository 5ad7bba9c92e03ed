package org.sparkldp.client;

import static org.sparkldp.client.Refusal.unless;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A signed question, and what answers it: at most once a period, stored before it is sent, sent
 * again under the same id and never drawn again. Nothing else of the value leaves it.
 */
public final class Question {
  /** Epsilon in whole billionths, which add up exactly. */
  private static final double UNIT = 1e9;

  private static final long DAY = 86_400_000;
  private static final int WEEK = 7;
  private static final long NEWEST = (1L << 53) - 1;

  /** C0, DEL, C1, and halves of a pair: what no public column may hold. */
  private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f]|\\p{Cs}");

  private static final int LONGEST = 256;

  /** Kinds of what a device remembers: newest versions by name. */
  private static final String VERSIONS = "versions";

  /** The first day of the latest period, by fingerprint. */
  private static final String ANSWERED = "answered";

  /** The round in which this device answers, by the first round's fingerprint. */
  private static final String ROUNDS = "rounds";

  /** Epsilon of the day, for life, and the day. */
  private static final String SPENT = "spent";

  /** The name under which newer versions of it come. */
  public final String name;

  /** The protocol's spec, as the plan writes it. */
  public final String spec;

  /** The fingerprint of the plan, under which reports are counted. */
  public final String fingerprint;

  /** A number that rises with each new question of this name. */
  public final long version;

  /** Epsilon of a report, to be shown to the person. */
  public final double epsilon;

  /** Where envelopes go; may be empty. */
  public final String endpoint;

  /** The public columns that an answer needs; nobody changes them. */
  public final List<String> publicColumns;

  private final Instant notAfter;
  private final int periodDays; // 0 without periods
  private final long anchor; // the first day of a period
  private final String firstRound; // the fingerprint of it; empty without rounds
  private final int round; // 0 without rounds
  private final long[] roundEnds; // the parts of all that answer in a round or earlier
  private final Input input;
  private final Draw draw;
  private final long[] sizes; // of items, or of each attribute's levels; none of a number
  private final long mostToday;
  private final long mostForLife;
  private final Consumer<byte[]> random;
  private final Clock clock;

  /** What became of an answer. */
  public enum Answered {
    /** Now, or before. */
    SENT,
    /** Stored, and sent at the next call. */
    KEPT,
    /** This device answers in another round of the question. */
    OTHER_ROUND
  }

  private Question(Fields question, LoadOptions options) {
    unless(
        question.has("format") && "1".equals(question.text("format")),
        "format",
        "a question must be of format 1; update the client.");
    this.name = question.text("name");
    this.spec = question.text("spec");
    this.fingerprint = question.text("fingerprint");
    this.version = question.word("version");
    this.epsilon = question.real("exact_epsilon");
    this.endpoint = question.has("endpoint") ? question.text("endpoint") : "";
    this.publicColumns = Collections.unmodifiableList(question.texts("public"));
    this.notAfter = Instant.parse(question.text("not_after"));
    boolean hasPeriods = question.has("period");
    this.periodDays = hasPeriods ? question.section("period").integer("days") : 0;
    this.anchor =
        hasPeriods ? LocalDate.parse(question.section("period").text("first")).toEpochDay() : 0;
    boolean hasRounds = question.has("rounds");
    this.firstRound = hasRounds ? question.section("rounds").text("first") : "";
    this.roundEnds = hasRounds ? question.section("rounds").integers("ends") : new long[] {1};
    this.round = hasRounds ? question.section("rounds").integer("round", 1, roundEnds.length) : 0;
    long parts = roundEnds[roundEnds.length - 1];
    this.random = options.random;
    this.clock = options.clock;
    unless(
        epsilon > 0
            && version >= 0
            && version <= NEWEST
            && hasPeriods == periodDays > 0
            && 0 < parts
            && parts <= Integer.MAX_VALUE,
        "malformed",
        "a question must say its epsilon, its version, its periods' days and its rounds' parts.");
    requireNotExpired();
    unless(
        version >= options.minVersion,
        "version",
        "a question must not be older than the application's minVersion.");
    Fields lowered = question.section("limits");
    unless(
        options.mostADay < Double.POSITIVE_INFINITY,
        "limits",
        "an application must say the epsilon of a day at most.");
    this.mostToday = most(options.mostADay, lowered, "day");
    this.mostForLife = most(options.mostForLife, lowered, "life");
    unless(mostToday > 0 && mostForLife > 0, "limits", "limits must be above 0.");
    unless(
        options.storageLasts || mostForLife == Long.MAX_VALUE,
        "storage",
        "a limit for life holds only where storage lasts; say storageLasts, or leave the limit"
            + " out.");
    unless(
        options.storageLasts || (periodDays >= 1 && periodDays <= WEEK),
        "storage",
        "a question must have periods of at most a week where storage may be deleted; say"
            + " storageLasts if it is not.");
    Fields steps = question.section("draw");
    this.input = Input.of(question.section("value"));
    this.draw = Draw.of(steps);
    this.sizes = input.sizes();
    unless(
        Arrays.equals(sizes, Draw.sizes(steps)),
        "malformed",
        "a question must have as many items as its draw.");
    unless(
        cost() <= Math.min(mostToday, mostForLife),
        "limit",
        "a question's epsilon must be within the limits.");
  }

  /**
   * Reads a question; refuses one that no pinned key has signed, that has expired or costs too
   * much.
   */
  public static Question load(String jws, LoadOptions options) {
    int keys = options.pinnedKeys.size();
    unless(keys == 1 || keys == 2, "keys", "an application must pin one or two keys.");
    String payload = Jws.payload(jws, options.pinnedKeys);
    unless(payload.startsWith("{"), "format", "a question must be of format 1; update the client.");
    try {
      return new Question(Fields.of(payload), options);
    } catch (Refusal e) {
      throw e;
    } catch (RuntimeException e) { // of a number or a date
      throw Refusal.malformed();
    }
  }

  private static long most(double own, Fields limits, String name) {
    return Math.round(UNIT * (limits.has(name) ? Math.min(own, limits.real(name)) : own));
  }

  private long cost() {
    return (long)
        Math.ceil(UNIT * epsilon - 1e-6); // rounds up, but not for the product's own rounding error
  }

  private void requireNotExpired() {
    unless(
        clock.instant().isBefore(notAfter),
        "expired",
        "a question must not be answered after its last day.");
  }

  /** As the other one, of a question without public columns. */
  public Answered answer(Object value, LocalDate period, Outbox outbox) throws IOException {
    return answer(value, period, Collections.emptyMap(), outbox);
  }

  /**
   * Answers with the value, once a period: draws a report, stores it, and sends it. If there is a
   * report of the period, that one is sent, unless it has been. The value is used for nothing else.
   *
   * @param value a text, number, boolean or null; of several columns, a map of them
   * @param period the first day of the period that is now; null of a question without periods
   * @param columns the question's public columns
   */
  public Answered answer(Object value, LocalDate period, Map<String, String> columns, Outbox outbox)
      throws IOException {
    requireNotExpired();
    long first = requireNow(period);
    requireColumns(columns);
    String key = waiting() + fingerprint + " " + period;
    boolean isAsked = round == 0 || isOfRound(outbox.store);
    boolean isKept;
    try {
      change(
          outbox.store,
          state -> {
            long newest = state.number(VERSIONS, name, version);
            long latest = state.number(ANSWERED, fingerprint, Long.MIN_VALUE);
            if (isAsked && first > latest) {
              unless(
                  version >= newest,
                  "version",
                  "a question must not be older than one of its name that was seen.");
              state.waiting().put(key, drawn(value, period, columns, state));
              state.put(ANSWERED, fingerprint, first);
            }
            unless(
                first >= latest || state.waiting().containsKey(key),
                "past",
                "a period must not be before the latest that was answered.");
            state.put(VERSIONS, name, Math.max(newest, version));
          });
    } finally {
      isKept = send(outbox).contains(key); // whatever becomes of this value
    }
    return isAsked ? isKept ? Answered.KEPT : Answered.SENT : Answered.OTHER_ROUND;
  }

  /**
   * Whether the device answers in this round; a coin of its own decides once, for all rounds. It is
   * stored by itself: a refusal afterwards must not toss it again.
   */
  private boolean isOfRound(Store store) throws IOException {
    long[] own = {0};
    change(
        store,
        state -> {
          own[0] = state.number(ROUNDS, firstRound, 0);
          if (own[0] == 0) {
            int part = new Coins(random).uniform((int) roundEnds[roundEnds.length - 1]);
            own[0] = Arrays.stream(roundEnds).filter(end -> end <= part).count() + 1;
            state.put(ROUNDS, firstRound, own[0]);
          }
        });
    return own[0] == round;
  }

  /** How keys begin of what waits of questions of this name. */
  private String waiting() {
    return name + "\n";
  }

  /**
   * Sends what is stored of questions of this name and may not have arrived.
   *
   * @return a key of each envelope that is still kept
   */
  public List<String> send(Outbox outbox) throws IOException {
    Map<String, String> waiting = new LinkedHashMap<>();
    change(outbox.store, state -> waiting.putAll(state.waiting()));
    waiting.keySet().removeIf(key -> !key.startsWith(waiting()));
    List<String> kept = new ArrayList<>();
    for (Map.Entry<String, String> one : waiting.entrySet()) {
      try {
        outbox.transport.send(one.getValue(), endpoint);
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        kept.add(one.getKey());
        outbox.onFailure.accept(e);
        continue;
      }
      change(outbox.store, state -> state.waiting().remove(one.getKey()));
    }
    return kept;
  }

  /** Draws a report within the limits; only here is the value looked at. */
  private String drawn(Object value, LocalDate period, Map<String, String> columns, State state) {
    long today = Math.floorDiv(clock.millis(), DAY);
    long day = state.number(SPENT, "day", 0);
    long spentToday = today > day ? cost() : state.number(SPENT, "today", 0) + cost();
    long spentForLife = state.number(SPENT, "life", 0) + cost();
    unless(
        spentToday <= mostToday,
        "limit-day",
        "the epsilon of a day must be within the limit; it is spent.");
    unless(
        spentForLife <= mostForLife,
        "limit-life",
        "the epsilon of a life must be within the limit; it is spent.");
    state.put(SPENT, "day", Math.max(today, day)); // a clock that is set back gains nothing
    state.put(SPENT, "today", spentToday);
    state.put(SPENT, "life", spentForLife);
    Coins coins = new Coins(random);
    Object report = report(input.of(value), coins);
    String id = String.format("%016x%016x", coins.word(), coins.word());
    return envelope(spec, fingerprint, id, period, round, columns, report);
  }

  /** A report; refuses steps whose numbers do not belong together. */
  private Object report(double[] value, Coins coins) {
    try {
      boolean areInside = IntStream.range(0, sizes.length).allMatch(i -> value[i] <= sizes[i]);
      Object report = areInside ? draw.report(value, coins) : -1;
      unless(
          report instanceof String || ((Number) report).longValue() >= 0,
          "malformed",
          "a question must have steps that draw a cell.");
      return report;
    } catch (ArithmeticException | ClassCastException | IndexOutOfBoundsException e) {
      throw Refusal.malformed();
    }
  }

  /** An envelope, to the byte as every client writes it. */
  static String envelope(
      String spec,
      String fingerprint,
      String id,
      LocalDate period,
      int round,
      Map<String, String> columns,
      Object report) {
    Map<String, Object> envelope = new LinkedHashMap<>();
    envelope.put("version", 1);
    envelope.put("spec", spec);
    envelope.put("fingerprint", fingerprint);
    envelope.put("id", id);
    if (period != null) {
      envelope.put("period", period.toString());
    }
    if (round > 0) {
      envelope.put("round", round);
    }
    if (!columns.isEmpty()) {
      envelope.put("public", new TreeMap<>(columns));
    }
    envelope.put("report", report);
    return Json.write(envelope);
  }

  private void change(Store store, Consumer<State> change) throws IOException {
    store.update(
        before -> {
          State state = State.of(before);
          change.accept(state);
          return state.text();
        });
  }

  /** The first day; refuses a period that is not now: yesterday's and tomorrow's are, somewhere. */
  private long requireNow(LocalDate period) {
    if (periodDays == 0) {
      unless(
          period == null,
          "period",
          "a question without periods is answered once; leave period out.");
      return 0;
    }
    long first = period == null ? 0 : period.toEpochDay();
    long now = clock.millis();
    unless(
        period != null
            && now >= (first - 1) * DAY
            && now < (first + periodDays + 1) * DAY
            && Math.floorMod(first - anchor, (long) periodDays) == 0,
        "period",
        "a period must be the first day of the present one, such as 2026-01-03.");
    return first;
  }

  private void requireColumns(Map<String, String> given) {
    unless(
        given.size() == publicColumns.size() && given.keySet().containsAll(publicColumns),
        "public",
        "an answer must have the question's public columns, and no others.");
    for (String column : given.values()) {
      unless(
          column != null
              && !CONTROL.matcher(column).find()
              && column.getBytes(StandardCharsets.UTF_8).length <= LONGEST,
          "public",
          "a public column must be a text of at most 256 bytes without control characters.");
    }
  }
}
