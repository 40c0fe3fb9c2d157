package io.argosy.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.testing.Templates;
import io.argosy.planner.plan.Share;
import java.sql.Connection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeSharesTest {
  private static NodeShares slots(String column, String type, int nodes) {
    return new NodeShares(
        List.of(new Share(column, true, new Share.Division.Slots(type))), SlotMap.even(nodes));
  }

  private static NodeShares ranges(int nodes, String... bounds) {
    return new NodeShares(
        List.of(new Share("t.c", true, new Share.Division.Ranges(List.of(bounds)))),
        SlotMap.even(nodes));
  }

  @Test
  void rangesAreOpenAtBothEndsAndNullIsTheHomeNodes() {
    NodeShares shares = ranges(3, "10", "20");
    assertThat(shares.sql(Templates.of("WHERE @share(1)@"), 0))
        .isEqualTo("WHERE (t.c OPERATOR(pg_catalog.<) 10 OR t.c IS NULL)");
    assertThat(shares.sql(Templates.of("WHERE @share(1)@"), 1))
        .isEqualTo("WHERE (t.c OPERATOR(pg_catalog.>=) 10 AND t.c OPERATOR(pg_catalog.<) 20)");
    assertThat(shares.sql(Templates.of("WHERE @share(1)@"), 2))
        .isEqualTo("WHERE (t.c OPERATOR(pg_catalog.>=) 20)");
  }

  @Test
  void nobodyLooksForNullWhereThereIsNone() {
    Share share = new Share("c", false, new Share.Division.Ranges(List.of("10")));
    NodeShares shares = new NodeShares(List.of(share), SlotMap.even(2));
    assertThat(shares.sql(Templates.of("@share(1)@"), 0))
        .isEqualTo("(c OPERATOR(pg_catalog.<) 10)");
    assertThat(shares.sql(Templates.of("@share(1)@"), 1))
        .isEqualTo("(c OPERATOR(pg_catalog.>=) 10)");
  }

  @Test
  void oneNodeReadsEverything() {
    assertThat(ranges(1).sql(Templates.of("@share(1)@"), 0)).isEqualTo("true");
    assertThat(slots("c", "integer", 1).sql(Templates.of("@share(1)@"), 0)).isEqualTo("true");
  }

  @Test
  void theLastNodeHasWhatWasPlannedForOthers() {
    NodeShares shares = ranges(2, "10", "20");
    assertThat(shares.sql(Templates.of("@share(1)@"), 0))
        .isEqualTo("(t.c OPERATOR(pg_catalog.<) 10 OR t.c IS NULL)");
    assertThat(shares.sql(Templates.of("@share(1)@"), 1))
        .isEqualTo("(t.c OPERATOR(pg_catalog.>=) 10)");
    assertThat(shares.node(new Share.Division.Ranges(List.of("10", "20")), "c"))
        .isEqualTo("CASE WHEN c OPERATOR(pg_catalog.>=) 10 THEN 1 ELSE 0 END");
  }

  @Test
  void nodesThatNothingWasPlannedForHaveNothing() {
    assertThat(ranges(3, "10").sql(Templates.of("@share(1)@"), 1))
        .isEqualTo("(t.c OPERATOR(pg_catalog.>=) 10)");
    assertThat(ranges(3, "10").sql(Templates.of("@share(1)@"), 2)).isEqualTo("false");
  }

  @Test
  void sharesAreTakenByTheirNumbers() {
    NodeShares shares =
        new NodeShares(
            IntStream.rangeClosed(1, 11)
                .mapToObj(
                    i ->
                        new Share(
                            "c" + i, true, new Share.Division.Ranges(List.of(Integer.toString(i)))))
                .toList(),
            SlotMap.even(2));
    assertThat(shares.sql(Templates.of("@share(1)@ @share(11)@ @share(1)@"), 1))
        .isEqualTo(
            "(c1 OPERATOR(pg_catalog.>=) 1) (c11 OPERATOR(pg_catalog.>=) 11) (c1"
                + " OPERATOR(pg_catalog.>=) 1)");
  }

  @ParameterizedTest
  @CsvSource({"integer,2", "integer,3", "text,3", "numeric,4", "date,3", "bigint,7"})
  void everyValueIsReadByOneNodeAndNullByTheHomeNode(String type, int nodes) throws Exception {
    String values =
        "(SELECT (CASE WHEN '"
            + type
            + "' = 'date' THEN (date '1992-01-01' + i)::text ELSE i::text END)::"
            + type
            + " AS v FROM generate_series(1, 500) i UNION ALL SELECT NULL) AS t";
    NodeShares shares = slots("t.v", type, nodes);
    String each =
        String.join(
            " UNION ALL ",
            IntStream.range(0, nodes)
                .mapToObj(
                    node ->
                        shares.sql(
                            Templates.of(
                                "SELECT "
                                    + node
                                    + " AS node, v FROM "
                                    + values
                                    + " WHERE @share(1)@"),
                            node))
                .toList());
    try (Connection connection = SharedCluster.connect()) {
      assertThat(
              SharedCluster.rows(
                  connection,
                  "SELECT count(*), count(DISTINCT v), count(DISTINCT node),"
                      + " max(node) FILTER (WHERE v IS NULL) FROM ("
                      + each
                      + ") x"))
          .containsExactly("501|500|" + nodes + "|0");
    }
  }

  /** The node that a row moves to must be the one that reads it by slots. */
  @ParameterizedTest
  @CsvSource({"integer,2", "integer,3", "text,4", "bigint,7", "double precision,3", "oid,2"})
  void rowsMoveToTheNodeWhoseSlotsTheyAreIn(String type, int nodes) throws Exception {
    NodeShares shares = slots("v", type, nodes);
    String reader =
        String.join(
            " ",
            IntStream.range(0, nodes)
                .mapToObj(node -> shares.sql(Templates.of("WHEN @share(1)@ THEN " + node), node))
                .toList());
    try (Connection connection = SharedCluster.connect()) {
      assertThat(
              SharedCluster.rows(
                  connection,
                  "SELECT count(*), count(DISTINCT owner), bool_and(owner = reader) FROM (SELECT "
                      + KeyType.of(type).nodeExpression("v", SlotMap.even(nodes))
                      + " AS owner, CASE "
                      + reader
                      + " END AS reader FROM (SELECT nullif(i, 5)::"
                      + type
                      + " AS v FROM generate_series(1, 500) i) x) y"))
          .containsExactly("500|" + nodes + "|t");
    }
  }

  /** The node that a row moves to must be the one that reads the range it is in. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void rowsMoveToTheNodeWhoseRangeTheyAreIn(int nodes) throws Exception {
    String[] bounds =
        IntStream.range(1, nodes)
            .mapToObj(node -> "'" + node * 50 + "'::integer")
            .toArray(String[]::new);
    NodeShares shares = ranges(nodes, bounds);
    String reader =
        String.join(
            " ",
            IntStream.range(0, nodes)
                .mapToObj(node -> shares.sql(Templates.of("WHEN @share(1)@ THEN " + node), node))
                .toList());
    String owner = shares.node(new Share.Division.Ranges(List.of(bounds)), "t.c");
    try (Connection connection = SharedCluster.connect()) {
      assertThat(
              SharedCluster.rows(
                  connection,
                  "SELECT count(*), count(DISTINCT owner), bool_and(owner = reader),"
                      + " bool_and(pg_typeof(owner) = 'integer'::regtype) FROM (SELECT "
                      + owner
                      + " AS owner, CASE "
                      + reader
                      + " END AS reader FROM (SELECT nullif(i, 5)::bigint AS c"
                      + " FROM generate_series(-10, 500) i) t) y"))
          .containsExactly("511|" + nodes + "|t|t");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "10", "15", "20", "1000", "NULL"})
  void everyValueIsInOneRange(String value) throws Exception {
    NodeShares shares = ranges(3, "10", "20");
    try (Connection connection = SharedCluster.connect()) {
      String counts =
          String.join(
              " + ",
              IntStream.range(0, 3)
                  .mapToObj(node -> shares.sql(Templates.of("(@share(1)@ IS TRUE)::int"), node))
                  .toList());
      assertThat(
              SharedCluster.rows(
                  connection, "SELECT " + counts + " FROM (SELECT " + value + "::int AS c) t"))
          .containsExactly("1");
    }
  }
}
