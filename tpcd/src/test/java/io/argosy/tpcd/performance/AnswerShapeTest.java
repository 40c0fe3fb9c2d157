package io.argosy.tpcd.performance;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.compare.Answer;
import io.argosy.tpcd.compare.Column;
import io.argosy.tpcd.query.Query;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerShapeTest {
  @Test
  void moreOrFewerRowsThanThereCanBeAreAFault() {
    assertThat(AnswerShape.fault(Query.ORDER_PRIORITY_CHECKING, rows(5, "o_orderpriority")))
        .isEmpty();
    assertThat(AnswerShape.fault(Query.ORDER_PRIORITY_CHECKING, rows(6, "o_orderpriority")))
        .contains("6 rows, which cannot be: 0 to 5");
    assertThat(AnswerShape.fault(Query.FORECASTING_REVENUE_CHANGE, rows(0, "revenue")))
        .contains("0 rows, which cannot be: 1 to 1");
    assertThat(AnswerShape.fault(Query.TOP_SUPPLIER, rows(0, "s_suppkey")))
        .contains("0 rows, which cannot be: at least 1");
    assertThat(AnswerShape.fault(Query.IMPORTANT_STOCK, rows(9999, "value"))).isEmpty();
  }

  @Test
  void aMissingColumnIsAFault() {
    assertThat(AnswerShape.fault(Query.SHIPPING_MODES, rows(2, "mode")))
        .contains("there is no column l_shipmode");
  }

  private static Answer rows(int count, String column) {
    return new Answer(
        List.of(new Column(column, "text")), Collections.nCopies(count, List.of("x")));
  }
}
