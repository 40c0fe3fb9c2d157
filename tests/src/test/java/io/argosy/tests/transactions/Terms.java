package io.argosy.tests.transactions;

import io.argosy.tests.random.Choices;
import java.util.List;

/** Tables, values and conditions of random statements. */
record Terms(Choices choices) {
  /** Distributed tables with a key and without, replicated tables with a key and without. */
  static final List<String> TABLES = List.of("keyed", "heap", "copied", "loose");

  static final List<String> TABLES_WITH_KEY = List.of("keyed", "copied");

  String table() {
    return choices.pick(TABLES);
  }

  String key() {
    return Integer.toString(1 + choices.below(12));
  }

  String number() {
    int value = choices.below(8);
    return value == 7 ? "NULL" : Integer.toString(value);
  }

  String text() {
    return choices.pick("'x'", "'y'", "'z'", "NULL");
  }

  /** A condition on the columns of one table. */
  String condition(String table) {
    String other = table();
    return choices.pick(
        table + ".k = " + key(),
        table + ".k < " + key(),
        table + ".a > " + choices.below(5),
        table + ".a IS NULL",
        table + ".b = " + choices.pick("'x'", "'y'", "'z'"),
        table + ".k IN (" + key() + ", " + key() + ", " + key() + ")",
        table + ".a IN (SELECT o.a FROM " + other + " o WHERE o.k < " + key() + ")",
        table + ".a NOT IN (SELECT o.k FROM " + other + " o WHERE o.k > " + key() + ")",
        "EXISTS (SELECT FROM " + other + " o WHERE o.k = " + table + ".k AND o.a > 1)",
        "NOT EXISTS (SELECT FROM " + other + " o WHERE o.a = " + table + ".a AND o.k > 3)",
        table + ".a > (SELECT avg(o.a) FROM " + other + " o)",
        "true");
  }
}
