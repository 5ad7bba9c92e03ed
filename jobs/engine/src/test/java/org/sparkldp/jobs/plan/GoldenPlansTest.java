package org.sparkldp.jobs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.task.StrategySource;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Golden;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.sql.DocPage;

/**
 * The text and the fingerprint of each sample, of the plan on each task's page, and of what else a
 * plan can say: tables lie beside their plans, so both stay as they are, to the byte. Releases and
 * scripts are held to the same by their own modules. {@code -Dldp.golden.write=true} writes what is
 * new.
 */
public class GoldenPlansTest {
  private static final Path ROOT = DocPage.repository();
  private static final Path GOLDEN = ROOT.resolve("jobs/engine/src/test/resources/golden/plans");
  private static final Path PLANS = ROOT.resolve("conf/plans");
  private static final String RELEASE = "mechanism";

  /** What neither a sample nor a page says. */
  private static final Map<String, String> MORE =
      Map.of(
          "all-keys",
          """
          task = histogram
          name = all
          column = country
          id = user_id
          protocol = "grr(epsilon=1)"
          domain { type = list, items = [DE, "a,b", "line\\nfeed", 01234] }
          outside = drop
          outside_reason = " few "
          missing = category
          randomness = write-once
          reports_per_person = 2
          public = [Day, shop]
          period = day
          late_rows = draw
          block { pool = spring, from = 0, to = 3, blocks = 10 }
          postprocess = [simplex, best]
          read { delimiter = ";", "spark.x" = 1 }
          malformed = drop
          population = " staff "
          purpose = research
          """,
          "turns",
          """
          name = turns
          id = user_id
          attributes = [
            { column = age, domain { type = bins, from = 0, to = 1, count = 3 } }
            { column = n, domain { type = range, from = -1, to = 2 } }
            { column = c, domain { type = column, table = t, column = c } }
          ]
          protocol = "oue(epsilon=1)"
          outside = category
          randomness = keyed
          public = [day]
          period = day
          late_rows = refuse
          block { pool = spring, blocks = 10 }
          """,
          "row",
          """
          task = mean
          name = vectors
          columns = [a, b]
          id = row
          protocol = "l2-ball(epsilon=1,d=2,radius=1)"
          outside = fail
          randomness = write-once
          malformed = fail
          """,
          "query-bounds",
          """
          task = query
          name = bounds
          id = id
          queries = [
            { name = young, predicate = " age < 30 " }
            { name = age, expression = age, lower = 0.1, upper = 1e7 }
            { name = unit, expression = x }
          ]
          protocol = "sq(epsilon=1)"
          tau = 0.5
          beta = 0.05
          outside = fail
          randomness = keyed
          """,
          "matrix",
          """
          task = workload
          name = predicates
          id = id
          column = age
          domain { type = range, from = 0, to = 3 }
          workload { type = predicates, queries = ["age < 1"] }
          protocol = "factorization(epsilon=1,mechanism=optimized)"
          outside = fail
          randomness = keyed
          """,
          "sigma-exact",
          """
          task = gaussian-mean
          name = exact
          id = id
          column = height
          strata { column = region, domain { type = list, items = [r0, r1] } }
          protocol = "gaussian(epsilon=2.0,sigma=7,center=170,range=100,users=20000)"
          sigma_exact = true
          outside = fail
          randomness = keyed
          """);

  private static Map<String, String> texts() throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (Path folder : List.of(PLANS, ROOT.resolve("conf/scripts"))) {
      for (Path file : Fixture.listed(folder, ".*[.]conf")) {
        all.put("sample-" + stem(file), Files.readString(file));
      }
    }
    TasksPageTest.sections()
        .forEach((task, section) -> plan(section).ifPresent(plan -> all.put("page-" + task, plan)));
    all.putAll(MORE);
    return all;
  }

  private static String stem(Path file) {
    return file.getFileName().toString().replaceAll("\\..*", "");
  }

  private static Optional<String> plan(String section) {
    Matcher block = Pattern.compile("(?s)```hocon\n(.*?)```").matcher(section);
    return block.find() ? Optional.of(block.group(1)) : Optional.empty();
  }

  @TestFactory
  Stream<DynamicTest> eachPlanStaysAsItIsToTheByte() throws IOException {
    return eachOf(plan -> !isRelease(plan) && !isScript(plan), GoldenPlansTest::said);
  }

  /** Whether a plan of the samples and pages is a release's. */
  public static boolean isRelease(String plan) {
    return plan.contains("\n" + RELEASE);
  }

  /** Whether it is a script's, whose queries have parameters. */
  public static boolean isScript(String plan) {
    return plan.contains(" :");
  }

  /**
   * A test for each plan of a kind.
   *
   * @param kind which plans
   * @param said fingerprint and text of a plan
   */
  public static Stream<DynamicTest> eachOf(
      Predicate<String> kind, BiFunction<String, PlanContext, String> said) throws IOException {
    return texts().entrySet().stream()
        .filter(plan -> kind.test(plan.getValue()))
        .map(
            plan ->
                DynamicTest.dynamicTest(
                    plan.getKey(),
                    () -> check(plan.getKey(), said.apply(plan.getValue(), new Fixed()))));
  }

  private static void check(String name, String said) throws IOException {
    Path golden = GOLDEN.resolve(name + ".txt");
    if (Golden.isToWrite(!Files.exists(golden))) {
      Files.writeString(golden, said);
    }
    assertTrue(Files.exists(golden), golden + " is not there: -Dldp.golden.write=true writes it");
    assertEquals(Files.readString(golden), said);
  }

  /** Fingerprint and text; of a long text, which is a long domain's, its hash. */
  private static String said(String plan, PlanContext context) {
    Plan read = new PlanReader(context).read(plan, "plan");
    assertEquals(read, new PlanReader(asked(read)).read(read.text(), "text"));
    return read.fingerprint() + "\n" + brief(read.text());
  }

  /** The text, or its hash where it is long. */
  public static String brief(String text) {
    return text.length() < 8_000 ? text : ProtocolSpec.fingerprint(text) + "\n";
  }

  /**
   * Strategies are randomized response: what an optimizer finds hangs on the last digits of a
   * machine's arithmetic, and so does the name of it in a plan.
   */
  private static class Fixed extends TestContext {
    Fixed() {
      super(PLANS);
    }

    @Override
    public <T> Optional<T> facet(Class<T> type) {
      StrategySource source = Fixed::strategy;
      return Optional.of(source).filter(type::isInstance).map(type::cast);
    }

    private static StrategyFile strategy(StrategyRequest request) {
      int n = request.workload().domain();
      double likelier = StrictMath.exp(request.epsilon());
      double[] q = new double[n * n];
      Arrays.setAll(q, i -> (i / n == i % n ? likelier : 1) / (likelier + n - 1));
      double[] prior = new double[n];
      Arrays.fill(prior, 1.0 / n);
      return Strategies.remember(
          new StrategyFile(
              Strategy.certify(new Design.DenseDesign(n, n, q, prior), request.epsilon()),
              request.workload(),
              request.mechanism(),
              Map.of()));
    }
  }

  /** The world of a plan that lies beside a table. */
  public static PlanContext asked(Plan plan) {
    return new Fixed() {
      @Override
      public byte[] attachment() {
        return Attached.of(plan.protocol());
      }

      @Override
      public boolean isAsked() {
        return true;
      }
    };
  }

  @Test
  void aGoldenFileIsOfAPlan() throws IOException {
    assertEquals(
        List.copyOf(texts().keySet()),
        Fixture.listed(GOLDEN, ".*").stream().map(GoldenPlansTest::stem).sorted().toList());
  }
}
