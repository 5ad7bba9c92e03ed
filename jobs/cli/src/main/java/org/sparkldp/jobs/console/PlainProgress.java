package org.sparkldp.jobs.console;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/**
 * Progress as plain lines, for logs: a line at most every ten seconds, none for what is done sooner
 * or has one task, which is done or not. (On a terminal Spark draws its own bar.)
 */
public final class PlainProgress extends SparkListener {
  private static final long INTERVAL = TimeUnit.SECONDS.toNanos(10);

  private final PrintStream out;
  private long tasks;
  private long done;
  private long lastLine = System.nanoTime();

  PlainProgress(PrintStream out) {
    this.out = out;
  }

  @Override
  public void onStageSubmitted(SparkListenerStageSubmitted stage) {
    tasks += stage.stageInfo().numTasks();
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd task) {
    done += task.taskInfo().successful() ? 1 : 0;
    long now = System.nanoTime();
    if (done < tasks && now - lastLine >= INTERVAL) {
      lastLine = now;
      out.println("ldp: " + done + " of " + tasks + " tasks done");
    }
  }

  @Override
  public void onStageCompleted(SparkListenerStageCompleted stage) {
    if (done >= tasks) {
      tasks = 0;
      done = 0;
    }
  }
}
