package org.sparkldp.jobs.watch;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Counters of what commands did, for Spark's metrics: {@code spark.plugins} names this class.
 * Counts and costs only; a driver has them, executors have none.
 */
public final class MetricsPlugin implements SparkPlugin {
  /** The counters of this JVM's one driver; null where it has not asked for them. */
  private static final AtomicReference<Counts> COUNTS = new AtomicReference<>();

  @Override
  public DriverPlugin driverPlugin() {
    return new Driver();
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return null; // Spark's word for none
  }

  /** Takes an event in, where the driver has counters. */
  static void count(Event event) {
    Counts counts = COUNTS.get();
    if (counts != null) {
      counts.add(event);
    }
  }

  private static final class Driver implements DriverPlugin {
    private Counts mine;

    @Override
    public Map<String, String> init(SparkContext context, PluginContext plugin) {
      return Map.of();
    }

    @Override
    public void registerMetrics(String application, PluginContext plugin) {
      mine = new Counts(plugin.metricRegistry());
      COUNTS.set(mine);
    }

    @Override
    public void shutdown() {
      COUNTS.compareAndSet(mine, null);
    }
  }

  private static final class Counts {
    private final Counter done;
    private final Counter alreadyDone;
    private final Counter failed;
    private final Counter refused;
    private final Counter reports;
    private final Counter lateReports;
    private volatile double lastSuccess;
    private volatile double exactEpsilon;

    Counts(MetricRegistry registry) {
      done = registry.counter("steps.done");
      alreadyDone = registry.counter("steps.alreadyDone");
      failed = registry.counter("steps.failed");
      refused = registry.counter("steps.refused");
      reports = registry.counter("reports.drawn");
      lateReports = registry.counter("reports.late");
      registry.register("lastSuccess.epochSeconds", (Gauge<Double>) () -> lastSuccess);
      registry.register("exactEpsilon", (Gauge<Double>) () -> exactEpsilon);
    }

    void add(Event event) {
      switch (event.outcome()) {
        case DONE -> done.inc();
        case ALREADY_DONE -> alreadyDone.inc();
        case FAILED -> failed.inc();
        case REFUSED -> refused.inc();
      }
      if (!event.isWell()) {
        return;
      }
      lastSuccess = System.currentTimeMillis() / 1000.0;
      if (event.details().containsKey(Event.EXACT_EPSILON)) { // a step that draws
        exactEpsilon = event.number(Event.EXACT_EPSILON);
        long drawn = (long) event.number(Event.REPORTS);
        reports.inc(drawn);
        lateReports.inc(event.number(Event.EARLIER) > 0 ? drawn : 0);
      }
    }
  }
}
