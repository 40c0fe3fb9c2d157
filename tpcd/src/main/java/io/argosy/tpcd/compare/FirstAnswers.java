package io.argosy.tpcd.compare;

import io.argosy.tpcd.query.Query;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The first answer to each query, which is taken to be right. Used by one thread. */
public final class FirstAnswers {
  private final Map<Query, Answer> answers = new EnumMap<>(Query.class);

  /** Whether a query was answered before. */
  public boolean has(Query query) {
    return answers.containsKey(query);
  }

  /** How an answer differs from the first one to its query; nothing if it is that one. */
  public Optional<String> difference(Query query, Answer answer) {
    Answer first = answers.putIfAbsent(query, answer);
    return first == null
        ? Optional.empty()
        : AnswerComparison.firstDifference(first, answer, query.ordering());
  }
}
