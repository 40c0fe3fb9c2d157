package io.argosy.tests.random;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/**
 * The decisions behind one query, or one sequence of statements, drawn at random or given. Zero is
 * the simplest decision everywhere: the first element, "no". Not thread-safe.
 */
public final class Choices {
  private final IntUnaryOperator source;
  private final List<Integer> taken = new ArrayList<>();

  private Choices(IntUnaryOperator source) {
    this.source = source;
  }

  /** The choices of one query of a seed; the query does not depend on those before it. */
  public static Choices random(long seed, long index) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + index);
    return new Choices(random::nextInt);
  }

  /** Given choices, each reduced to what is possible at its place; zeros after the last one. */
  static Choices replay(List<Integer> given) {
    List<Integer> copy = List.copyOf(given);
    int[] next = {0};
    return new Choices(bound -> next[0] < copy.size() ? copy.get(next[0]++) % bound : 0);
  }

  /** A number from 0 to less than the bound. */
  public int below(int bound) {
    int choice = source.applyAsInt(bound);
    taken.add(choice);
    return choice;
  }

  /** Yes so many times of a hundred. */
  public boolean chance(int percent) {
    return below(100) >= 100 - percent;
  }

  public <T> T pick(List<T> options) {
    return options.get(below(options.size()));
  }

  @SafeVarargs
  public final <T> T pick(T... options) {
    return options[below(options.length)];
  }

  /** Some of the elements, at least one, in their order. */
  <T> List<T> some(List<T> options, int atMost) {
    int count = 1 + below(Math.min(atMost, options.size()));
    List<T> left = new ArrayList<>(options);
    List<T> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(left.remove(below(left.size())));
    }
    return chosen;
  }

  /** What has been chosen up to now; given to {@link #replay}, it builds the same query. */
  List<Integer> taken() {
    return List.copyOf(taken);
  }
}
