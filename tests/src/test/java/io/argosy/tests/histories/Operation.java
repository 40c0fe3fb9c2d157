package io.argosy.tests.histories;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a statement has done. */
sealed interface Operation {
  /** Before it was sent; by the clock of all clients. */
  long begin();

  /** When its answer was there. */
  long end();

  /**
   * It has appended a value.
   *
   * @param keys of the lists, all of which got it
   * @param value that no other statement appends
   */
  record Append(Set<Key> keys, int value, long begin, long end) implements Operation {}

  /**
   * It has read in one snapshot.
   *
   * @param lists what was in each that was asked for
   */
  record Read(Map<Key, List<Integer>> lists, long begin, long end) implements Operation {}
}
