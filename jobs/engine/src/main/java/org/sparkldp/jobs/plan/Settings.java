package org.sparkldp.jobs.plan;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.protocols.check.Nearest;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The settings of a plan, a release or a script, or of a section of one: typed access to HOCON.
 * What is missing or wrong is refused in one sentence that ends with its file and line.
 */
public final class Settings {
  private static final ConfigRenderOptions AS_ONE_LINE = ConfigRenderOptions.concise();

  /** The fingerprint by which a later round's protocol names its attachment, which is compared. */
  private static final Pattern STATE =
      Pattern.compile("(\"protocol\":\"[^\"]*\\bstate=)\\p{XDigit}{64}");

  private final Config config;
  private final Optional<PlanContext> context;

  private Settings(Config config, Optional<PlanContext> context) {
    this.config = config;
    this.context = context;
  }

  /** Of a text of our own. */
  static Settings ofText(String text) {
    return new Settings(ConfigFactory.parseString(text), Optional.empty());
  }

  /**
   * Reads HOCON. It sees nothing but the text: no environment, for {@code ${LDP_KEY}} would be
   * published, and no other file.
   *
   * @param what the text is, such as "a plan"
   * @param origin names the text in refusals
   */
  public static <T> T read(String what, String text, String origin, Function<Settings, T> reading) {
    return read(what, text, origin, Optional.empty(), reading);
  }

  /** The same of a text that may refer to the context. */
  public static <T> T read(
      String what, String text, String origin, PlanContext context, Function<Settings, T> reading) {
    return read(what, text, origin, Optional.of(context), reading);
  }

  private static <T> T read(
      String what,
      String text,
      String origin,
      Optional<PlanContext> context,
      Function<Settings, T> reading) {
    try {
      Config config =
          ConfigFactory.parseString(
                  PlanText.bounded(what, text),
                  ConfigParseOptions.defaults()
                      .setOriginDescription(origin)
                      .setIncluder(new NoIncludes()))
              .resolve(ConfigResolveOptions.noSystem());
      PlanText.requireNothingTwice(text, origin);
      requirePrintable(config.root());
      // What lies beside tables was seen to before; it names pools by their fingerprints.
      boolean isAsked = context.map(PlanContext::isAsked).orElse(false);
      Require.that(
              isAsked
                  || !ReleaseKey.isIn(
                      STATE.matcher(config.root().render(AS_ONE_LINE)).replaceAll("$1")))
          .orRefuse(
              "%s is stored and shown, so it must not hold a text like a release key's, 64"
                  + " hexadecimal digits. Provided: one, in %s; leave it out, or shorten such"
                  + " items.",
              what, origin);
      return reading.apply(new Settings(config, context));
    } catch (ConfigException e) {
      List<Integer> gaps = PlanText.gaps(text);
      if (e instanceof ConfigException.Parse && !gaps.isEmpty()) {
        throw Require.refusal(
            e,
            "%s must be filled in where its draft has a ?. Provided: %s with a ? on line %s; write"
                + " there what the column may hold, from public knowledge, or delete the column's"
                + " line.",
            what,
            origin,
            gaps.stream().map(Object::toString).collect(Collectors.joining(", ")));
      }
      throw Require.refusal(e, "%s must be valid. %s.", what, ReleaseKey.hidden(e.getMessage()));
    }
  }

  /**
   * Refuses control characters: texts name columns, people and folders in messages, ledgers and
   * divisions, where a line feed could make two things look like one. Items are values, and the
   * options of a table's reader name nothing.
   */
  private static void requirePrintable(ConfigValue value) {
    if (value instanceof ConfigObject section) {
      section.forEach(
          (key, inside) -> {
            requirePrintable(key, inside);
            if (!key.equals(Domain.ITEMS) && !key.equals(Reading.READ)) {
              requirePrintable(inside);
            }
          });
    } else if (value instanceof ConfigList list) {
      list.forEach(Settings::requirePrintable);
    } else if (value.valueType() == ConfigValueType.STRING) {
      requirePrintable((String) value.unwrapped(), value);
    }
  }

