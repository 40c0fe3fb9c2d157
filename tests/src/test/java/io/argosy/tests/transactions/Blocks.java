package io.argosy.tests.transactions;

import io.argosy.tests.random.Choices;
import java.util.ArrayList;
import java.util.List;

/**
 * Random statements that begin and end transactions and their parts. Knows which savepoints there
 * are as long as no statement fails, and names few others. Not thread-safe.
 */
final class Blocks {
  private static final List<String> NAMES = List.of("s1", "s2", "s3");

  private final Choices choices;

  /** From the outermost to the innermost; a name can be there more than once. */
  private final List<String> savepoints = new ArrayList<>();

  private boolean open;

  Blocks(Choices choices) {
    this.choices = choices;
  }

  String statement() {
    return open ? inside() : begin();
  }

  private String begin() {
    open = true;
    return choices.pick(
        "BEGIN",
        "BEGIN",
        "BEGIN",
        "START TRANSACTION",
        "BEGIN ISOLATION LEVEL REPEATABLE READ",
        "BEGIN ISOLATION LEVEL REPEATABLE READ",
        "BEGIN READ ONLY",
        "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
  }

  private String inside() {
    int kind = choices.below(12);
    if (kind < 4) {
      open = false;
      savepoints.clear();
      return choices.pick("COMMIT", "COMMIT", "COMMIT", "ROLLBACK");
    } else if (kind == 4) {
      savepoints.clear();
      return "COMMIT AND CHAIN";
    } else if (kind < 8 || (savepoints.isEmpty() && !choices.chance(5))) {
      String name = choices.pick(NAMES);
      savepoints.add(name);
      return "SAVEPOINT " + name;
    }
    String name = choices.pick(savepoints.isEmpty() ? NAMES : savepoints);
    int place = savepoints.lastIndexOf(name);
    if (kind == 8) {
      savepoints.subList(Math.max(0, place), savepoints.size()).clear();
      return "RELEASE SAVEPOINT " + name;
    }
    savepoints.subList(place + 1, savepoints.size()).clear();
    return choices.pick("ROLLBACK TO SAVEPOINT ", "ROLLBACK TO ") + name;
  }
}
