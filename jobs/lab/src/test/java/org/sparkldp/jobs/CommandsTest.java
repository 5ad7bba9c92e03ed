package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sparkldp.jobs.console.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * How many words a user sees: commands in the help, options on the pages of all commands. They
 * cannot grow in silence: who needs another raises the number here.
 */
class CommandsTest {
  private static final int MOST_COMMANDS = 20;

  /** Lines of the help, which is to be seen at a glance. */
  private static final int MOST_LINES = 42;

  /** Options and positional words that are declared, each once, on however many pages it stands. */
  private static final int MOST_OPTIONS = 144;

  /** The same, counted on each page again. */
  private static final int MOST_ON_PAGES = 223;

  private final CommandLine ldp = Ldp.commands(new Ldp());

  private List<CommandLine> listed() {
    return ldp.getSubcommands().values().stream()
        .filter(command -> CommandGroup.of(command).isPresent())
        .toList();
  }

  @Test
  void theHelpListsEveryCommandInALineOfItsGroup() {
    assertTrue(listed().size() <= MOST_COMMANDS, () -> listed().size() + " commands");
    Map<CommandGroup, Set<String>> groups = new TreeMap<>();
    listed()
        .forEach(
            command ->
                groups
                    .computeIfAbsent(
                        CommandGroup.of(command).orElseThrow(), group -> new HashSet<>())
                    .add(command.getCommandName()));
    assertEquals(
        Map.of(
            CommandGroup.START, Set.of("demo", "init", "run"),
            CommandGroup.STEPS,
                Set.of(
                    "privatize",
                    "ingest",
                    "accumulate",
                    "estimate",
                    "compare",
                    "ask",
                    "synthesize",
                    "days",
                    "clean"),
            CommandGroup.BUDGET, Set.of("ledger", "audit", "disclose"),
            CommandGroup.AHEAD, Set.of("design", "optimize", "generate"),
            CommandGroup.MORE, Set.of("compile", "sql")),
        groups);
    List<String> help = Ended.of("--help").done().lines();
    for (CommandLine command : listed()) {
      String begin = "  " + command.getCommandName() + " ";
      assertEquals(1, help.stream().filter(line -> line.startsWith(begin)).count(), begin);
    }
    help.forEach(line -> assertTrue(line.length() <= 80, line));
    assertTrue(help.size() <= MOST_LINES, () -> help.size() + " lines");
  }

  /** Those of the laboratory have one line together. */
  @Test
  void whatIsNotListedIsNamedBelow() {
    Set<String> others =
        ldp.getSubcommands().keySet().stream()
            .filter(name -> CommandGroup.of(ldp.getSubcommands().get(name)).isEmpty())
            .collect(Collectors.toSet());
    assertEquals(Set.of("simulate", "reproduce", "bench"), others);
    List<String> help = Ended.of("--help").done().lines();
    assertEquals(1, help.stream().filter(line -> others.stream().allMatch(line::contains)).count());
  }

  @Test
  void optionsStayFew() {
    Set<Object> declared = new HashSet<>();
    int onPages = count(ldp, declared);
    String found = declared.size() + " options, " + onPages + " times on pages";
    assertTrue(declared.size() <= MOST_OPTIONS && onPages <= MOST_ON_PAGES, found);
  }

  private static int count(CommandLine command, Set<Object> declared) {
    int onPage = 0;
    for (ArgSpec argument : command.getCommandSpec().args()) {
      boolean isOfAll = argument instanceof OptionSpec o && (o.usageHelp() || o.versionHelp());
      if (!argument.hidden() && !isOfAll) {
        declared.add(argument.userObject());
        onPage++;
      }
    }
    for (CommandLine below : command.getSubcommands().values()) {
      if (!below.getCommandSpec().usageMessage().hidden()) {
        onPage += count(below, declared);
      }
    }
    return onPage;
  }
}
