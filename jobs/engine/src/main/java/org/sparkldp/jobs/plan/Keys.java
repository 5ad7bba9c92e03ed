package org.sparkldp.jobs.plan;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The keys of files, which are components of records: one rule reads them, writes them so that an
 * equal record would be read, and lists them. What is wrong is refused with its place, by {@link
 * Settings} or by the record's own constructor.
 *
 * <p>A component that is no {@link Key} is a record whose keys stand among the others, or one of
 * several such records, of which somebody else says which.
 */
public final class Keys {
  private Keys() {}

  /**
   * A part of a file that no components describe, such as one of several kinds: it writes its
   * section itself, and a static method {@code read} of its class reads it from {@link Settings}.
   */
  public interface Own {
    /** The settings from which an equal one would be read. */
    Map<String, Object> settings();

    private static Object read(Class<?> type, Settings from) {
      try {
        Method read = type.getDeclaredMethod("read", Settings.class);
        read.setAccessible(true); // of a class that no other package sees
        return called(() -> read.invoke(null, from));
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("what writes itself reads itself: " + type, e);
      }
    }
  }

  /** The names of a record's keys, in order. */
  public static List<String> of(Class<? extends Record> type) {
    return components(type)
        .flatMap(c -> isKey(c) ? names(c).stream() : among(c).flatMap(t -> of(t).stream()))
        .distinct()
        .toList();
  }

  /**
   * A key, or some that are read together, as a page lists it.
   *
   * @param otherwise what holds where no file says; "required" of a key that must be there
   */
  public record Listed(List<String> names, String says, String otherwise) {}

  /** The keys of a record as a page lists them. */
  public static List<Listed> listed(Class<? extends Record> type) {
    return components(type)
        .flatMap(c -> isKey(c) ? Stream.of(listed(c)) : among(c).flatMap(t -> listed(t).stream()))
        .toList();
  }

  private static Listed listed(RecordComponent c) {
    boolean mayMiss = c.getType().getSimpleName().startsWith("Optional");
    String otherwise =
        Stream.of(key(c).otherwise())
            .map(text -> text.replaceAll("^(\"\"|\\[]|\\{})$", "")) // nothing
            .findAny()
            .orElse(mayMiss ? "" : "required");
    String remark = key(c).decides() ? "" : ". Not part of the fingerprint";
    return new Listed(names(c), key(c).says() + remark, otherwise);
  }

  /** The keys that are no part of the question. */
  static Set<String> undeciding(Class<? extends Record> type) {
    return components(type)
        .flatMap(
            c ->
                !isKey(c)
                    ? among(c).flatMap(t -> undeciding(t).stream())
                    : key(c).decides() ? Stream.empty() : names(c).stream())
        .collect(Collectors.toSet());
  }

  /** What files call a constant: {@code add-remove} for ADD_REMOVE. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The keys from which an equal record would be read, without those that are apart. */
  public static Map<String, Object> written(Record record) {
    return written(record, false);
  }

  /** The keys that belong to the question. */
  public static Map<String, Object> deciding(Record record) {
    return written(record, true);
  }

  private static Map<String, Object> written(Record record, boolean isOfTheQuestion) {
    Map<String, Object> all = new LinkedHashMap<>();
    components(record.getClass())
        .forEach(
            c -> {
              Object value = value(record, c);
              Key key = key(c);
              if (!isKey(c)) {
                all.putAll(written((Record) value, isOfTheQuestion));
              } else if (key.apart().length == 0
                  && (key.decides() || !isOfTheQuestion)
                  && (key.isAlwaysWritten() || !isAsOtherwise(c, value))) {
                plain(key, value).ifPresent(plain -> all.put(name(c), plain));
              }
            });
    return all;
  }

  /**
   * The record that settings hold.
   *
   * @param given components that were read already, by name
   */
  static <R extends Record> R read(Class<R> type, Settings from, Map<String, Object> given) {
    Object[] values =
        components(type)
            .map(
                c ->
                    given.containsKey(c.getName())
                        ? given.get(c.getName())
                        : isKey(c)
                            ? read(c, from)
                            : read(among(c).findAny().orElseThrow(), from, Map.of()))
            .toArray();
    return from.atKeyOf(of(type), () -> make(type, values));
  }

  /** What {@link #read} makes an equal record of: its components, by name. */
  static Map<String, Object> components(Record record) {
    return components(record.getClass())
        .collect(Collectors.toMap(RecordComponent::getName, c -> value(record, c)));
  }

  private static Object read(RecordComponent c, Settings from) {
    Key key = key(c);
    boolean isOtherwise = key.otherwise().length > 0 && !from.has(name(c));
    return isOtherwise ? otherwise(c) : read(key, name(c), c.getGenericType(), from);
  }

  private static Object otherwise(RecordComponent c) {
    String text = key(c).otherwise()[0];
    return c.getType() == boolean.class
        ? text.equals(key(c).words()[1])
        : read(key(c), name(c), c.getGenericType(), Settings.ofText(name(c) + " = " + text));
  }

  private static boolean isAsOtherwise(RecordComponent c, Object value) {
    return key(c).otherwise().length > 0 && value.equals(otherwise(c));
  }

