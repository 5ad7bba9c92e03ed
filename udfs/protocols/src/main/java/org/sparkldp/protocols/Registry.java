package org.sparkldp.protocols;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.TreeMap;
import org.sparkldp.protocols.check.Nearest;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.spec.Services;

/**
 * The protocols that catalogues declare. One whose name or id is another's is refused, in one
 * sentence, whenever it is asked for; all others work.
 */
final class Registry {
  private static Registry loaded;
  private static String failure;

  private final Map<String, Declaration<?>> declarations = new TreeMap<>();
  private final List<Declaration<?>> variants = new ArrayList<>();
  private final Map<String, String> clashes = new TreeMap<>();

  /** Loaded once: the class path of a JVM does not change under it. */
  static synchronized Registry ofTheClassPath() {
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    if (loaded == null) {
      try {
        loaded = new Registry(Services.load(Catalogue.class));
      } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
          cause = cause.getCause();
        }
        failure = "a catalogue of protocols cannot be loaded: " + cause.getMessage();
        throw new IllegalStateException(failure, e);
      }
    }
    return loaded;
  }

  Registry(List<? extends Catalogue> catalogues) {
    TreeMap<Integer, String> ids = new TreeMap<>();
    List<Declaration<?>> withoutId = new ArrayList<>();
    for (Catalogue catalogue : catalogues) {
      for (Declaration<?> declaration : catalogue.declarations()) {
        String name = declaration.name();
        if (declaration.isVariant()) {
          variants.add(declaration);
        } else if (declarations.putIfAbsent(name, declaration) != null) {
          clashes.put(
              name,
              "a protocol's name must be used once. Two jars on the class path, or two entries of a"
                  + " catalogue, bring "
                  + name
                  + "; rename yours, or leave one jar out.");
        } else if (ids.putIfAbsent(declaration.id(), name) != null) {
          withoutId.add(declaration);
        }
      }
    }
    for (Declaration<?> declaration : withoutId) {
      int id = declaration.id();
      // Not a gap: its id may have been a protocol's, and ids are never used again.
      int next = ids.lowerKey(id < Declaration.OWN_IDS ? Declaration.OWN_IDS : 65_536) + 1;
      clashes.put(
          declaration.name(),
          String.format(
              "a protocol id must be used once. Protocols %s and %s both have %s; the next free id is"
                  + " %s.",
              ids.get(id), declaration.name(), id, next));
    }
    declarations.keySet().removeAll(clashes.keySet());
  }

  /** What makes the spec's protocol: a variant of its name, or the name's own declaration. */
  Declaration<?> declaration(ProtocolSpec spec) {
    Declaration<?> own = declaration(spec.name());
    return variants.stream().filter(variant -> variant.isVariantOf(spec)).findFirst().orElse(own);
  }

  /** The declaration of the name. */
  Declaration<?> declaration(String name) {
    Declaration<?> declaration = declarations.get(name);
    if (declaration == null) {
      throw clashes.containsKey(name)
          ? Require.refusal("%s", clashes.get(name))
          : Require.refusal(
              "there is no protocol of that name. Provided value: %s.%s Known: %s.%s",
              name,
              Nearest.question(name, declarations.keySet()),
              String.join(", ", declarations.keySet()),
              Services.PUBLISHED);
    }
    return declaration;
  }

  /** All declarations that can be used, by name, without variants. */
  Collection<Declaration<?>> declarations() {
    return declarations.values();
  }

  /** Why protocols that are declared cannot be used, by name. */
  Map<String, String> clashes() {
    return clashes;
  }
}
