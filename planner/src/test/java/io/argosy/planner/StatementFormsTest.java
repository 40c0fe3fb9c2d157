package io.argosy.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The catalogue of statement forms in the documentation is what the planner does with an example of
 * each; it is rewritten when the tests run with {@code -Dgolden.update=true}.
 */
class StatementFormsTest {
  private static final Path CATALOGUE = Path.of("..", "docs", "statement-forms.md");

  private static final String HEAD =
      """
      # How statements are answered that are not local

      Tables `orders` and `lineitem` are distributed by their order key and colocated, the others are
      replicated. `REPARTITION t (c)` sends the rows of `t` to the nodes that own the hash of `c`,
      `BROADCAST` to all nodes, `GATHER` to the home node; `CARVE t (c)` lets each node read its share
      of a replicated table, `LOOK UP t (c)` has it find few of its rows in an index; `KEEP` makes rows
      a temporary table where they are. A description in brackets says how a subquery is answered by itself.
      A statement that changes rows and is gathered runs once over copies of its targets on the home
      node, and the difference is carried to the nodes.
      Which way is taken depends on what PostgreSQL estimates; `EXPLAIN` shows it for a statement,
      and what it was compared with. Written by a test of the planner: do not edit.

      | form | example | strategy | how |
      | --- | --- | --- | --- |
      """;

  private static final TestCatalog CATALOG =
      new TestCatalog("o_orderkey", "l_orderkey")
          .withView(
              "customer_totals",
              "SELECT orders.o_custkey, sum(orders.o_totalprice) AS total FROM public.orders"
                  + " GROUP BY orders.o_custkey",
              "o_custkey",
              "total");

  private static String row(String form, String sql) {
    Plan plan = GoldenPlanTest.plan(sql, CATALOG);
    String how =
        switch (plan) {
          case Plan.Staged staged -> staged.considered().get(0).description();
          case Plan.Gather gather -> gather.reason();
          case Plan.Pushdown pushdown ->
              pushdown.merge().getClass().getSimpleName().equals("Finish")
                  ? "partial results, finished in PostgreSQL"
                  : "each node's rows";
          case Plan.Route route -> "";
          case Plan.Modify modify -> "";
          case Plan.Carried carried -> carried.reason();
          case Plan.Refused refused -> refused.reason();
        };
    return "| %s | `%s` | %s | %s |\n"
        .formatted(
            form,
            sql.replace("|", "\\|"),
            plan.getClass().getSimpleName().toUpperCase(java.util.Locale.ROOT),
            how);
  }

  @Test
  void catalogueSaysWhatThePlannerDoes() throws IOException {
    StringBuilder table = new StringBuilder(HEAD);
    List<String> lines = GoldenFile.read("corpus/forms.sql").lines().toList();
    for (int i = 0; i + 1 < lines.size(); i += 2) {
      table.append(row(lines.get(i).substring("-- ".length()), lines.get(i + 1)));
    }
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(CATALOGUE, table.toString());
    }
    assertThat(table.toString()).isEqualTo(Files.readString(CATALOGUE));
  }
}
