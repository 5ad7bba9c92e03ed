package org.sparkldp.jobs.draft;

import java.util.List;

/** Drafts of questions about one column of numbers between bounds. */
abstract class NumbersDrafting implements Drafting {
  private final String kind;
  private final String question;
  private final String spec;
  private final String why;
  private final List<String> postprocess;

  /**
   * Declares one.
   *
   * @param question with %s for the column
   * @param spec with %s for epsilon and the bounds, and with {@code <step>} where whole numbers
   *     have steps of 1
   */
  private NumbersDrafting(
      String kind, String question, String spec, String why, String... postprocess) {
    this.kind = kind;
    this.question = question;
    this.spec = spec;
    this.why = why;
    this.postprocess = List.of(postprocess);
  }

  @Override
  public final String kind() {
    return kind;
  }

  /** Numbers are never counted as another item. */
  @Override
  public final TaskDraft draft(DraftRequest request) {
    String column = request.column();
    return new TaskDraft(
        question.formatted(column),
        List.of(TaskDraft.column(column)),
        spec.replace("<step>", request.step())
            .formatted("epsilon=" + request.epsilon() + request.requiredBounds()),
        why,
        "fail",
        postprocess);
  }

  /** Densities. */
  public static final class DensityDraft extends NumbersDrafting {
    /** As the service loader makes it. */
    public DensityDraft() {
      super(
          "density",
          "How are the numbers of %s distributed? Their density.",
          "density(%s,terms=9,outside=clip)",
          "or users=N, the people expected, in place of terms",
          "density");
    }
  }

  /** Means. */
  public static final class MeanDraft extends NumbersDrafting {
    /** As the service loader makes it. */
    public MeanDraft() {
      super(
          "mean",
          "What is the mean of %s?",
          "mean(%s,outside=clip)",
          "numbers beyond the bounds count as the bounds");
    }
  }

  /** Medians. */
  public static final class QuantileDraft extends NumbersDrafting {
    /** As the service loader makes it. */
    public QuantileDraft() {
      super(
          "quantile",
          "What is the median of %s? In rounds: each person answers in one of them.",
          "median(%s<step>,outside=clip)",
          "or quantile(p=0.9,...); users=N are the people expected");
    }
  }

  /** Percentiles. */
  public static final class QuantilesDraft extends NumbersDrafting {
    /** As the service loader makes it. */
    public QuantilesDraft() {
      super(
          "quantiles",
          "What are the quantiles of %s? All percentiles, with one band.",
          "quantiles(%s<step>,outside=clip)",
          "parts=10 asks for deciles only",
          "band-lower",
          "band-upper");
    }
  }
}
