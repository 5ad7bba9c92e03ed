package org.sparkldp.jobs.accumulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.store.Sum;
import org.sparkldp.protocols.check.Require;

/** Reports that runs have written into folders under one plan, each run once. */
public record WrittenReports(List<RunFolder> sources) {

  /** Reports that a run has written into a folder. */
  record RunFolder(Output folder, Run run) {}

  public WrittenReports {
    sources = List.copyOf(sources);
  }

  /** All reports in some folders; refuses folders and runs that would count twice. */
  static WrittenReports in(List<Output> folders, Plan plan) {
    requireDifferent(folders);
    String fingerprint = plan.fingerprint();
    List<RunFolder> sources = new ArrayList<>();
    for (Output folder : folders) {
      for (Run run : folder.require(Privatization.REPORTS)) {
        requirePlan(run.plan(), fingerprint);
        sources.add(new RunFolder(folder, run));
      }
    }
    sources.removeIf(source -> source.run.reports() == 0); // such as people outside alone
    WrittenReports all = new WrittenReports(sources);
    requireOnce(all.ids());
    all.idType(plan);
    Require.that(!sources.isEmpty())
        .orRefuse("there must be reports. Provided: none; privatize a table first.");
    return all;
  }

  /** The reports of some runs. */
  WrittenReports of(Predicate<Run> runs) {
    return new WrittenReports(sources.stream().filter(source -> runs.test(source.run)).toList());
  }

  boolean isEmpty() {
    return sources.isEmpty();
  }

  /** The runs. */
  List<Run> runs() {
    return sources.stream().map(RunFolder::run).toList();
  }

  /** The runs' names. */
  List<String> ids() {
    return runs().stream().map(Run::id).toList();
  }

  /** What the runs have drawn. */
  List<String> contents() {
    return runs().stream().map(Run::content).toList();
  }

  /** The reports that have not been deleted. */
  WrittenReports there() {
    return of(WrittenReports::isThere);
  }

  static boolean isThere(Run run) {
    return run.hasTable(Privatization.REPORTS);
  }

  /** Whether people of one period were asked into several folders. */
  boolean areOfFolders() {
    List<RunFolder> drawn =
        sources.stream().filter(s -> s.run.command().equals(Privatization.COMMAND)).toList();
    return drawn.stream().map(s -> List.of(s.folder.toString(), s.run.period())).distinct().count()
        > drawn.stream().map(s -> s.run.period()).distinct().count();
  }

  /** How many reports were written. */
  long count() {
    return runs().stream().mapToLong(Run::reports).sum();
  }

  /** How many files they are in. */
  int files() {
    return runs().stream().mapToInt(run -> run.files(Privatization.REPORTS).size()).sum();
  }

  /** The reports, with {@link Sum#WORD}. */
  Dataset<Row> read() {
    Map<Output, List<Run>> byFolder = new LinkedHashMap<>();
    sources.forEach(s -> byFolder.computeIfAbsent(s.folder, f -> new ArrayList<>()).add(s.run));
    return byFolder.entrySet().stream()
        .map(folder -> folder.getKey().readWithWords(Privatization.REPORTS, folder.getValue()))
        .reduce(Dataset::unionByName)
        .orElseThrow();
  }

  private record Types(Map<String, String> types) {}

  /** The type of the ids by which people were asked; empty where nobody knows it. */
  String idType(Plan plan) {
    return oneIdType(
        runs().stream().map(run -> run.as(Types.class).types().getOrDefault(plan.id(), "")));
  }

  /** The only type of ids; refuses two, of which a person may have both. */
  public static String oneIdType(Stream<String> ofRuns) {
    List<String> types = ofRuns.filter(type -> !type.isEmpty()).distinct().sorted().toList();
    if (types.size() > 1) {
      throw new Refusal(
          "people must be known by ids of one type to be added up, or who is known by both counts"
              + " twice. Provided: runs by ids of type "
              + String.join(" and ", types)
              + "; add them up apart, and ask them by one: write id_type = integer or text in the"
              + " plan.");
    }
    return types.isEmpty() ? "" : types.get(0);
  }

  /** Refuses reports of another plan than the first. */
  static void requirePlan(String found, String fingerprint) {
    if (!found.equals(fingerprint)) {
      throw new Refusal(
          "reports must be of one plan to be added up. Provided: reports of several; accumulate"
              + " them apart.");
    }
  }

  /** Refuses folders named twice, whose reports would count twice. */
  public static void requireDifferent(List<Output> folders) {
    if (folders.stream().map(Output::toString).distinct().count() < folders.size()) {
      throw Require.refusal(
          "the input folders must differ, or reports would count twice. Provided paths: %s.",
          folders);
    }
  }

  /** Refuses what has been counted before, as in a copy of a folder. */
  public static void requireOnce(List<String> ids) {
    long different = ids.stream().distinct().count();
    if (different < ids.size()) {
      throw new Refusal(
          "a run's reports may be counted once. Runs that occur more often: "
              + (ids.size() - different)
              + "; leave out the copies. Nothing was written.");
    }
  }

  /** Refuses a table that has lost some of these reports, or has others. */
  void requireWhole(Sum there) {
    there.require(Privatization.REPORTS, runs());
  }
}
