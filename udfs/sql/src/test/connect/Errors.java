import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.connect.SparkSession;

/**
 * What a client of Connect sees of refusals: runs each line of a file as a statement, and prints of
 * each exception its class, condition, SQLSTATE, parameters and message, separated by tabs.
 */
public final class Errors {
  public static void main(String[] arguments) throws Exception {
    SparkSession spark = SparkSession.builder().remote(arguments[0]).getOrCreate();
    for (String statement : Files.readAllLines(Path.of(arguments[1]))) {
      try {
        spark.sql(statement).collect();
      } catch (Throwable refusal) { // checked ones too, which Scala does not declare
        System.out.println(line(refusal));
      }
    }
    System.exit(0);
  }

  private static String line(Throwable refusal) {
    if (!(refusal instanceof SparkThrowable spark)) {
      return "REFUSED\t" + refusal;
    }
    Map<String, String> parameters = new TreeMap<>(spark.getMessageParameters());
    return String.join(
        "\t",
        "REFUSED",
        refusal.getClass().getSimpleName(),
        spark.getCondition(),
        spark.getSqlState(),
        parameters.entrySet().stream()
            .map(entry -> entry.getKey() + " = " + entry.getValue())
            .collect(Collectors.joining("; ")),
        refusal.getMessage());
  }
}
