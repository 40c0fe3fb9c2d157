package io.argosy.tests.random;

import java.util.function.Supplier;

/** How deep queries stand in each other, and whether one more may. Not thread-safe. */
final class Nesting {
  private static final int DEEPEST = 3;

  private final Draft draft;
  private int depth;

  Nesting(Draft draft) {
    this.draft = draft;
  }

  boolean allowed() {
    return depth < DEEPEST && draft.roomFor(1);
  }

  int depth() {
    return depth;
  }

  <T> T deeper(Supplier<T> part) {
    depth++;
    try {
      return part.get();
    } finally {
      depth--;
    }
  }
}
