package io.argosy.tpcd.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StreamOrderTest {
  @ParameterizedTest
  @EnumSource
  void everyStreamHasEveryQueryOnceInAnOrderOfItsOwn(QuerySet set) {
    Set<List<Query>> orders = new HashSet<>();
    for (int stream = 0; stream <= StreamOrder.MOST_STREAMS; stream++) {
      List<Query> order = StreamOrder.of(set, stream);
      assertThat(order).containsExactlyInAnyOrderElementsOf(set.queries());
      orders.add(order);
    }
    assertThat(orders).hasSize(StreamOrder.MOST_STREAMS + 1);
  }

  @Test
  void thePowerTestsOrderIsTheAppendixs() {
    assertThat(StreamOrder.of(QuerySet.TPCH, 0).stream().map(Query::number))
        .containsExactly(
            14, 2, 9, 20, 6, 17, 18, 8, 21, 13, 3, 22, 16, 4, 11, 15, 1, 10, 19, 5, 7, 12);
    assertThat(StreamOrder.of(QuerySet.TPCD, 0))
        .contains(Query.SALES_CLERK_PERFORMANCE)
        .extracting(Query::number)
        .containsExactly(14, 2, 9, 6, 17, 8, 13, 3, 16, 4, 11, 15, 1, 10, 5, 7, 12);
  }
}
