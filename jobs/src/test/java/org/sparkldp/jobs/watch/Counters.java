package org.sparkldp.jobs.watch;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;

/**
 * The counters of {@link MetricsPlugin}, registered as Spark's driver does, from now until closed.
 */
public final class Counters implements AutoCloseable {
  private final MetricRegistry registry = new MetricRegistry();
  private final DriverPlugin plugin = new MetricsPlugin().driverPlugin();

  /** Registers them. */
  public Counters() {
    PluginContext context =
        (PluginContext)
            Proxy.newProxyInstance(
                Counters.class.getClassLoader(),
                new Class<?>[] {PluginContext.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("metricRegistry")) {
                    return registry;
                  }
                  throw new UnsupportedOperationException(method.getName());
                });
    plugin.init(null, context);
    plugin.registerMetrics("", context);
  }

  /** All by name, without the clock. */
  Map<String, Number> values() {
    Map<String, Number> values = new TreeMap<>();
    for (Map.Entry<String, Metric> metric : registry.getMetrics().entrySet()) {
      if (!metric.getKey().equals("lastSuccess.epochSeconds")) {
        values.put(metric.getKey(), number(metric.getValue()));
      }
    }
    return values;
  }

  /** A line each. */
  public String text() {
    StringBuilder text = new StringBuilder();
    values().forEach((name, value) -> text.append(name).append(' ').append(value).append('\n'));
    return text.toString();
  }

  /** When a step last ended well. */
  double lastSuccess() {
    return number(registry.getMetrics().get("lastSuccess.epochSeconds")).doubleValue();
  }

  private static Number number(Metric metric) {
    return metric instanceof Counter counter
        ? (Number) counter.getCount()
        : (Number) ((Gauge<?>) metric).getValue();
  }

  @Override
  public void close() {
    plugin.shutdown();
  }
}