  private static Object read(Key key, String name, Type type, Settings from) {
    Class<?> raw = raw(type);
    if (raw == Optional.class) {
      return from.has(name) ? Optional.of(read(key, name, argument(type), from)) : Optional.empty();
    } else if (raw == OptionalInt.class) {
      return from.has(name) ? OptionalInt.of(from.count(name, key.least())) : OptionalInt.empty();
    } else if (raw == OptionalDouble.class) {
      return from.has(name) ? OptionalDouble.of(from.number(name)) : OptionalDouble.empty();
    } else if (raw == int.class) {
      return from.count(name, key.least());
    } else if (raw == double.class) {
      return from.number(name);
    } else if (raw == boolean.class || raw == Boolean.class) {
      return from.choice(name, named(key), word -> word).equals(key.words()[1]);
    } else if (raw == String.class) {
      return List.of(key.otherwise()).contains("\"\"") ? from.string(name) : from.text(name);
    } else if (raw.isEnum()) {
      return from.choice(
          name, List.of(raw.getEnumConstants()), constant -> word((Enum<?>) constant));
    } else if (raw == ProtocolSpec.class) {
      return from.at(name, () -> ProtocolSpec.parse(from.string(name)));
    } else if (Own.class.isAssignableFrom(raw)) {
      return from.at(name, () -> Own.read(raw, from.section(name)));
    } else if (raw == Map.class) {
      return from.section(name).allTexts();
    } else if (raw == List.class && argument(type) == String.class) {
      return List.copyOf(from.texts(name));
    } else if (raw == List.class) {
      return from.at(name, () -> from.sections(name, raw(argument(type)).asSubclass(Record.class)));
    }
    return from.at(name, () -> from.section(name).as(raw.asSubclass(Record.class)));
  }

  /** Of words without a name, no file says any. */
  private static List<String> named(Key key) {
    return Stream.of(key.words()).filter(word -> !word.isEmpty()).toList();
  }

  private static Optional<Object> plain(Key key, Object value) {
    if (value instanceof Optional<?> maybe) {
      return maybe.flatMap(there -> plain(key, there));
    } else if (value instanceof OptionalInt maybe) {
      return maybe.stream().boxed().<Object>map(number -> number).findAny();
    } else if (value instanceof OptionalDouble maybe) {
      return maybe.stream().boxed().flatMap(number -> plain(key, number).stream()).findAny();
    } else if (value instanceof Double number) {
      // As text: how numbers are printed depends on the Java platform, a fingerprint must not.
      return Optional.of(ProtocolSpec.shortest(number));
    } else if (value instanceof Boolean is) {
      return Optional.of(key.words()[is ? 1 : 0]);
    } else if (value instanceof Enum<?> constant) {
      return Optional.of(word(constant));
    } else if (value instanceof ProtocolSpec spec) {
      return Optional.of(spec.toString());
    } else if (value instanceof Own own) {
      return Optional.of(own.settings());
    } else if (value instanceof Record section) {
      return Optional.of(written(section));
    } else if (value instanceof List<?> list) {
      return Optional.of(list.stream().map(one -> plain(key, one).orElseThrow()).toList());
    }
    return Optional.of(value);
  }

  private static boolean isKey(RecordComponent c) {
    return key(c) != null;
  }

  private static Key key(RecordComponent c) {
    return c.getAnnotation(Key.class);
  }

  /** The records that a component without brackets may be: its own, or those of a sealed type. */
  private static Stream<Class<? extends Record>> among(RecordComponent c) {
    Class<?>[] types =
        c.getType().isSealed()
            ? c.getType().getPermittedSubclasses()
            : new Class<?>[] {c.getType()};
    return Stream.of(types).map(type -> type.asSubclass(Record.class));
  }

  private static List<String> names(RecordComponent c) {
    return key(c).apart().length > 0 ? List.of(key(c).apart()) : List.of(name(c));
  }

  private static String name(RecordComponent c) {
    return key(c).name().isEmpty()
        ? c.getName().replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT)
        : key(c).name();
  }

  private static Class<?> raw(Type type) {
    return (Class<?>) (type instanceof ParameterizedType of ? of.getRawType() : type);
  }

  private static Type argument(Type type) {
    return ((ParameterizedType) type).getActualTypeArguments()[0];
  }

  private static Stream<RecordComponent> components(Class<? extends Record> type) {
    return Arrays.stream(type.getRecordComponents());
  }

  private static Object value(Record record, RecordComponent c) {
    c.getAccessor().setAccessible(true); // of a record that no other package sees
    return called(() -> c.getAccessor().invoke(record));
  }

  private static <R extends Record> R make(Class<R> type, Object[] values) {
    return called(
        () -> {
          Constructor<R> constructor =
              type.getDeclaredConstructor(
                  components(type).map(RecordComponent::getType).toArray(Class<?>[]::new));
          constructor.setAccessible(true);
          return constructor.newInstance(values);
        });
  }

  private interface Call<T> {
    T result() throws ReflectiveOperationException;
  }

  /** What the called code throws is its own. */
  private static <T> T called(Call<T> call) {
    try {
      return call.result();
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException refusal
          ? refusal
          : new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a record has its constructor and accessors", e);
    }
  }
}
