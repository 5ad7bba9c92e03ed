package org.sparkldp.sql.catalyst;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import scala.Option;
import scala.collection.JavaConverters;
import scala.collection.immutable.ListMap;
import scala.collection.immutable.Seq;

/** Java's collections as Scala's, and back, by what Scala 2.12 and 2.13 both have. */
@SuppressWarnings("deprecation") // 2.13 has a new name for the same, 2.12 has it not
public final class Scala {
  private Scala() {}

  public static <T> Seq<T> seq(List<? extends T> items) {
    return JavaConverters.<T>asScalaBuffer(Collections.<T>unmodifiableList(items)).toList();
  }

  public static <T> List<T> list(scala.collection.Seq<T> items) {
    return JavaConverters.seqAsJavaList(items);
  }

  public static <K, V> Map<K, V> map(scala.collection.Map<K, V> entries) {
    return JavaConverters.mapAsJavaMap(entries);
  }

  public static <K, V> ListMap<K, V> map(Map<K, V> entries) {
    ListMap<K, V> map = new ListMap<>();
    for (Map.Entry<K, V> entry : entries.entrySet()) {
      map = map.updated(entry.getKey(), entry.getValue());
    }
    return map;
  }

  public static <T> Optional<T> optional(Option<? extends T> item) {
    return item.isDefined() ? Optional.of(item.get()) : Optional.empty();
  }
}
