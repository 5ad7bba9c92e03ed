package org.sparkldp.sql.catalyst;

import java.util.Collections;
import java.util.List;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Java lists as Scala's, and back. */
public final class Scala {
  private Scala() {}

  public static <T> Seq<T> seq(List<? extends T> items) {
    return CollectionConverters.<T>asScala(Collections.<T>unmodifiableList(items)).toList();
  }

  public static <T> List<T> list(scala.collection.Seq<T> items) {
    return CollectionConverters.asJava(items);
  }
}
