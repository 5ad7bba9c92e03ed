package org.sparkldp.jobs.plan;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A component of a record that is a key of files; {@link Keys} reads, writes and lists it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
  /** Its name in files; where empty the component's own, {@code per_cell} for perCell. */
  String name() default "";

  /** What it means, for the page that lists keys. */
  String says() default "";

  /** As a file would write it: what holds where no file does. None of a key that must be there. */
  String[] otherwise() default {};

  /** The least whole number. */
  int least() default 1;

  /** What files call false and true; what has no name is left out. */
  String[] words() default {"false", "true"};

  /** Whether it belongs to the question, and so to the fingerprint. */
  boolean decides() default true;

  /** Whether it is written even where it is what would hold otherwise. */
  boolean isAlwaysWritten() default false;

  /** Of a component that somebody else reads and writes: its keys. */
  String[] apart() default {};
}
