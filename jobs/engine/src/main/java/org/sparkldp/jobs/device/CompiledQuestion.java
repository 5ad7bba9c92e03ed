package org.sparkldp.jobs.device;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A plan as a client on a device needs it: all that decides a report, as integers in decimal text,
 * so that the client evaluates no function that could be wrong. It holds no secret.
 *
 * @param plan whose reports {@code ingest} takes
 * @param terms under which it is put
 */
public record CompiledQuestion(Plan plan, QuestionTerms terms) {
  /** What clients that know no other refuse. */
  private static final String FORMAT = "1";

  /** Every number as text: readers of JSON keep 53 bits. */
  private static final JsonMapper WRITER =
      JsonMapper.builder()
          .enable(JsonWriteFeature.WRITE_NUMBERS_AS_STRINGS)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .build();

  /** A Monday, on which periods begin unless the terms say another day. */
  public static final LocalDate MONDAY = LocalDate.of(1970, 1, 5);

  /** As fine as rounds divide people. */
  private static final int PART_BITS = 12;

  private static final long MOST_VERSIONS = 1L << 53;

  /** Of a file with a signed question: clients read no more. */
  private static final int LONGEST = 1 << 22;

  /** The header of signed questions, of this kind alone. */
  public static final String HEADER = "{\"alg\":\"ES256\",\"typ\":\"ldp-question\"}";

  /**
   * Terms of a question.
   *
   * @param version which rises; clients refuse an older one
   * @param notAfter from when on clients refuse it
   * @param endpoint where envelopes go, for the application; may be empty
   * @param periodDays days of one period
   * @param firstDay on which a period begins; the others by the days of one before and after
   * @param mostADay epsilon a day at most, which lowers what the application allows
   * @param mostForLife the same for all answers together
   */
  public record QuestionTerms(
      long version,
      Instant notAfter,
      String endpoint,
      int periodDays,
      LocalDate firstDay,
      OptionalDouble mostADay,
      OptionalDouble mostForLife) {
    public QuestionTerms {
      Require.that(version >= 0 && version < MOST_VERSIONS)
          .orRefuse(
              "the version of a question must be from 0 to 2^53 - 1, as readers of JSON have it."
                  + " Provided value: %s.",
              version);
      Require.between("the days of a period", periodDays, 1, 366);
      Require.that(endpoint.isEmpty() || endpoint.startsWith("https://"))
          .orRefuse("an endpoint must begin with https://. Provided value: %s.", endpoint);
      for (OptionalDouble most : List.of(mostADay, mostForLife)) {
        most.ifPresent(
            limit ->
                Require.that(limit > 0 && limit < 1e6)
                    .orRefuse("a limit of epsilon must be above 0. Provided value: %s.", limit));
      }
    }
  }

  public CompiledQuestion {
    Require.that(plan.block().isEmpty())
        .orRefuse(
            "a block divides people by a hash of their ids, and a device has none. Provided: a"
                + " block, in plan %s; leave it out, and let the application choose whom to ask.",
            plan.name());
    Require.that(!plan.outside().drops())
        .orRefuse(
            "a device that sends nothing shows that its value is missing or unusual, so values"
                + " outside must be a category, or clipped. Provided: a rule that drops them, in"
                + " plan %s.",
            plan.name());
    Require.that(plan.hasPeriods() || (terms.periodDays() == 1 && terms.firstDay().equals(MONDAY)))
        .orRefuse(
            "days and first day of a period must be of a plan that has periods. Provided values: %s"
                + " and %s, with plan %s.",
            terms.periodDays(), terms.firstDay(), plan.name());
    Require.that(plan.numbers().isEmpty())
        .orRefuse(
            "a question for devices must have no numbers, because envelopes hold none. Provided:"
                + " %s, in plan %s; leave numbers out.",
            plan.numbers(), plan.name());
    double epsilon = plan.protocol().guarantee().exactEpsilon();
    for (OptionalDouble most : List.of(terms.mostADay(), terms.mostForLife())) {
      most.ifPresent(
          limit ->
              Require.that(limit >= epsilon)
                  .orRefuse(
                      "a limit of epsilon must be at least the question's, or nobody could answer"
                          + " it. Provided value: %s, below %s.",
                      limit, epsilon));
    }
  }

