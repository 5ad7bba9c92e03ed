package org.sparkldp.jobs.console;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.protocols.check.Nearest;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.ReleaseKey;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The mistake in a command line, in one sentence that names the mistake itself, and in two lines
 * how the command is used.
 */
public final class Usage {
  /** The name and version of what is used. */
  public static final String PROGRAM = "spark-ldp 0.1.0";

  /** What {@code -f} may have in a file's place. */
  public static final String STANDARD_INPUT = "-";

  /** Options whose file is read, with the remedy where there is none. */
  private static final Map<String, String> READ =
      Map.of(
          "--plan", "",
          "-f", "",
          "--key-file", "; make one with: (umask 077; openssl rand -hex 32 > FILE)");

  /** Variables that name places, which messages show. */
  private static final List<String> PLACES = List.of("LDP_LEDGER", "LDP_STRATEGIES");

  private final CommandLine command;

  public Usage(CommandLine command) {
    this.command = command;
  }

  /**
   * What to say of a word that is like a release key, before anything is done with it: nothing may
   * repeat it, be it a message, an event, a record or a folder's name. Empty if no word is.
   */
  public static Optional<String> ofKey(String... words) {
    String before = "";
    StringBuilder all = new StringBuilder();
    for (String word : words) {
      String setting = word.replaceFirst("^--conf=", "");
      boolean isSetting = before.equals("--conf") || !setting.equals(word);
      String name = setting.replaceFirst("(?s)=.*", "");
      boolean isSecret = isSetting && SessionOptions.isSecret(name);
      if (ReleaseKey.isIn(word) && !isSecret) {
        String option = word.startsWith("-") ? word.replaceFirst("(?s)=.*", "") : before;
        return Optional.of(keyed(option.startsWith("-") ? option : "a word"));
      }
      before = word;
      all.append(' ').append(isSecret ? "" : word);
    }
    if (ReleaseKey.isIn(all.toString())) { // a key with spaces is several words
      return Optional.of(keyed("several words"));
    }
    return PLACES.stream()
        .filter(variable -> ReleaseKey.isIn(System.getenv().getOrDefault(variable, "")))
        .findFirst()
        .map(Usage::keyed);
  }

  private static String keyed(String where) {
    return "ldp: options, settings and names must not hold a text like a release key's, 64"
        + " hexadecimal digits, for others can read them. Provided: one in "
        + ReleaseKey.hidden(where)
        + "; make a new key, and name its file in --key-file.";
  }

  /** Refuses what would not be as it is given, before anything is started. */
  public static void require(ParseResult parsed) {
    ParseResult given = parsed;
    while (given.hasSubcommand()) {
      given = given.subcommand();
    }
    given.matchedOptions().stream()
        .filter(option -> option.typeInfo().isMap())
        .forEach(Usage::requireOnce);
    requireFiles(given);
  }

  /**
   * Refuses a name that is given twice, of which the last would win; Spark's options know no case.
   */
  private static void requireOnce(OptionSpec option) {
    Set<String> names = new HashSet<>();
    for (String given : option.originalStringValues()) {
      String name = given.replaceFirst("(?s)=.*", "");
      Require.that(names.add(name.toLowerCase(Locale.ROOT)))
          .orRefuse(
              "%s must give a name once. Provided: %s twice; leave one out.",
              option.longestName(), name);
    }
  }

  /** Refuses a file of this machine's disk that is not there. */
  private static void requireFiles(ParseResult given) {
    if (given.commandSpec().name().equals("init")) {
      return; // makes its key where there is none
    }
    for (OptionSpec option : given.matchedOptions()) {
      for (String name : option.names()) {
        if (READ.containsKey(name)) {
          for (String file : option.originalStringValues()) {
            requireFile(name, file);
          }
        }
      }
    }
  }

  private static void requireFile(String option, String file) {
    boolean isStandardInput = option.equals("-f") && file.equals(STANDARD_INPUT);
    Require.that(isStandardInput || TextFile.isUri(file) || Files.isRegularFile(Path.of(file)))
        .orRefuse(
            "%s must name a file that is there. Provided path: %s%s.",
            option, file, READ.get(option));
  }

  /** The sentence and the two lines. */
  public String sentence(ParameterException mistake, String... given) {
    return "ldp: " + mistake(mistake, given) + "\n" + lines();
  }

  /** A word that is not known says more than options that are missing: it may be one of them. */
  private String mistake(ParameterException mistake, String... given) {
    if (!(mistake instanceof MissingParameterException
        || mistake instanceof UnmatchedArgumentException)) {
      return mistake.getMessage();
    }
    CommandLine top = command;
    while (top.getParent() != null) {
      top = top.getParent();
    }
    collectErrors(top);
    for (ParseResult part = top.parseArgs(given); part != null; part = part.subcommand()) {
      for (Exception error : part.errors()) {
        if (error instanceof UnmatchedArgumentException unmatched) {
          return unknown(unmatched.getUnmatched().get(0));
        }
      }
    }
    return mistake.getMessage();
  }

  private static void collectErrors(CommandLine line) {
    line.getCommandSpec().parser().collectErrors(true);
    line.getSubcommands().values().forEach(Usage::collectErrors);
  }

  private String unknown(String word) {
    boolean isOption = word.startsWith("-");
    String name = isOption ? word.replaceFirst("=.*", "") : word;
    String kind = isOption ? "option" : command.getSubcommands().isEmpty() ? "word" : "command";
    return command.getCommandSpec().qualifiedName()
        + " has no "
        + kind
        + " "
        + name
        + "."
        + Nearest.question(
            name,
            isOption
                ? command.getCommandSpec().optionsMap().keySet()
                : command.getSubcommands().keySet())
        + elsewhere(name);
  }

  /** Which part of the same command has an option, such as another task of design. */
  private String elsewhere(String option) {
    CommandLine whole = isFirst() ? command : command.getParent();
    return whole == null
        ? ""
        : whole.getSubcommands().values().stream()
            .map(CommandLine::getCommandSpec)
            .filter(part -> !part.usageMessage().hidden() && part.optionsMap().containsKey(option))
            .findFirst()
            .map(part -> " " + part.qualifiedName() + " has it.")
            .orElse("");
  }

  private String lines() {
    String name = command.getCommandSpec().qualifiedName();
    List<OptionSpec> needed =
        command.getCommandSpec().options().stream()
            .filter(option -> option.required() && option.group() == null)
            .toList();
    String words =
        needed.stream()
            .map(
                option ->
                    " "
                        + option.longestName()
                        + (option.arity().max() == 0 ? "" : " " + option.paramLabel()))
            .collect(Collectors.joining());
    String rest = command.getSubcommands().isEmpty() ? " [OPTIONS]" : " [COMMAND] [OPTIONS]";
    String positional =
        command.getCommandSpec().positionalParameters().stream()
            .map(parameter -> " " + parameter.paramLabel())
            .collect(Collectors.joining());
    return "Usage: " + name + positional + words + rest + "\n" + help();
  }

  private boolean isFirst() {
    return command.getParent() != null && command.getParent().getParent() == null;
  }

  private String help() {
    return isFirst()
        ? "ldp help " + command.getCommandName() + " shows its options."
        : command.getCommandSpec().qualifiedName() + " --help shows its options.";
  }
}
