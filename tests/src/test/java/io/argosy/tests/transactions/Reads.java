package io.argosy.tests.transactions;

import io.argosy.tests.random.Choices;

/** Random queries between the writes: pushed down, in stages, and gathered. */
final class Reads {
  private final Choices choices;
  private final Terms terms;

  Reads(Choices choices) {
    this.choices = choices;
    this.terms = new Terms(choices);
  }

  String query() {
    String table = terms.table();
    String other = terms.table();
    String where = " WHERE " + terms.condition(table);
    return choices.pick(
        "SELECT * FROM " + table + where,
        "SELECT a, count(*), sum(k), min(b) FROM " + table + where + " GROUP BY a",
        "SELECT count(*), sum(a), max(b), count(DISTINCT a) FROM " + table,
        "SELECT "
            + table
            + ".k, o.k, o.b FROM "
            + table
            + " JOIN "
            + other
            + " o USING (a)"
            + where,
        "SELECT "
            + table
            + ".k, o.a FROM "
            + table
            + " LEFT JOIN "
            + other
            + " o ON o.k = "
            + table
            + ".k"
            + where,
        "SELECT k, a, b, row_number() OVER (PARTITION BY a ORDER BY k, b) FROM " + table + where,
        "SELECT k, a FROM " + table + " EXCEPT SELECT k, a FROM " + other,
        "SELECT a FROM " + table + " UNION ALL SELECT k FROM " + other,
        "WITH RECURSIVE r(n) AS (SELECT min(k) FROM "
            + table
            + " UNION SELECT o.k FROM r JOIN "
            + other
            + " o ON o.a = r.n) SELECT n FROM r",
        "SELECT count(*) FROM " + table + " x, " + other + " y WHERE x.k = y.a");
  }
}