  private static void requirePrintable(String text, ConfigValue at) {
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new Mistake(
          "a text must have no control characters, such as line feeds and tabs; only the items of a"
              + " domain and the options under read may. Provided: one that has, in "
              + at.origin().description()
              + "; write it in one line.");
    }
  }

  /** What the text may refer to. */
  public PlanContext context() {
    return context.orElseThrow();
  }

  /** The record that these settings hold; where it has brackets of its own, they hold no more. */
  public <R extends Record> R as(Class<R> type) {
    return as(type, Map.of());
  }

  /**
   * The same.
   *
   * @param given components that were read already, by name
   */
  public <R extends Record> R as(Class<R> type, Map<String, Object> given) {
    Section section = type.getAnnotation(Section.class);
    if (section != null) {
      requireKeys(Keys.of(type), section.value());
    }
    return Keys.read(type, this, given);
  }

  /** Refuses any key but the known ones. */
  public void requireKeys(Collection<String> known, String what) {
    for (Map.Entry<String, ConfigValue> entry : config.root().entrySet()) {
      if (!known.contains(entry.getKey())) {
        throw new Mistake(
            Require.refusal(
                        "%s knows the keys %s. Provided key: %s, in %s.",
                        what,
                        String.join(", ", new TreeSet<>(known)),
                        entry.getKey(),
                        entry.getValue().origin().description())
                    .getMessage()
                + Nearest.question(entry.getKey(), known));
      }
    }
  }

  /** Whether there is such a setting. */
  public boolean has(String key) {
    return config.hasPath(key);
  }

  /** Whether a setting is one text (or number), not a list or a section. */
  public boolean isText(String key) {
    ConfigValueType type = config.getValue(key).valueType();
    return type != ConfigValueType.LIST && type != ConfigValueType.OBJECT;
  }

  /** A text, blank ones included. */
  public String string(String key) {
    return config.getString(key);
  }

  /** A text, or the default if there is none. */
  public String string(String key, String ifMissing) {
    return has(key) ? string(key) : ifMissing;
  }

  /** A text that is not blank. */
  public String text(String key) {
    String text = config.getString(key);
    if (text.isBlank()) {
      throw mistake(key, key + " must not be empty.");
    }
    return text;
  }

  /** A list of texts, numbers as they are written. */
  public List<String> texts(String key) {
    return config.getStringList(key);
  }

  /** A list of lists of texts. */
  public List<List<String>> lists(String key) {
    List<List<String>> lists = new ArrayList<>();
    for (ConfigValue value : config.getList(key)) {
      lists.add(value.atKey(key).getStringList(key));
    }
    return lists;
  }

  /** {@code columns}, or the one {@code column}. */
  public List<String> oneOrMoreColumns() {
    boolean several = has("columns");
    if (several == has("column")) {
      throw mistake(
          "a vector is either in one column or in several columns. Provided: "
              + (several ? "both" : "neither"));
    }
    return several ? texts("columns") : List.of(text("column"));
  }

  /** All settings of a section without sections of its own, as texts. */
  public Map<String, String> allTexts() {
    Map<String, String> texts = new TreeMap<>();
    config.root().keySet().forEach(key -> texts.put(key, string(ConfigUtil.quoteString(key))));
    return texts;
  }

  /** A real number. */
  public double number(String key) {
    return number(key, string(key));
  }

  /** A list of real numbers. */
  public double[] numbers(String key) {
    return texts(key).stream().mapToDouble(text -> number(key, text)).toArray();
  }

  private double number(String key, String text) {
    try {
      return ProtocolSpec.number(text);
    } catch (NumberFormatException e) {
      throw mistake(key, "%s must be a number. Provided value: %s.", key, text);
    }
  }

  /** A whole number; the library would cut a fraction off. */
  public long whole(String key) {
    try {
      return new BigDecimal(string(key)).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw mistake(key, "%s must be a whole number. Provided value: %s.", key, string(key));
    }
  }

  /** A whole number from 1 to 2^31 - 1. */
  public int count(String key) {
    return count(key, 1);
  }

  /** A whole number from a least one to 2^31 - 1. */
  int count(String key, int least) {
    long count = whole(key);
    if (count < least || count > Integer.MAX_VALUE) {
      throw mistake(
          key, "%s must be between %s and 2^31 - 1. Provided value: %s.", key, least, count);
    }
    return (int) count;
  }

  /** A section. */
  public Settings section(String key) {
    return new Settings(config.getConfig(key), context);
  }

  /** A list of sections. */
  public List<Settings> sections(String key) {
    return config.getConfigList(key).stream()
        .map(section -> new Settings(section, context))
        .toList();
  }

  /** A list of sections that each hold a record. */
  public <R extends Record> List<R> sections(String key, Class<R> type) {
    return sections(key).stream().map(section -> section.as(type)).toList();
  }

  /** The value whose text is given. */
  public <E> E choice(String key, Collection<E> values, Function<E, String> text) {
    String given = string(key);
    for (E value : values) {
      if (text.apply(value).equals(given)) {
        return value;
      }
    }
    throw mistake(
        key,
        "%s must be one of %s. Provided value: %s.",
        key,
        String.join(", ", values.stream().map(text).toList()),
        given);
  }

  /** Adds the place to a refusal of a deeper floor; a missing key is refused with its path. */
  public <T> T at(String key, Supplier<T> reading) {
    config.getValue(key);
    try {
      return reading.get();
    } catch (ConfigException | Mistake e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw mistake(key, "%s", e.getMessage());
    }
  }

  /** The same of the key that the refusal names first, or of the first that there is. */
  <T> T atKeyOf(List<String> keys, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (ConfigException | Mistake e) {
      throw e;
    } catch (IllegalArgumentException e) {
      List<String> there = keys.stream().filter(this::has).toList();
      if (there.isEmpty()) {
        throw e;
      }
      String named =
          Stream.of(e.getMessage().split("[^a-z_]+"))
              .filter(there::contains)
              .findFirst()
              .orElse(there.get(0));
      throw mistake(named, "%s", e.getMessage());
    }
  }

  /** A refusal of a setting, whose sentence is that of {@link Require}. */
  public IllegalArgumentException mistake(String key, String sentence, Object... arguments) {
    return new Mistake(
        Require.refusal(sentence, arguments).getMessage()
            + " In "
            + config.getValue(key).origin().description()
            + ".");
  }

  /** A refusal of these settings as a whole; the sentence lacks its end. */
  public IllegalArgumentException mistake(String sentence) {
    return new Mistake(sentence + ", in " + config.origin().description() + ".");
  }

  /** A refusal that already names its place. */
  private static final class Mistake extends IllegalArgumentException {
    Mistake(String message) {
      super(message);
    }
  }
}
