package org.sparkldp.jobs.page;

import java.util.List;
import java.util.Optional;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Face;
import org.sparkldp.jobs.plan.Task;

/**
 * The picture of a kind of question on the page of estimates.
 *
 * @param <Q> the question
 */
public interface Portrait<Q extends Task> extends Face {
  /** How the answers are drawn. */
  Picture picture(Q question);

  /**
   * Pictures of the answers.
   *
   * @param truth the true answers, where somebody knows them
   */
  default List<Chart> charts(Q question, Answers answers, Optional<double[]> truth) {
    return picture(question).charts(question.about(), answers, truth);
  }

  /**
   * The answer in words, a sentence or several; none where the page makes its own of the charts.
   */
  default List<String> sentences(Q question, Answers answers) {
    return List.of();
  }

  /** Facts besides the protocol. */
  default List<Page.Fact> facts(Q question) {
    return List.of();
  }

  /** That of a question; where its kind has none, each answer is drawn by itself. */
  @SuppressWarnings("unchecked") // a kind has questions of one class
  static Portrait<Task> of(Task question) {
    return Face.of(Portrait.class, question.kind().name())
        .map(face -> (Portrait<Task>) face)
        .orElse(new PlainPortrait());
  }

  /** Of a kind that has no portrait. */
  record PlainPortrait() implements Portrait<Task> {
    @Override
    public String kind() {
      return "";
    }

    @Override
    public Picture picture(Task question) {
      return new Picture.Dots("", question::row);
    }
  }
}
