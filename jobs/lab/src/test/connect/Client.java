import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connect.SparkSession;

/**
 * A client of Connect that has no class of ours: runs each line of a file as a statement and prints
 * its rows, or the condition and message of what refused it.
 */
public final class Client {
  public static void main(String[] arguments) throws Exception {
    SparkSession spark = SparkSession.builder().remote(arguments[0]).getOrCreate();
    for (String statement : Files.readAllLines(Path.of(arguments[1]))) {
      try {
        System.out.println(Arrays.toString((Row[]) spark.sql(statement).collect()));
      } catch (Throwable refusal) { // checked ones too, which Scala does not declare
        String condition = refusal instanceof SparkThrowable named ? named.getCondition() : "";
        System.out.println("REFUSED " + condition + ": " + refusal.getMessage());
      }
    }
    System.exit(0);
  }
}
