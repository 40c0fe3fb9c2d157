package io.argosy.tests.transactions;

import io.argosy.tests.random.Choices;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random INSERT, UPDATE, DELETE and TRUNCATE. */
final class Writes {
  private final Choices choices;
  private final Terms terms;

  Writes(Choices choices) {
    this.choices = choices;
    this.terms = new Terms(choices);
  }

  String statement() {
    int kind = choices.below(100);
    if (kind < 45) {
      return insert();
    } else if (kind < 75) {
      return update();
    } else if (kind < 97) {
      return delete();
    }
    return "TRUNCATE " + terms.table();
  }

  private String insert() {
    String table = terms.table();
    int kind = choices.below(10);
    if (kind < 4) {
      return "INSERT INTO "
          + table
          + " (k, a, b) VALUES "
          + rows(1 + choices.below(4))
          + returning("k, a, b");
    } else if (kind < 6) {
      String keyed = choices.pick(Terms.TABLES_WITH_KEY);
      return "INSERT INTO "
          + keyed
          + " (k, a, b) VALUES "
          + rows(1 + choices.below(3))
          + conflict(keyed)
          + returning("k, a, b");
    } else if (kind < 8) {
      return "INSERT INTO "
          + table
          + " (k, a, b) SELECT k + "
          + choices.pick("0", "6", "20")
          + ", a, b FROM "
          + source()
          + returning("k, b");
    } else if (kind == 8) {
      return "INSERT INTO "
          + choices.pick("heap", "loose")
          + " (k, a, b) SELECT a, count(*), max(b) FROM "
          + source()
          + " AND a IS NOT NULL GROUP BY a";
    }
    String keyed = choices.pick(Terms.TABLES_WITH_KEY);
    return "INSERT INTO "
        + keyed
        + " (k, a, b) SELECT k, min(a), max(b) FROM "
        + source()
        + " GROUP BY k"
        + conflict(keyed)
        + returning("k, a");
  }

  private String source() {
    String source = terms.table();
    return source + " WHERE " + terms.condition(source);
  }

  private String rows(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                "("
                    + terms.key()
                    + ", "
                    + choices.pick(terms.number(), "DEFAULT")
                    + ", "
                    + choices.pick(terms.text(), terms.text(), "DEFAULT")
                    + ")")
        .collect(Collectors.joining(", "));
  }

  private String conflict(String table) {
    return " ON CONFLICT "
        + choices.pick(
            "(k) DO NOTHING",
            "(k) DO UPDATE SET a = excluded.a",
            "(k) DO UPDATE SET a = coalesce(" + table + ".a, 0) + 1, b = excluded.b",
            "(k) DO UPDATE SET b = 'conflict' WHERE " + table + ".a > 2");
  }

  private String update() {
    String table = terms.table();
    String other = terms.table();
    int kind = choices.below(10);
    if (kind == 0) {
      return "UPDATE " + table + " SET k = k + 20 WHERE k = " + terms.key() + returning("k, a");
    } else if (kind < 3 && !other.equals(table)) {
      return "UPDATE "
          + table
          + " SET a = coalesce("
          + table
          + ".a, 0) + 1, b = 'joined' FROM "
          + other
          + " o WHERE o.k = "
          + table
          + "."
          + choices.pick("k", "a")
          + " AND o.a > "
          + choices.below(4)
          + returning(table + ".k, " + table + ".a");
    }
    return "UPDATE "
        + table
        + " SET "
        + assignment(table, other)
        + " WHERE "
        + terms.condition(table)
        + returning("k, a, b");
  }

  private String assignment(String table, String other) {
    return choices.pick(
        "a = a + 1",
        "a = " + terms.number() + ", b = " + terms.text(),
        "b = DEFAULT",
        "a = (SELECT max(o.a) FROM " + other + " o WHERE o.k = " + table + ".k)",
        "a = (SELECT count(*) FROM " + other + " o)",
        "(a, b) = (k, 'both')");
  }

  private String delete() {
    String table = terms.table();
    String other = terms.table();
    if (choices.chance(30) && !other.equals(table)) {
      return "DELETE FROM "
          + table
          + " USING "
          + other
          + " o WHERE o."
          + choices.pick("k", "a")
          + " = "
          + table
          + ".k AND o.a > "
          + choices.below(5)
          + returning(table + ".k");
    }
    return "DELETE FROM " + table + " WHERE " + terms.condition(table) + returning("k, a, b");
  }

  private String returning(String columns) {
    return choices.chance(40) ? " RETURNING " + columns : "";
  }
}
