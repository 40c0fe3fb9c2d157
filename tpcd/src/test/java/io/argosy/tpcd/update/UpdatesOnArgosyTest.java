package io.argosy.tpcd.update;

import static io.argosy.tpcd.update.UpdateFunction.UF1;
import static io.argosy.tpcd.update.UpdateFunction.UF2;
import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.ArgosyCluster;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.schema.Placement;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Every placement on three nodes, with foreign keys: the updates leave what they leave on one. */
class UpdatesOnArgosyTest {
  private static final String FOREIGN_KEY =
      "ALTER TABLE lineitem ADD FOREIGN KEY (l_orderkey) REFERENCES orders";
  private static final double SCALE = 0.002;

  @RegisterExtension static final ArgosyCluster CLUSTER = new ArgosyCluster();

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void theDataIsThatOfOnePostgres(Placement placement) throws Exception {
    Loader loader = new Loader(CLUSTER.url(), SCALE, placement, LoadProgress.NONE);
    loader.drop();
    loader.load();
    PlainPostgres.execute(CLUSTER.url(), FOREIGN_KEY);
    String plainUrl = PlainPostgres.emptyUrl("beside_argosy");
    new Loader(plainUrl, SCALE, Placement.NONE, LoadProgress.NONE).load();
    PlainPostgres.execute(plainUrl, FOREIGN_KEY);

    UpdatedData argosy = new UpdatedData(CLUSTER.url());
    UpdatedData plain = new UpdatedData(plainUrl);
    update(argosy, plain, new UpdateSet(UF1, 1, SCALE));
    assertThat(argosy.number("SELECT count(*) FROM orders WHERE o_orderkey % 32 >= 8"))
        .isEqualTo(3);
    update(argosy, plain, new UpdateSet(UF2, 1, SCALE));
    assertThat(argosy.number("SELECT min(o_orderkey) FROM orders WHERE o_orderkey % 32 < 8"))
        .isEqualTo(4);
    for (int number = 2; number <= 5; number++) {
      update(argosy, plain, new UpdateSet(UF1, number, SCALE));
      update(argosy, plain, new UpdateSet(UF2, number, SCALE));
    }
    assertThat(argosy.number("SELECT count(*) FROM orders")).isEqualTo(3000);
    assertThat(argosy.number("SELECT count(*) FROM tpcd_updates")).isEqualTo(20);
  }

  private static void update(UpdatedData argosy, UpdatedData plain, UpdateSet set)
      throws Exception {
    argosy.update(set, 2);
    plain.update(set, 2);
    assertThat(argosy.orders()).as("orders after %s", set).isEqualTo(plain.orders());
    assertThat(argosy.lineItems()).as("line items after %s", set).isEqualTo(plain.lineItems());
  }
}
