package org.sparkldp.sql;

import java.io.File;
import java.io.Serializable;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.sql.catalyst.Scala;

/**
 * Faults put into Spark's execution on purpose, for sessions that run in this JVM: tasks leave what
 * they saw in static tables, where the test finds it.
 */
public final class Faults {
  /** Rows that a task gives before it dies. */
  private static final int ROWS_BEFORE_DEATH = 50;

  private Faults() {}

  /** Half of the tasks die in their first attempt, after giving some rows. */
  public static Dataset<Row> killFirstAttempts(Dataset<Row> frame) {
    return through(frame, rows -> killed(rows, 1));
  }

  /** Half of the tasks die in every attempt, after giving some rows. */
  public static Dataset<Row> killEveryAttempt(Dataset<Row> frame) {
    return through(frame, rows -> killed(rows, Integer.MAX_VALUE));
  }

  private static Iterator<Row> killed(Iterator<Row> rows, int attempts) {
    TaskContext task = TaskContext.get();
    if (task.attemptNumber() >= attempts || task.partitionId() % 2 != 0) {
      return rows;
    }
    int[] given = new int[1];
    return each(
        rows,
        row -> {
          if (given[0]++ == ROWS_BEFORE_DEATH) {
            throw new IllegalStateException("killed by the test");
          }
        });
  }

  /** Sees every (id BIGINT, report STRING) that any attempt of any task gives. */
  public static final class Witness {
    private static final Map<String, Map<Long, Set<String>>> REPORTS = new ConcurrentHashMap<>();
    private static final Map<String, Integer> ROWS = new ConcurrentHashMap<>();

    private final String name = UUID.randomUUID().toString();

    /** The same rows, watched. */
    public Dataset<Row> watch(Dataset<Row> frame) {
      String witness = name;
      REPORTS.put(witness, Collections.synchronizedMap(new TreeMap<>()));
      return through(frame, rows -> each(rows, row -> see(witness, row)));
    }

    private static void see(String witness, Row row) {
      ROWS.merge(witness, 1, Integer::sum);
      REPORTS
          .get(witness)
          .computeIfAbsent(row.getLong(0), id -> Collections.synchronizedSet(new TreeSet<>()))
          .add(row.getString(1));
    }

    /** By person, all different reports. */
    public Map<Long, Set<String>> reports() {
      return REPORTS.get(name);
    }

    /** Rows given, those of killed attempts included. */
    public int rows() {
      return ROWS.get(name);
    }
  }

  /**
   * Loss of a machine's shuffle files: they vanish when the first task that read them has ended, in
   * every stage that reads through here.
   */
  public static final class ShuffleLoss {
    private static final Map<String, Set<Integer>> STAGES = new ConcurrentHashMap<>();
    private static final Map<String, Integer> FILES = new ConcurrentHashMap<>();

    private final String name = UUID.randomUUID().toString();

    /** The same rows, with a loss among the tasks that give them. */
    public Dataset<Row> after(Dataset<Row> frame) {
      String loss = name;
      STAGES.put(loss, ConcurrentHashMap.newKeySet());
      FILES.put(loss, 0);
      return through(frame, rows -> lossAtEnd(loss, rows));
    }

    private static Iterator<Row> lossAtEnd(String loss, Iterator<Row> rows) {
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          boolean more = rows.hasNext();
          // A stage that runs again keeps its id, and is left in peace.
          if (!more && STAGES.get(loss).add(TaskContext.get().stageId())) {
            FILES.merge(loss, deleteShuffleFiles(), Integer::sum);
          }
          return more;
        }

        @Override
        public Row next() {
          return rows.next();
        }
      };
    }

    /** Files that were lost. */
    public int files() {
      return FILES.get(name);
    }
  }

  /**
   * The same loss for a job whose last stage cannot be reached from its input: the files vanish
   * when the first task of a writing stage has ended.
   */
  public static final class LossAfterFirstWrite extends SparkListener implements AutoCloseable {
    private final SparkContext spark;
    private final AtomicInteger files = new AtomicInteger();
    private final AtomicInteger again = new AtomicInteger();

    public LossAfterFirstWrite(SparkSession session) {
      this.spark = session.sparkContext();
      spark.addSparkListener(this);
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd task) {
      boolean wrote =
          task.taskMetrics() != null && task.taskMetrics().outputMetrics().recordsWritten() > 0;
      if (wrote && files.get() == 0) {
        files.set(deleteShuffleFiles());
      }
    }

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted stage) {
      again.addAndGet(stage.stageInfo().attemptNumber() > 0 ? 1 : 0);
    }

    /** Files that were lost. */
    public int files() {
      return files.get();
    }

    /** Stages that ran again. */
    public int stagesRunAgain() throws TimeoutException {
      spark.listenerBus().waitUntilEmpty(30_000);
      return again.get();
    }

    @Override
    public void close() {
      spark.removeSparkListener(this);
    }

    @Override
    public String toString() {
      return files + " files lost, " + again + " stages run again";
    }
  }

  private static int deleteShuffleFiles() {
    int deleted = 0;
    var files = SparkEnv.get().blockManager().diskBlockManager().getAllFiles();
    for (File file : Scala.list(files.toSeq())) {
      deleted += file.getName().startsWith("shuffle_") && file.delete() ? 1 : 0;
    }
    return deleted;
  }

  private interface Step extends Function<Iterator<Row>, Iterator<Row>>, Serializable {}

  private static Dataset<Row> through(Dataset<Row> frame, Step step) {
    return frame.mapPartitions(
        (MapPartitionsFunction<Row, Row>) step::apply, Encoders.row(frame.schema()));
  }

  private static Iterator<Row> each(Iterator<Row> rows, Consumer<Row> seen) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Row next() {
        Row row = rows.next();
        seen.accept(row);
        return row;
      }
    };
  }
}
