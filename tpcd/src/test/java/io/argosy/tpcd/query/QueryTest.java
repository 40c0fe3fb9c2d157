package io.argosy.tpcd.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QueryTest {
  @Test
  void setsAreNumberedWithoutGaps() {
    assertThat(QuerySet.TPCD.queries().stream().map(Query::number))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 17).boxed().toList());
    assertThat(QuerySet.TPCH.queries().stream().map(Query::number))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 22).boxed().toList());
    assertThat(QuerySet.TPCD.query(13)).contains(Query.SALES_CLERK_PERFORMANCE);
    assertThat(QuerySet.TPCH.query(13)).contains(Query.CUSTOMER_DISTRIBUTION);
    assertThat(QuerySet.TPCD.query(18)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyPlaceholderHasAValueAndEveryValueAPlaceholder(Query query) {
    assertThat(Parameters.validation(query, 1).values()).containsOnlyKeys(query.parameterNames());
    assertThat(Parameters.random(query, 1, 1).values()).containsOnlyKeys(query.parameterNames());
    assertThat(query.sql(Parameters.validation(query, 1))).doesNotContain(":");
  }

  @Test
  void aMissingValueIsAnError() {
    assertThatThrownBy(() -> Query.PRICING_SUMMARY.sql(Parameters.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("delta");
  }

  @ParameterizedTest
  @EnumSource
  void orderingIsThatOfTheSql(Query query) throws Exception {
    SqlNode parsed =
        SqlParser.create(
                query.sql(Parameters.validation(query, 1)),
                SqlParser.config()
                    .withParserFactory(SqlBabelParserImpl.FACTORY)
                    .withUnquotedCasing(Casing.UNCHANGED))
            .parseQuery();
    assertThat(orderingOf(parsed)).isEqualTo(query.ordering());
  }

  private static Ordering orderingOf(SqlNode query) {
    if (!(query instanceof SqlOrderBy ordered)) {
      assertThat(query).isNotInstanceOf(SqlWith.class);
      return Ordering.NONE;
    }
    List<String> columns =
        ordered.orderList.stream()
            .map(
                item ->
                    item.getKind() == SqlKind.DESCENDING
                        ? ((SqlBasicCall) item).operand(0).toString()
                        : item.toString())
            .toList();
    return new Ordering(
        columns,
        ordered.fetch instanceof SqlLiteral limit
            ? OptionalLong.of(limit.longValue(true))
            : OptionalLong.empty());
  }
}
