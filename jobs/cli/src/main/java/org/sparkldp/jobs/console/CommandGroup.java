package org.sparkldp.jobs.console;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/**
 * The headings under which the program's help lists its commands, a line each. A command says of
 * itself where it stands, so that one of another jar needs no entry here; one that says nothing, or
 * is hidden, is not listed.
 */
public enum CommandGroup {
  START("Start"),
  STEPS("Steps"),
  BUDGET("Budget"),
  AHEAD("Plan ahead"),
  MORE("More");

  private final String heading;

  CommandGroup(String heading) {
    this.heading = heading;
  }

  /** The group of a command. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  public @interface Of {
    CommandGroup value();

    /** Whether it comes before those of the group that are not. */
    boolean first() default false;
  }

  /** The list of commands, in place of picocli's own; the first line of each description. */
  public static String listed(Help help) {
    return Stream.of(values())
        .map(group -> group.heading + ":\n" + group.lines(help))
        .collect(Collectors.joining());
  }

  private String lines(Help help) {
    return help.commandSpec().subcommands().values().stream()
        .filter(command -> of(command).equals(Optional.of(this)))
        .sorted(Comparator.comparing(command -> !place(command).get().first()))
        .map(
            command ->
                "  %-10s  %s%n"
                    .formatted(
                        command.getCommandName(),
                        command.getCommandSpec().usageMessage().description()[0]))
        .collect(Collectors.joining());
  }

  /** Where a command is listed; empty if it is not. */
  public static Optional<CommandGroup> of(CommandLine command) {
    return command.getCommandSpec().usageMessage().hidden()
        ? Optional.empty()
        : place(command).map(Of::value);
  }

  private static Optional<Of> place(CommandLine command) {
    return Optional.ofNullable(
        command.getCommandSpec().userObject().getClass().getAnnotation(Of.class));
  }
}
