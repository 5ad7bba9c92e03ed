package org.sparkldp.jobs;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Seeded sources for {@link org.sparkldp.protocols.random.SeededEntropy}, one a task and one for
 * the driver: the same words in the same task of two runs. A task is known by its stage, counted
 * from the first stage of the run, and its partition; threads go from task to task.
 */
final class TaskSources implements Supplier<RandomSource> {
  private final int firstStage;
  private final Map<String, RandomSource> sources = new ConcurrentHashMap<>();

  TaskSources(SparkSession spark) {
    this.firstStage =
        spark.range(1).javaRDD().map(one -> TaskContext.get().stageId()).collect().get(0);
  }

  @Override
  public RandomSource get() {
    TaskContext task = TaskContext.get();
    String name =
        task == null ? "driver" : (task.stageId() - firstStage) + " " + task.partitionId();
    return sources.computeIfAbsent(name, seed -> new SimulationSource(seed.hashCode()));
  }
}
