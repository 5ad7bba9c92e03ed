package org.sparkldp.jobs.draft;

import java.util.List;

/** Drafts of questions for words that nobody can list. */
public final class WordsDrafting implements Drafting {
  @Override
  public String kind() {
    return "words";
  }

  @Override
  public TaskDraft draft(DraftRequest request) {
    String code = request.isWhole() ? "encoding=identifier" : "length=8";
    String users = request.people().get().map(people -> ",users=" + people).orElse("");
    return new TaskDraft(
        "Which values of "
            + request.column()
            + " do many people hold? In rounds: each person answers in one of them.",
        List.of(TaskDraft.column(request.column())),
        "words(epsilon=" + request.epsilon() + "," + code + users + ")",
        (users.isEmpty()
                ? "add users=N, the people expected, or the first run counts them"
                : "users are the table's rows")
            + "; length is that of the longest word, in bytes; alphabet=a-z finds rarer words",
        "category",
        List.of());
  }
}
