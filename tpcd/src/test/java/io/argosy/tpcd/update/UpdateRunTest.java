package io.argosy.tpcd.update;

import static io.argosy.tpcd.update.UpdateFunction.UF1;
import static io.argosy.tpcd.update.UpdateFunction.UF2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.schema.Placement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpdateRunTest {
  private static final UpdateSet NEW = new UpdateSet(UF1, 1, PlainPostgres.SCALE);
  private static final UpdateSet OLD = new UpdateSet(UF2, 1, PlainPostgres.SCALE);
  private static final String GAPS = "orders WHERE o_orderkey % 32 >= 8";

  @Test
  void newOrdersComeWithTheirLineItems() throws Exception {
    UpdatedData data = new UpdatedData(PlainPostgres.copyUrl("uf1"));
    data.update(NEW, 4);
    data.update(new UpdateSet(UF1, 2, PlainPostgres.SCALE), 100);
    assertThat(data.numbers("SELECT o_orderkey FROM " + GAPS + " ORDER BY 1"))
        .hasSize(30)
        .startsWith(9L, 10L, 11L, 12L, 13L, 14L, 15L, 40L);
    assertThat(data.number("SELECT count(*) FROM orders")).isEqualTo(15_030);
    assertThat(
            data.number(
                """
                SELECT count(*) FROM (
                  SELECT o_orderkey FROM orders JOIN lineitem ON l_orderkey = o_orderkey
                  WHERE o_orderkey % 32 >= 8
                  GROUP BY o_orderkey
                  HAVING o_totalprice
                    = sum(trunc(trunc(l_extendedprice * (1 - l_discount), 2) * (1 + l_tax), 2))
                  AND max(l_linenumber) = count(*) AND min(l_shipdate) > o_orderdate) AS whole
                """))
        .as("orders that agree with their line items")
        .isEqualTo(30);
    assertThat(data.numbers("SELECT orders_done FROM tpcd_updates ORDER BY set_number, step"))
        .containsExactly(4L, 8L, 12L, 15L, 15L);
  }

  @Test
  void oldOrdersGoWithTheirLineItems() throws Exception {
    UpdatedData data = new UpdatedData(PlainPostgres.copyUrl("uf2"));
    List<List<String>> before = data.lineItems();
    data.update(OLD, 100);
    assertThat(data.number("SELECT count(*) FROM orders")).isEqualTo(14_985);
    assertThat(data.number("SELECT min(o_orderkey) FROM orders")).isEqualTo(64);
    assertThat(data.lineItems())
        .isEqualTo(before.stream().filter(row -> Long.parseLong(row.getFirst()) >= 64).toList());
  }

  @Test
  void newOrdersAreDeletedAfterAllOthers() throws Exception {
    UpdatedData data = new UpdatedData(PlainPostgres.copyUrl("uf_cycle"));
    List<List<String>> orders = data.orders();
    List<List<String>> lineItems = data.lineItems();
    UpdateSet afterAll = new UpdateSet(UF2, 1001, PlainPostgres.SCALE);
    assertThatThrownBy(() -> data.update(afterAll, 10))
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining("10 of 10 orders of set 1001 of uf2 do not exist");
    data.update(NEW, 10);
    data.update(afterAll, 10);
    assertThat(data.orders()).isEqualTo(orders);
    assertThat(data.lineItems()).isEqualTo(lineItems);
  }

  @Test
  void anInterruptedSetGoesOnWhereItWas() throws Exception {
    UpdatedData whole = new UpdatedData(PlainPostgres.copyUrl("uf_whole"));
    whole.update(NEW, 15);
    UpdatedData data = new UpdatedData(PlainPostgres.copyUrl("uf_halves"));
    try (Connection connection = DriverManager.getConnection(data.url())) {
      UpdateRun run = UpdateRun.open(connection, NEW, 4);
      run.next();
      PlainPostgres.execute(
          data.url(),
          "INSERT INTO orders SELECT 14, o_custkey, o_orderstatus, o_totalprice, o_orderdate,"
              + " o_orderpriority, o_clerk, o_shippriority, o_comment FROM orders LIMIT 1");
      assertThatThrownBy(run::next)
          .isInstanceOf(BenchmarkException.class)
          .hasMessageContaining("rows of set 1 of uf1 exist already")
          .hasMessageContaining("(14)");
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(run.progress().orders()).isEqualTo(4);
    }
    assertThat(data.numbers("SELECT o_orderkey FROM " + GAPS + " ORDER BY 1"))
        .containsExactly(9L, 10L, 11L, 12L, 14L);
    PlainPostgres.execute(data.url(), "DELETE FROM orders WHERE o_orderkey = 14");
    data.update(NEW, 7);
    assertThat(data.orders()).isEqualTo(whole.orders());
    assertThat(data.lineItems()).isEqualTo(whole.lineItems());
  }

  @Test
  void aSetIsDoneOnce() throws Exception {
    UpdatedData data = new UpdatedData(PlainPostgres.copyUrl("uf_once"));
    data.update(OLD, 10);
    assertThatThrownBy(() -> data.update(OLD, 10))
        .isInstanceOfSatisfying(
            BenchmarkException.class, e -> assertThat(e.sqlState()).isEqualTo("55000"))
        .hasMessageContaining("set 1 of uf2 is done already");
  }

  @Test
  void aLoadEndsWhatUpdatesHaveDone() throws Exception {
    String url = PlainPostgres.emptyUrl("uf_reload");
    Loader loader = new Loader(url, 0.001, Placement.NONE, LoadProgress.NONE);
    loader.load();
    UpdatedData data = new UpdatedData(url);
    List<List<String>> orders = data.orders();
    data.update(new UpdateSet(UF2, 1, 0.001), 10);
    loader.ensureLoaded();
    assertThat(data.orders()).isEqualTo(orders);
    PlainPostgres.execute(url, "DROP TABLE tpcd_updates");
    data.update(new UpdateSet(UF2, 1, 0.001), 10);
    assertThat(data.orders()).isEqualTo(orders.subList(1, orders.size()));
  }
}
