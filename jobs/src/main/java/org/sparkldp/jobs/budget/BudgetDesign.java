package org.sparkldp.jobs.budget;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.design.Division;
import org.sparkldp.jobs.plan.Block;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Several questions under one epsilon a person: each person answers one of them with all of it, or
 * each person answers all, each with a part. Both are divided so that the worst relative error is
 * least, and the better one is taken. No person spends more than the budget either way.
 *
 * <p>Relative errors are those of {@link org.sparkldp.jobs.plan.Task#relativeError}, of answers
 * about all people. So where a question is put to some of the people, the chance in who they are is
 * added.
 */
public final class BudgetDesign {
  /** People and epsilon are divided by the ten-thousandth. */
  public static final int GRAINS = 10_000;

  private static final List<String> COLUMNS =
      List.of("split", "question", "epsilon", "people", "relative_error", "protocol");

  private final List<Question> questions;
  private final BigDecimal budget;
  private final long users;
  private final Division ofPeople;
  private final Division ofEpsilon;

  /**
   * A question.
   *
   * @param plan as it is written, which says everything but epsilon
   * @param at the plan with an epsilon
   */
  public record Question(Plan plan, DoubleFunction<Plan> at) {

    /**
     * A question whose protocol has the parameters that the plan gives, with any epsilon.
     * Parameters that the plan leaves out, such as the number of blocks, are the best for each
     * epsilon.
     *
     * @param with makes a plan with another protocol
     */
    public static Question of(
        Plan plan, ProtocolSpec written, BiFunction<ProtocolSpec, Plan, Plan> with) {
      return new Question(
          plan,
          epsilon -> {
            ProtocolSpec spec = ProtocolSpec.named(written.name()).with("epsilon", epsilon);
            for (Map.Entry<String, String> argument : written.arguments().entrySet()) {
              if (!argument.getKey().equals("epsilon")) {
                spec = spec.with(argument.getKey(), argument.getValue());
              }
            }
            return with.apply(spec, plan);
          });
    }
  }

  /**
   * Divides.
   *
   * @param budget epsilon that each person may spend on all questions together
   * @param users people that there are
   */
  public BudgetDesign(List<Question> questions, double budget, long users) {
    this.questions = List.copyOf(questions);
    this.budget = BigDecimal.valueOf(Epsilon.require(budget));
    this.users = users;
    require();
    List<DoubleUnaryOperator> byPeople = new ArrayList<>();
    List<DoubleUnaryOperator> byEpsilon = new ArrayList<>();
    for (Question question : questions) {
      double whole = ofOne(question, budget);
      double spread = question.plan().task().relativeSpread();
      byPeople.add(
          share -> Math.sqrt((whole * whole + spread * spread * (1 - share)) / (share * users)));
      byEpsilon.add(
          share -> {
            double epsilon = epsilon((int) Math.round(share * GRAINS));
            return epsilon < Epsilon.MIN
                ? Double.POSITIVE_INFINITY
                : ofOne(question, epsilon) / Math.sqrt(users);
          });
    }
    ofPeople = Division.of(byPeople, GRAINS);
    ofEpsilon = Division.of(byEpsilon, GRAINS);
  }

  private void require() {
    Require.that(users >= 1).orRefuse("users must be at least 1. Provided value: %s.", users);
    Set<String> names = new HashSet<>();
    Map<String, String> ids = new HashMap<>();
    for (Question question : questions) {
      Plan plan = question.plan();
      Require.that(names.add(plan.name()))
          .orRefuse(
              "questions must have different names, or they would share coins. Provided twice: %s.",
              plan.name());
      ids.put(plan.id(), plan.name());
      Require.that(ids.size() == 1)
          .orRefuse(
              "questions must name people by one id, or nobody could see who answers which."
                  + " Provided: %s.",
              ids.keySet());
      Require.that(plan.reportsPerPerson() == 1 && plan.block().isEmpty() && !plan.hasPeriods())
          .orRefuse(
              "a budget is divided between plans that ask everybody once: without"
                  + " reports_per_person, block and period. Provided plan: %s; leave them out.",
              plan.name());
    }
    Require.that(questions.size() >= 2)
        .orRefuse("a budget is divided between two questions or more. Provided: %s.", names);
  }

  /** The relative error with one person. */
  private static double ofOne(Question question, double epsilon) {
    return question
        .at()
        .apply(epsilon)
        .task()
        .relativeError()
        .orElseThrow(
            () ->
                Require.refusal(
                    "a budget is divided between questions of the tasks histogram, mean and query,"
                        + " whose errors have formulas. Provided plan: %s; leave it out.",
                    question.plan().name()));
  }

  /** So many grains of the budget; a decimal number of few digits, and all add up to it exactly. */
  private double epsilon(int grains) {
    return budget.multiply(BigDecimal.valueOf(grains)).movePointLeft(4).doubleValue();
  }

  /** Whether each person answers one question. */
  public boolean splitsPeople() {
    return ofPeople.worst() <= ofEpsilon.worst();
  }

  /** What is better, and by how much. */
  public String verdict() {
    Division better = splitsPeople() ? ofPeople : ofEpsilon;
    Division worse = splitsPeople() ? ofEpsilon : ofPeople;
    return String.format(
        Locale.ROOT,
        "splitting %s is %.2f times better: worst relative error %.4g against %.4g",
        splitsPeople() ? "people" : "epsilon",
        worse.worst() / better.worst(),
        better.worst(),
        worse.worst());
  }

  /** Both divisions, the better one first. */
  public TablePrinter table() {
    List<List<Object>> people = new ArrayList<>();
    List<List<Object>> epsilon = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      String name = questions.get(i).plan().name();
      int share = ofPeople.grains().get(i);
      people.add(
          List.of(
              "people",
              name,
              budget.doubleValue(),
              Math.round(users * (share / (double) GRAINS)),
              ofPeople.errors().get(i),
              spec(i, budget.doubleValue())));
      double part = epsilon(ofEpsilon.grains().get(i));
      epsilon.add(List.of("epsilon", name, part, users, ofEpsilon.errors().get(i), spec(i, part)));
    }
    List<List<Object>> rows = new ArrayList<>(splitsPeople() ? people : epsilon);
    rows.addAll(splitsPeople() ? epsilon : people);
    return new TablePrinter(COLUMNS, rows);
  }

  private String spec(int question, double epsilon) {
    return questions.get(question).at().apply(epsilon).protocol().spec().toString();
  }

  /** The plans of the better division, in the questions' order. */
  public List<Plan> plans() {
    if (!splitsPeople()) {
      return IntStream.range(0, questions.size())
          .mapToObj(i -> questions.get(i).at().apply(epsilon(ofEpsilon.grains().get(i))))
          .toList();
    }
    String pool =
        questions.stream()
            .map(question -> question.plan().name())
            .collect(Collectors.joining(", "));
    List<Plan> plans = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < questions.size(); i++) {
      int to = from + ofPeople.grains().get(i);
      plans.add(
          questions
              .get(i)
              .at()
              .apply(budget.doubleValue())
              .withBlock(new Block(pool, from, to, GRAINS)));
      from = to;
    }
    return plans;
  }
}
