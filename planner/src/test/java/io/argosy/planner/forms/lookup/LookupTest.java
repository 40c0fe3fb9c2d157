package io.argosy.planner.forms.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.TestCatalog;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.Plan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Few rows of a large replicated table are looked up. */
class LookupTest {
  private static final TestCatalog CATALOG =
      new TestCatalog("o_orderkey")
          .with(
              relation(
                  "stock",
                  20_000_000,
                  List.of("kind", "place"),
                  "kind integer",
                  "place integer",
                  "owner integer",
                  "note text"))
          .with(
              relation(
                  "kinds",
                  200_000,
                  List.of("id"),
                  "id integer",
                  "brand text",
                  "size integer",
                  "weight numeric",
                  "owner integer"));

  private static final String FEW =
      " and size = 3 and weight > 4 and size > 2 and brand > 'a' and brand < 'x'";

  private static Relation relation(String name, double rows, List<String> key, String... columns) {
    List<Relation.Column> list =
        List.of(columns).stream()
            .map(column -> column.split(" "))
            .map(parts -> new Relation.Column(parts[0], parts[1], key.contains(parts[0])))
            .toList();
    return new Relation(
        "public",
        name,
        true,
        list,
        List.of(key),
        new Placement.Replicated(),
        Optional.empty(),
        rows);
  }

  private static String text(String sql) {
    return Plans.of(sql, CATALOG).toString().replace("\n", " ");
  }

  private static String groups(String from, String where) {
    return "select brand, count(distinct place) from "
        + from
        + " where "
        + where
        + FEW
        + " group by brand";
  }

  @Test
  void forEachRowOfANodesShare() {
    String sql = groups("stock, kinds", "stock.kind = id and place not in (select 1)");

    assertThat(text(sql))
        .contains(
            "FROM (SELECT * FROM kinds WHERE @share(1)@) AS kinds,"
                + " LATERAL (SELECT * FROM stock AS argosy_row WHERE argosy_row.kind = kinds.id"
                + " OFFSET 0) AS stock")
        .contains("WHERE TRUE AND place NOT IN (SELECT 1) AND size = 3");
  }

  @Test
  void forEachRowOfAPartitionedTableThatANodeHas() {
    Plan plan =
        Plans.of(
            "select sum(l_quantity) from lineitem, part where p_partkey = l_partkey"
                + " and l_quantity < 5 and l_discount < 1 and l_tax < 1 and p_size > 7");

    assertThat(plan).isInstanceOf(Plan.Pushdown.class);
    assertThat(((Plan.Pushdown) plan).fragment().text().replace("\n", " "))
        .contains(
            "FROM lineitem, LATERAL (SELECT * FROM part AS argosy_row"
                + " WHERE argosy_row.p_partkey = lineitem.l_partkey OFFSET 0) AS part WHERE TRUE");
  }

  @Test
  void theTableThatIsNamedFirstIsReadFirst() {
    String sql = groups("kinds k join stock s (a, b) on k.id = s.a", "b > 4").replace("place", "b");

    assertThat(text(sql))
        .contains(
            "FROM (SELECT * FROM kinds WHERE @share(1)@) AS k INNER JOIN"
                + " LATERAL (SELECT * FROM stock AS argosy_row WHERE argosy_row.kind = k.id"
                + " OFFSET 0) AS s (a, b) ON TRUE");
  }

  @Test
  void byAsManyColumnsAsLeadTheIndex() {
    assertThat(text(groups("stock, kinds", "place = size and kind = id and stock.owner = size")))
        .contains("WHERE argosy_row.kind = kinds.id AND argosy_row.place = kinds.size OFFSET 0")
        .contains("stock.owner = size");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // What is not joined has its row all the same.
        "stock left join kinds on kind = id where size = 3 and weight > 4",
        "stock full join kinds on kind = id where size = 3 and weight > 4",
        "kinds left join stock on kind = id where size = 3 and weight > 4",
        // More is compared than can be seen.
        "(select kind as id, place from stock) s join kinds using (id) where size = 3",
        "stock natural join kinds where size = 3 and weight > 4",
        // No index is led by the column.
        "stock, kinds where place = id and size = 3 and weight > 4",
        "stock, kinds where stock.owner = id and size = 3 and weight > 4",
        // It cannot be found by an index.
        "stock, kinds where kind < id and size = 3 and weight > 4",
        "stock, kinds where kind = weight and size = 3 and weight > 4",
        "stock, kinds where kind + 0 = id and size = 3 and weight > 4",
        "stock, kinds where (kind = id or place = 1) and size = 3 and weight > 4",
        // Once more for each row outside.
        "kinds where size = 3 and weight > 4 and exists (select 1 from stock, kinds k"
            + " where kind = k.id and k.size = 3 and k.weight = 1 and place = kinds.id)",
      })
  void otherwiseItIsRead(String from) {
    String sql = "select brand, count(*) from " + from + " group by brand";
    assertThat(text(sql)).as(sql).doesNotContain("LATERAL");
  }

  @Test
  void starsAreWhatTheyWere() {
    String sql = "select * from (select * from %s where kind = id" + FEW + ") x order by brand";

    assertThat(text(sql.formatted("stock, kinds"))).doesNotContain("LATERAL");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Each lookup finds many.
        "kind = id and size = 3",
        // Many are looked up.
        "kind = id and place = size",
      })
  void manyRowsAreRead(String where) {
    String sql = "select brand, count(distinct note) from stock, kinds where " + where;
    TestCatalog others =
        new TestCatalog("o_orderkey")
            .with(CATALOG.relation("stock"))
            .with(
                relation(
                    "kinds", 7_000_000, List.of(), "id integer", "brand text", "size integer"));

    assertThat(Plans.of(sql + " group by brand", others).toString()).doesNotContain("LATERAL");
  }
}
