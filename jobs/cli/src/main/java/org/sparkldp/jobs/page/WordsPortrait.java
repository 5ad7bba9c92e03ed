package org.sparkldp.jobs.page;

import java.util.List;
import java.util.Optional;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.task.WordsTask;
import org.sparkldp.protocols.Estimate;

/** The words that were found, or that none was. */
public final class WordsPortrait implements Portrait<WordsTask> {
  @Override
  public String kind() {
    return "words";
  }

  @Override
  public Picture picture(WordsTask question) {
    return new Picture.Bars("Words of " + question.about() + " that many hold", question.about());
  }

  @Override
  public List<Chart> charts(WordsTask question, Answers answers, Optional<double[]> truth) {
    Estimate all = answers.estimate();
    if (!all.rows().isEmpty()) {
      return Portrait.super.charts(question, answers, truth);
    }
    Estimate none =
        new Estimate(all.n(), all.confidence(), List.of(new Estimate.Row("(no word)", 0, 0, 0, 0)));
    String title = "No word of " + question.about() + " that enough people hold";
    return new Picture.Bars(title, question.about())
        .charts(question.about(), Answers.raw(none), Optional.empty());
  }

  @Override
  public List<Page.Fact> facts(WordsTask question) {
    return List.of(
        new Page.Fact("rounds", Integer.toString(question.protocol().rounds())),
        new Page.Fact(
            "beginnings kept in a round", Integer.toString(question.protocol().design().kept())));
  }
}
