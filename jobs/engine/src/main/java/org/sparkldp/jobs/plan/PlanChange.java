package org.sparkldp.jobs.plan;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The difference between a plan and the one that lies beside reports: the keys of its fingerprint
 * that differ, in words. A plan holds no secret, so its values may be shown; long ones are not.
 */
public final class PlanChange {
  /** Characters of a value that is shown. */
  private static final int LONGEST = 60;

  private PlanChange() {}

  /**
   * The changes, such as "epsilon was 1.0, is 0.5"; empty where none is found.
   *
   * @param before the resolved text of the earlier plan
   */
  public static String of(String before, Plan now) {
    Map<String, String> old = keys(before);
    Map<String, String> own = keys(now.text());
    Set<String> all = new TreeSet<>(old.keySet());
    all.addAll(own.keySet());
    Set<String> asides = Keys.undeciding(Plan.class);
    List<String> changes = new ArrayList<>();
    for (String key : all) {
      String was = old.getOrDefault(key, "not there");
      String is = own.getOrDefault(key, "not there");
      if (!was.equals(is) && !asides.contains(key.split("\\.")[0])) {
        boolean isShort = was.length() <= LONGEST && is.length() <= LONGEST;
        changes.add(key + (isShort ? " was " + was + ", is " + is : " has changed"));
      }
    }
    return String.join("; ", changes);
  }

  /** Each key with its value as text; of a protocol its name and each of its parameters. */
  private static Map<String, String> keys(String text) {
    Map<String, String> keys = new LinkedHashMap<>();
    Config plan = ConfigFactory.parseString(text);
    for (Map.Entry<String, ConfigValue> entry : plan.entrySet()) {
      String value = String.valueOf(entry.getValue().unwrapped());
      String key = String.join(".", ConfigUtil.splitPath(entry.getKey()));
      if (key.equals("protocol")) {
        ProtocolSpec spec = ProtocolSpec.parse(value);
        keys.put(key, spec.name());
        keys.putAll(spec.arguments());
      } else {
        keys.put(key, value);
      }
    }
    return keys;
  }
}
