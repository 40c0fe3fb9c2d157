package io.argosy.tests.random;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a statement smaller as long as it still shows something: fewer choices, smaller choices.
 * What is kept is always shorter than what it replaces.
 */
final class Shrinker {
  private final List<Table> tables;
  private final Predicate<RandomStatement> shows;
  private int attemptsLeft;

  /**
   * @param shows whether a statement still shows it
   * @param attempts how many statements may be tried
   */
  Shrinker(List<Table> tables, int attempts, Predicate<RandomStatement> shows) {
    this.tables = tables;
    this.attemptsLeft = attempts;
    this.shows = shows;
  }

  RandomStatement shrink(RandomStatement statement) {
    RandomStatement smallest = statement;
    RandomStatement before;
    do {
      before = smallest;
      for (int size = 32; size >= 1; size /= 2) {
        smallest = withoutRuns(smallest, size);
        smallest = withZeros(smallest, size);
      }
    } while (smallest != before && attemptsLeft > 0);
    return smallest;
  }

  private RandomStatement withoutRuns(RandomStatement statement, int size) {
    RandomStatement smallest = statement;
    for (int at = smallest.choices().size() - size; at >= 0; at -= size) {
      if (at + size > smallest.choices().size()) {
        continue;
      }
      List<Integer> fewer = new ArrayList<>(smallest.choices());
      fewer.subList(at, at + size).clear();
      smallest = better(fewer, smallest);
    }
    return smallest;
  }

  private RandomStatement withZeros(RandomStatement statement, int size) {
    RandomStatement smallest = statement;
    for (int at = 0; at + size <= smallest.choices().size(); at += size) {
      List<Integer> smaller = new ArrayList<>(smallest.choices());
      if (smaller.subList(at, at + size).stream().allMatch(choice -> choice == 0)) {
        continue;
      }
      smaller.subList(at, at + size).replaceAll(choice -> 0);
      smallest = better(smaller, smallest);
    }
    return smallest;
  }

  private RandomStatement better(List<Integer> choices, RandomStatement smallest) {
    RandomStatement candidate = RandomStatement.build(Choices.replay(choices), tables);
    if (candidate.sql().length() >= smallest.sql().length() || attemptsLeft <= 0) {
      return smallest;
    }
    attemptsLeft--;
    return shows.test(candidate) ? candidate : smallest;
  }
}
