package org.sparkldp.jobs.plan;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A record that files hold in brackets of its own, which have no other keys. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Section {
  /** What refusals call it, such as "a block". */
  String value();
}
