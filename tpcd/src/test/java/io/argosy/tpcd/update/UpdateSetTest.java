package io.argosy.tpcd.update;

import static io.argosy.tpcd.update.UpdateFunction.UF1;
import static io.argosy.tpcd.update.UpdateFunction.UF2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.tpcd.schema.Table;
import io.trino.tpch.Order;
import io.trino.tpch.TpchEntity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class UpdateSetTest {
  private static final double SCALE = 0.01;

  @Test
  void aSetIsAThousandthOfTheOrders() {
    assertThat(new UpdateSet(UF1, 1, 1).orders()).isEqualTo(1500);
    assertThat(new UpdateSet(UF2, 1, SCALE).orders()).isEqualTo(15);
    assertThat(new UpdateSet(UF1, 1, 0.001).orders()).isEqualTo(1);
  }

  @Test
  void theSetsOfUf2ShareTheLoadedOrdersOutOldestFirst() {
    List<Long> loaded = new ArrayList<>();
    for (TpchEntity row : Table.ORDERS.generate(SCALE, 1, 1)) {
      loaded.add(((Order) row).orderKey());
    }
    List<Long> deleted = new ArrayList<>();
    for (int number = 1; number <= 1000; number++) {
      deleted.addAll(keys(new UpdateSet(UF2, number, SCALE)));
    }
    assertThat(deleted).isEqualTo(loaded);
  }

  @Test
  void uf1UsesEachKeyOfTheGapsOnce() {
    Set<Long> keys = new HashSet<>();
    for (int number = 1; number <= 3000; number++) {
      for (long key : keys(new UpdateSet(UF1, number, SCALE))) {
        assertThat(key % 32).as("of 32 keys the first 8 are loaded").isGreaterThanOrEqualTo(8);
        assertThat(keys.add(key)).as("key %d is new", key).isTrue();
      }
    }
    assertThat(keys).hasSize(45_000);
  }

  @Test
  void uf2GoesOnWithTheOrdersOfUf1() {
    assertThat(keys(new UpdateSet(UF2, 1001, SCALE))).isEqualTo(keys(new UpdateSet(UF1, 1, SCALE)));
    assertThat(keys(new UpdateSet(UF2, 4000, SCALE)))
        .isEqualTo(keys(new UpdateSet(UF1, 3000, SCALE)));
  }

  @Test
  void thereAreOnlySoManySets() {
    assertThatThrownBy(() -> new UpdateSet(UF1, 0, 1)).hasMessageContaining("1 to 3000, not 0");
    assertThatThrownBy(() -> new UpdateSet(UF1, 3001, 1)).hasMessageContaining("1 to 3000");
    assertThatThrownBy(() -> new UpdateSet(UF2, 4001, 1)).hasMessageContaining("1 to 4000");
    assertThatThrownBy(() -> new UpdateSet(UF1, 1, 0.0001)).hasMessageContaining("is none");
  }

  private static List<Long> keys(UpdateSet set) {
    return LongStream.range(0, set.orders()).map(set::orderKey).boxed().toList();
  }
}
