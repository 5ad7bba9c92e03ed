package org.sparkldp.jobs.command;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import picocli.CommandLine;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The names that commands had. Scripts go on using them, and no help lists them: each is a command
 * of today, to whose words some are added, and some of whose options had other names.
 *
 * @param added words that stand before those that are given
 * @param today the names of options by their old ones
 * @param lines options that are lines of a file today
 */
public record OldNames(List<String> added, Map<String, String> today, Set<String> lines)
    implements IParameterPreprocessor {

  /** Adds the commands by their old names, which no help lists. */
  public static void addTo(CommandLine ldp) {
    Map<String, CommandLine> commands = ldp.getSubcommands();
    add(ldp, "stream", new RunCommand(), List.of("--follow", "--kind=stream"), Map.of());
    add(ldp, "release", new RunCommand(), List.of("--kind=release"), Map.of());
    add(ldp, "query", new RunCommand(), List.of("--kind=script"), Map.of("--script", "--plan"));
    add(commands.get("ledger"), "export", new LedgerShow(), List.of("--all"), Map.of());
    let(
        commands.get("init"),
        Map.of("--domain", "--items", "--key", "--key-file"),
        Set.of("--outside", "--outside-reason", "--missing", "--users"));
    let(
        commands.get("design").getSubcommands().get("query"),
        Map.of("--queries", "--domain"),
        Set.of());
  }

  /** Lets a command of today know old names of its options. */
  private static void let(CommandLine command, Map<String, String> today, Set<String> lines) {
    command.getCommandSpec().preprocessor(new OldNames(List.of(), today, lines));
  }

  private static void add(
      CommandLine above, String name, Object of, List<String> added, Map<String, String> today) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(of).name(name);
    spec.usageMessage().hidden(true);
    spec.preprocessor(new OldNames(added, today, Set.of()));
    above.addSubcommand(name, new CommandLine(spec));
  }

  @Override
  public boolean preprocess(
      Stack<String> words, CommandSpec command, ArgSpec argument, Map<String, Object> info) {
    for (String word : words) {
      if (lines.contains(name(word))) {
        throw new ParameterException(
            command.commandLine(),
            name(word)
                + " is a line of the plan that "
                + command.name()
                + " writes. Provided: an option; leave it out, and change the line.");
      }
    }
    words.replaceAll(
        word -> today.getOrDefault(name(word), name(word)) + word.substring(name(word).length()));
    for (int i = added.size() - 1; i >= 0; i--) {
      words.push(added.get(i)); // the top is the next word
    }
    return false;
  }

  private static String name(String word) {
    return word.replaceFirst("(?s)=.*", "");
  }
}
