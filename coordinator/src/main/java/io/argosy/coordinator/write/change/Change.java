package io.argosy.coordinator.write.change;

/** What happens to a row, in the order in which it is done to a table. */
enum Change {
  DELETE,
  UPDATE,
  INSERT
}
