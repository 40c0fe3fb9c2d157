package io.argosy.planner.search;

import io.argosy.planner.plan.SearchSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the search for one plan has tried, and how much work that was. */
final class SearchTrace {
  /** How many alternatives are shown, of one search or of all. */
  static final int MOST_CONSIDERED = 6;

  /** How many of each kind are told of: a summary is kept with the plan. */
  private static final int MOST_TOLD = 20;

  private final List<SearchSummary.Alternative> considered = new ArrayList<>();
  private final List<SearchSummary.Refusal> refused = new ArrayList<>();
  private int attempts;
  private int bindings;
  private long characters;

  /** A way to answer the statement has been found. */
  void considers(SearchSummary.Alternative alternative) {
    considered.add(alternative);
  }

  /** A form of the statement cannot be had, or is not proven. */
  void refuses(String form, String reason) {
    refused.add(new SearchSummary.Refusal(form, reason));
  }

  /** An assignment of moves is tried. */
  void attempts() {
    attempts++;
  }

  /** The names of a tree are looked up. */
  void binds() {
    bindings++;
  }

  /** A tree has been written as SQL. */
  void writes(int length) {
    characters += length;
  }

  /** The cheapest of what has been found, the cheapest first. */
  List<SearchSummary.Alternative> cheapest() {
    return cheapest(MOST_CONSIDERED);
  }

  private List<SearchSummary.Alternative> cheapest(int most) {
    return considered.stream()
        .sorted(Comparator.comparingDouble(SearchSummary.Alternative::cost))
        .limit(most)
        .toList();
  }

  SearchSummary summary() {
    return new SearchSummary(
        cheapest(MOST_TOLD),
        refused.stream().limit(MOST_TOLD).toList(),
        attempts,
        bindings,
        characters);
  }
}
