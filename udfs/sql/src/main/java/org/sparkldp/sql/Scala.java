package org.sparkldp.sql;

import java.util.Collections;
import java.util.List;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Java lists as Scala's, and back. */
final class Scala {
  private Scala() {}

  static <T> Seq<T> seq(List<? extends T> items) {
    return CollectionConverters.<T>asScala(Collections.<T>unmodifiableList(items)).toList();
  }

  static <T> List<T> list(scala.collection.Seq<T> items) {
    return CollectionConverters.asJava(items);
  }
}
