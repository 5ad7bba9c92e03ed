package org.sparkldp.jobs.privatize;

import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanContext;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.TestContext;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.DomainTable;

/** Plans, made-up people and folders for tests of the pipeline. */
public final class Fixture {
  /** Items a to e; the person's number goes along in clear, which only a test may do. */
  private static final String PLAN =
      """
      name = test
      column = item
      id = id
      protocol = "grr(epsilon=1.0)"
      domain { type = list, items = [a, b, c, d, e] }
      outside = fail
      randomness = keyed
      public = [person]
      """;

  /** A script of one query, of the people of the plan above. */
  public static final String SCRIPT =
      """
      name = asked
      id = id
      protocol = "sq(epsilon=1.0,queries=1,tau=0.9,beta=0.5)"
      outside = fail
      randomness = keyed
      queries = [ { name = as, predicate = "item = 'a'" } ]
      """;

  /** A release of how many of them hold each item. */
  public static final String RELEASE =
      """
      task = release
      name = published
      user = id
      statistic = count
      cells = [ { column = item, domain { type = list, items = [a, b, c] } } ]
      contribution { cells = 1, per_cell = 1 }
      neighbours = add-remove
      mechanism = "laplace(epsilon=1.0)"
      outside = drop
      outside_reason = "a test"
      """;

  private Fixture() {}

  /** The plan above with lines in place of those for the same key, or added. */
  public static Plan plan(String... lines) {
    return reader().read(text(lines), "the test's plan");
  }

  /** Its text. */
  public static String text(String... lines) {
    return with(PLAN, lines);
  }

  /** Any plan's text with lines in place of those for the same key, or added. */
  public static String with(String plan, String... lines) {
    String text = plan;
    for (String line : lines) {
      String key = line.split("[ =]", 2)[0];
      text = text.replaceFirst("(?m)^" + key + " .*\\n", "") + line + "\n";
    }
    return text;
  }

  /** A plan of numbers or vectors, in [0, 1] or the unit disc. */
  public static Plan mean(String column, String protocol, String randomness) {
    String text =
        """
        task = mean
        name = test
        column = %s
        id = id
        protocol = "%s"
        outside = fail
        randomness = %s
        public = [person]
        """;
    return reader().read(text.formatted(column, protocol, randomness), "the test's plan");
  }

  /** A plan of statistical queries. */
  public static Plan queries(String randomness) {
    String text =
        """
        task = query
        name = test
        queries = [
          { name = amount, expression = "greatest(-1, least(1, amount))" }
          { name = few, predicate = "item = 'a'" }
          { name = all, predicate = "item IS NOT NULL" }
        ]
        id = id
        protocol = "sq(epsilon=1.0)"
        outside = fail
        randomness = %s
        public = [person]
        """;
    return reader().read(text.formatted(randomness), "the test's plan");
  }

  /** Reads plans. */
  public static PlanReader reader() {
    return new PlanReader(context());
  }

  /** What plans name outside themselves. */
  public static PlanContext context() {
    return new TestContext(Path.of("")) {
      @Override
      public BitSet[] select(ProductDomain domain, List<String> predicates) {
        return new DomainTable(spark(), domain).select(predicates);
      }
    };
  }

  /**
   * People 0 to n − 1 with items a to e in turn: id, item, person, parity, and an amount in [0, 1]
   * and a point of the unit circle.
   */
  public static Dataset<Row> people(int n, int partitions) {
    return spark()
        .range(0, n, 1, partitions)
        .selectExpr(
            "id",
            "element_at(array('a', 'b', 'c', 'd', 'e'), CAST(id % 5 AS INT) + 1) AS item",
            "id AS person",
            "id % 2 AS parity",
            "id % 7 / 6 AS amount",
            "array(cos(id), sin(id)) AS point");
  }

  public static Output output(Path folder) {
    return new Output(spark(), folder.toString());
  }

  public static Dataset<Row> table(Path folder, String table) {
    return spark().read().parquet(folder.resolve(table).toString());
  }

  /** Reports by person, as text; several of one person stand side by side. */
  public static Map<Long, List<String>> reportsByPerson(Path folder) {
    return table(folder, Privatization.REPORTS)
        .selectExpr("person", "hex(report_id) || ' ' || hex(report)")
        .collectAsList()
        .stream()
        .collect(
            Collectors.groupingBy(
                row -> row.getLong(0),
                TreeMap::new,
                Collectors.mapping(
                    row -> row.getString(1),
                    Collectors.collectingAndThen(
                        Collectors.toList(), list -> list.stream().sorted().toList()))));
  }

  /** Every file below a folder (Hadoop's checksums too) with its bytes and time of change. */
  public static Map<String, String> files(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      Map<String, String> files = new TreeMap<>();
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(
            folder.relativize(file).toString(),
            Files.getLastModifiedTime(file)
                + " "
                + HexFormat.of().formatHex(Files.readAllBytes(file)));
      }
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies a folder with all below it. */
  public static void copy(Path from, Path to) {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What lies in a folder under a name like that, by name. */
  public static List<Path> listed(Path folder, String like) {
    return names(folder).stream().filter(name -> name.matches(like)).map(folder::resolve).toList();
  }

  /** The names in a folder, hidden ones too. */
  public static List<String> names(Path folder) {
    String[] names = folder.toFile().list();
    return names == null ? List.of() : Arrays.stream(names).sorted().toList();
  }
}
