package io.argosy.tests.transactions;

import io.argosy.tests.random.Choices;
import java.util.ArrayList;
import java.util.List;

/**
 * A sequence of statements that a seed and a number stand for: blocks with savepoints, and
 * statements outside of them. What was chosen never depends on an outcome.
 */
record Sequence(List<String> statements) {
  private static final int LEAST = 15;
  private static final int MORE = 25;

  static Sequence build(Choices choices) {
    Writes writes = new Writes(choices);
    Reads reads = new Reads(choices);
    Blocks blocks = new Blocks(choices);
    List<String> statements = new ArrayList<>();
    int length = LEAST + choices.below(MORE);
    for (int i = 0; i < length; i++) {
      int kind = choices.below(100);
      if (kind < 42) {
        statements.add(writes.statement());
      } else if (kind < 65) {
        statements.add(reads.query());
      } else if (kind < 67) {
        statements.add(mistake(choices));
      } else {
        statements.add(blocks.statement());
      }
    }
    return new Sequence(statements);
  }

  private static String mistake(Choices choices) {
    return choices.pick(
        "SELECT 1 / 0",
        "SELECT * FROM nowhere",
        "INSERT INTO keyed (k, a) VALUES (NULL, 1)",
        "INSERT INTO keyed (k, a) VALUES (1, 99)",
        "INSERT INTO copied (k) VALUES ('x')",
        "UPDATE keyed SET a = 1 / (k - k)",
        "UPDATE heap SET c = 1",
        "SELECT k / 0 FROM heap",
        "DELETE FROM copied WHERE 1 / (k - k) = 1");
  }
}
