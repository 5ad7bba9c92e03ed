package org.sparkldp.functions;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.api.java.UDF2;
import scala.Tuple2;
import scala.collection.Iterator;

/** {@link Ldp#estimate} for Spark's {@code registerJavaFunction}, of a MAP of cells to counts. */
public final class EstimateUdf implements UDF2<scala.collection.Map<?, ?>, String, String> {
  private static final long serialVersionUID = 1;

  @Override
  public String call(scala.collection.Map<?, ?> counts, String spec) {
    if (counts == null) {
      return null;
    }
    Map<Object, Object> all = new HashMap<>();
    Iterator<? extends Tuple2<?, ?>> entries = counts.iterator();
    while (entries.hasNext()) {
      Tuple2<?, ?> entry = entries.next();
      all.put(entry._1(), entry._2());
    }
    return Ldp.estimate(all, spec);
  }
}
