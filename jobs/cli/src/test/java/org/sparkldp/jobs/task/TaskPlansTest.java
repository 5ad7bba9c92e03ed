package org.sparkldp.jobs.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.page.Portrait;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.TestContext;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Audited;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.random.SimulationSource;

/** What each task takes for a plan, how it names its answers, and what it calls their picture. */
class TaskPlansTest {
  /** What plans have in common, where a task does not say it. */
  private static final String ANY =
      """
      task = %s
      name = test
      outside = fail
      id = id
      randomness = keyed
      """;

  private static final Map<String, String> PLANS =
      Map.of(
          "gaussian-mean",
          """
          column = height
          protocol = "gaussian(epsilon=2.0,sigma=7,center=170,range=100,users=20000)"
          sigma_exact = true
          strata { column = region, domain { type = list, items = [r0, r1] } }
          """,
          "mean",
          """
          column = height
          protocol = "mean(epsilon=1.0,lower=100,upper=250,outside=clip)"
          """,
          "density",
          """
          column = height
          protocol = "density(epsilon=4.0,lower=130,upper=210,terms=5,points=3)"
          postprocess = [density]
          """,
          "quantile",
          """
          column = height
          protocol = "median(epsilon=2.0,lower=100,upper=250,users=60000,rounds=4,outside=clip)"
          """,
          "quantiles",
          """
          column = income
          protocol = "quantiles(epsilon=2.0,lower=0,upper=6400,parts=4,cells=16)"
          """,
          "regression",
          """
          columns = [a, b]
          label = bought
          protocol = "logistic-regression(epsilon=6.0,radius=1.0,users=12000)"
          """,
          "words",
          """
          column = word
          protocol = "words(epsilon=4,length=6,alphabet=a-z,users=20000,rounds=2,kept=64)"
          outside = category
          """,
          "query",
          """
          id = user_id
          protocol = "sq(epsilon=2.0)"
          queries = [
            { name = young, predicate = "age < 30" }
            { name = age, expression = age, lower = 18, upper = 90 }
          ]
          """,
          "workload",
          """
          column = item
          domain { type = range, from = 0, to = 3 }
          workload = prefix
          protocol = "factorization(epsilon=4.0)"
          postprocess = [wnnls]
          """);

  /** Of people who hold more than one thing. */
  private static final Map<String, String> SEVERAL =
      Map.of(
          "items",
          """
          column = pages
          domain { type = list, items = [home, cart, help] }
          protocol = "privset(epsilon=1.0,m=2)"
          """,
          "mean-by",
          """
          column = illness
          domain { type = list, items = [flu, cold] }
          value = income
          protocol = "mean-by(epsilon=1.0,lower=0,upper=100)"
          """,
          "table",
          """
          attributes = [
            { column = sex, domain { type = list, items = [f, m] } }
            { column = age, domain { type = bins, from = 0, to = 80, count = 4 }, sum = true }
          ]
          protocol = "tables(epsilon=1.0)"
          ask = [[sex, age]]
          """);

  @TempDir Path folder;

  private static String plan(String task) {
    String own = PLANS.getOrDefault(task, SEVERAL.get(task));
    return ANY.formatted(task)
            .lines()
            .filter(line -> !("\n" + own).contains("\n" + line.split(" ")[0] + " "))
            .collect(Collectors.joining("\n", "", "\n"))
        + own;
  }