  /**
   * Refuses to take the place of a signed question that clients would not leave for this one, and
   * of what is none.
   */
  public void requireLaterThan(String jws) {
    String there;
    long earlier;
    try {
      String payload = jws.substring(jws.indexOf('.') + 1, jws.lastIndexOf('.'));
      JsonNode said = new JsonMapper().readTree(Base64.getUrlDecoder().decode(payload));
      there = said.required("name").asText();
      earlier = Long.parseLong(said.required("version").asText());
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw Require.refusal(
          "a question takes the place of an earlier one only. Provided: the path of something else;"
              + " choose another.");
    }
    Require.that(there.equals(plan.name()))
        .orRefuse(
            "a question takes the place of an earlier one of its name only. Provided: the path of"
                + " %s, for %s; choose another.",
            there, plan.name());
    Require.that(terms.version() > earlier)
        .orRefuse(
            "a question's version must be above that of the one in its place, or clients refuse it."
                + " Provided value: %s, where %s is.",
            terms.version(), earlier);
  }

  private Compiled.Recipe recipe() {
    return plan.protocol()
        .facet(Compiled.class)
        .flatMap(Compiled::recipe)
        .orElseThrow(
            () ->
                Require.refusal(
                    "a question for devices must have a protocol that is compiled to integers: rr,"
                        + " grr, pgr, olh, hadamard, subset, oue, sue, mean, duchi,"
                        + " truncated-mean, words or tables. Provided value: %s.",
                    plan.protocol().spec()));
  }

  /** The question as JSON, whose bytes are signed. */
  public String payload() {
    Compiled.Recipe recipe = recipe();
    Map<String, Object> value =
        plan.task()
            .values()
            .onDevices(plan)
            .orElseThrow(
                () ->
                    Require.refusal(
                        "a question for devices must be of one number, of one word, or of"
                            + " attributes with a domain. Provided: task %s, in plan %s.",
                        plan.task().kind().name(), plan.name()));
    Guarantee guarantee = plan.protocol().guarantee();
    Map<String, Object> all = new TreeMap<>();
    all.put("format", FORMAT);
    all.put("version", terms.version());
    all.put("not_after", terms.notAfter().toString());
    all.put("name", plan.name());
    all.put("spec", plan.protocol().spec().toString());
    all.put("fingerprint", plan.fingerprint());
    all.put("epsilon", ProtocolSpec.shortest(guarantee.epsilon()));
    all.put("exact_epsilon", ProtocolSpec.shortest(guarantee.exactEpsilon()));
    all.put("value", value);
    all.put("draw", recipe.keys());
    all.put(
        "public",
        plan.publicColumns().stream().filter(column -> !column.equals(plan.period())).toList());
    if (plan.hasPeriods()) {
      all.put(
          "period",
          Map.of(
              "column",
              plan.period(),
              "days",
              terms.periodDays(),
              "first",
              terms.firstDay().toString()));
    }
    plan.protocol().facet(InRounds.class).ifPresent(at -> all.put("rounds", rounds(at)));
    if (!terms.endpoint().isEmpty()) {
      all.put("endpoint", terms.endpoint());
    }
    Map<String, Object> limits = new TreeMap<>();
    terms.mostADay().ifPresent(most -> limits.put("day", ProtocolSpec.shortest(most)));
    terms.mostForLife().ifPresent(most -> limits.put("life", ProtocolSpec.shortest(most)));
    all.put("limits", limits);
    try {
      return WRITER.writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a question is of texts, numbers, lists and maps", e);
    }
  }

  /**
   * Which round it is of all, and how a device deals itself out to one of them: by its own coin.
   */
  private Map<String, Object> rounds(InRounds at) {
    int[] ends = new int[at.rounds()]; // of the rounds' parts, in so many parts
    for (int part = 0; part < 1 << PART_BITS; part++) {
      int round = at.roundOf((long) part << (Long.SIZE - PART_BITS));
      Arrays.fill(ends, round - 1, ends.length, part + 1);
    }
    return Map.of(
        "first",
        plan.firstFingerprint(),
        "round",
        at.round(),
        "ends",
        Arrays.stream(ends).mapToObj(Integer::toString).collect(Collectors.joining(" ")));
  }

  /** The signed question. */
  public String signed(SigningKey key) {
    String signed = key.signed(HEADER, payload());
    Require.that(signed.length() < LONGEST) // and the end of its line
        .orRefuse(
            "a signed question must have fewer than 2^22 characters, or clients refuse it. Provided:"
                + " %s, in plan %s; take fewer or shorter items, or a range.",
            signed.length(), plan.name());
    return signed;
  }
}