  private Plan read(String text) {
    return new PlanReader(new TestContext(folder)).read(text, "plan.conf");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gaussian-mean | sigma=7 | sigma=0 | sigma must be above 0",
        "gaussian-mean | ,users=20000 | '' | must be asked of a stated number of people",
        "gaussian-mean | sigma_exact = true | sigma_exact = maybe | sigma_exact must be",
        "gaussian-mean | sigma=7 | sigma_min=9,sigma_max=7 | sigma_min must be at most sigma_max",
        "gaussian-mean | range=100 | range=-1 | range must be above 0",
        "gaussian-mean | = fail | = category | numbers have no further category",
        "gaussian-mean | users=20000 | users=20000,strata=4 | strata must be the number of the",
        "gaussian-mean | = gaussian-mean | = mean | sigma_exact belongs to task = gaussian-mean",
        "gaussian-mean | gaussian( | duchi( | no parameter",
        "quantile | median( | duchi( | no parameter",
        "quantile | = quantile | = mean | a mean needs a protocol for it",
        "quantile | = fail | = category | numbers have no further category",
        "quantile | users=60000 | users=60 | users must be at least",
        "quantile | id = id | id = id, postprocess = [clip] | postprocess must name known steps",
        "words | outside = category | outside = category, missing = category | words have none",
        "words | users=20000 | users=100 | a word that everybody holds is found",
        "words | 'id = id\nrandomness = keyed' | 'id = row\nrandomness = write-once' | divide people by",
        "words | length=6, | length=600, | length must be between",
        "words | id = id | id = id, postprocess = [clip] | postprocess must name known",
        "query | predicate = | expression = \"1\", predicate = | an expression or a predicate",
        "query | predicate = \"age < 30\" | sql = \"age < 30\" | a query knows the keys",
        "query | name = young | name = age | a name of its own",
        "query | sq(epsilon=2.0) | sq(epsilon=2.0,queries=3) | the number of the plan's queries, 2",
        "query | = fail | = category | numbers have no further category",
        "query | id = user_id | id = user_id, column = age | not to query",
        "query | id = user_id | id = user_id, tau = 0.1 | tau and beta belong together",
        "query | task = query | task = mean, column = age | belongs to task = query",
        "query | , upper = 90 | '' | both lower and upper",
        "query | \"age < 30\" | \"age < 30\", lower = 0, upper = 1 | both lower and upper",
        "query | upper = 90 | upper = 18 | lower must be less than its upper",
        "query | upper = 90 | upper = 1e999 | lower must be less than its upper",
        "gaussian-mean | protocol = | protocol = \"duchi(epsilon=1,lower=0,upper=1)\" # | a Gaussian mean needs a protocol for it",
        "quantile | protocol = | protocol = \"duchi(epsilon=1,lower=0,upper=1)\" # | a quantile needs a protocol for it",
        "regression | protocol = | protocol = \"duchi(epsilon=1,lower=0,upper=1)\" # | a regression needs",
        "query | protocol = | protocol = \"duchi(epsilon=1,lower=0,upper=1)\" # | need the protocol sq",
        "words | protocol = | protocol = \"grr(epsilon=1,k=4)\" # | words are found by the protocol words",
        "items | m=2 | m=4 | m (items of a person) must be at most k = 3",
        "items | privset(epsilon=1.0,m=2) | grr(epsilon=1.0) | need privset or item-bits",
        "items | m=2 | k=4,m=2 | k must be the number of items, 3",
        "items | id = id | id = id, value = x | value belongs to task = mean-by",
        "items | id = id | id = id, postprocess = [simplex] | postprocess must name known",
        "mean-by | value = income | # none | value",
        "mean-by | upper=100 | upper=0 | lower must be below upper",
        "mean-by | upper=100 | upper=100,k=3 | k must be the number of keys, 2",
        "mean-by | mean-by(epsilon=1.0, | mean(epsilon=1.0, | need the protocol mean-by",
        "table | tables(epsilon=1.0) | 'pgr(epsilon=1.0,k=3)' | a table needs the protocol tables",
        "table | [[sex, age]] | [[sex]] | ask must name each attribute in some table. Missing:"
            + " [age]",
        "table | [[sex, age]] | [[sex, ages]] | ask must name tables of different attributes",
        "table | tables(epsilon=1.0) | 'tables(epsilon=1.0,ask=0)' | ask of the protocol must be"
            + " that of",
        "table | ask = [[sex, age]] | label = ages | label must be one of the attributes",
        "table | [f, m] } } | [f, m] }, sum = true } | sum = true is for a number in bins",
        "table | = age, | = sex, | attributes must be of different columns, and at" + " least one",
        "table | [[sex, age]] | '[[sex, age]], impossible = [\"sex =\"]' | impossible must be SQL",
        "table | [[sex, age]] | '[[sex, age]], impossible = [\"1 = 2\"]' | name attributes of the"
            + " plan",
        "table | ask = [[sex, age]] | period = day, public = [day] | must answer once",
        "table | ask = [[sex, age]] | reports_per_person = 2 | must answer once",
        "workload | = prefix | = prefixes | a workload must be one of histogram",
        "workload | 'to = 3 }\nworkload = prefix' | 'to = 4 }\nworkload = parity' | power of two",
        "workload | workload = prefix | # none | must name it in workload",
        "workload | = prefix | { type = sets } | type must be matrix or predicates",
        "workload | (epsilon=4.0) | (epsilon=4.0,domain=7) | takes epsilon",
        "workload | factorization( | grr( | a workload needs factorization or strategy",
        "workload | factorization(epsilon=4.0) | strategy(file=none) | must be readable",
        "workload | [wnnls] | [simplex] | must name known steps: shift-per-percent, wnnls",
        "workload | task = workload | task = histogram | workload belongs to task = workload",
      })
  void aPlanThatCannotBeIsRefusedInOneSentence(String task, String good, String bad, String words) {
    String right = plan(task);
    assertTrue(right.contains(good), good);
    String refusal = badInput(words, () -> read(right.replace(good, bad)));
    assertEquals(1, refusal.lines().count(), refusal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gaussian-mean | gaussian( | kv-gaussian( | r0 mean;r1 mean | The mean of height",
        "gaussian-mean | gaussian( | gaussian-robust( | r0 centre (mean if symmetric);"
            + "r1 centre (mean if symmetric) | The centre (mean if symmetric) of height",
        "mean | column = height | column = height | mean | The mean of height",
        "density | upper=210 | upper=190 | 140.0;160.0;180.0 | The density of height",
        "quantile | median( | median( | median | The median of height",
        "quantile | median( | quantile(p=0.75, | quantile | The quantile of height",
        "quantiles | parts=4 | parts=4 | 0.25;0.5;0.75 | The quantiles of income",
        "items | m=2 | m=2 | home;cart;help | How many people hold each of pages",
        "mean-by | = fail | = category | flu count;flu sum;flu mean;cold count;cold sum;cold mean;"
            + "(other) count;(other) sum;(other) mean | The count of illness, income",
        "table | = fail | = category | sex=f;sex=m;sex=(other);age=[0, 20);age=[20, 40);age=[40,"
            + " 60);age=[60, 80];age=(missing) | How many people have each level of sex",
        "regression | a, b | a, b | a;b;intercept | The coefficients of bought by a, b",
        "mean | mean(epsilon=1.0,lower=100,upper=250,outside=clip) |"
            + " hypercube(epsilon=2.0,d=2,radius=1.0) | height[0];height[1] | The mean of height",
        "query | young | young | young;age | The answers of young, age",
        "workload | prefix | prefix | up to 0;up to 1;up to 2;up to 3 | How many people are at or"
            + " below each value of item",
        "workload | prefix | marginals-1 | bit 1=0;bit 1=1;bit 0=0;bit 0=1 | How many",
      })
  void answersAndTheirPictureAreNamed(
      String task, String from, String to, String names, String title) {
    Plan plan = read(plan(task).replace(from, to));
    Answers answers = plan.task().answers(someReports(plan.protocol()), List.of(), 0.95);

    assertEquals(
        List.of(names.split(";")),
        answers.estimate().rows().stream().map(Estimate.Row::item).toList());
    String found =
        Portrait.of(plan.task())
            .charts(plan.task(), known(answers), Optional.empty())
            .get(0)
            .title();
    assertTrue(found.startsWith(title), found);
  }

  /** The same, where a few reports do not say enough for a number. */
  private static Answers known(Answers answers) {
    Estimate few = answers.estimate();
    List<Estimate.Row> rows =
        few.rows().stream().map(row -> new Estimate.Row(row.item(), 1, 1, 0, 2)).toList();
    return new Answers(
        new Estimate(few.n(), few.confidence(), rows), answers.consistent(), answers.best());
  }

  /** Reports of people in each cohort, whatever they hold. */
  private static <R> Accumulator<R> someReports(Protocol<?, R> protocol) {
    Accumulator<R> reports = protocol.newAccumulator();
    SimulationSource source = new SimulationSource(1);
    for (Audited.Cohort<R> cohort : Audited.cohorts(protocol)) {
      for (int person = 0; person < 200; person++) {
        reports.add(cohort.report(person % 2, source));
      }
    }
    return reports;
  }
}
