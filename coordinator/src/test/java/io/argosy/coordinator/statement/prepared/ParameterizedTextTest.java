package io.argosy.coordinator.statement.prepared;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.statement.SqlStatement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterizedTextTest {
  private static final int INTEGER = 23;
  private static final int TEXT = 25;
  private static final int BIGINT = 20;
  private static final int NUMERIC = 1700;
  private static final int DATE = 1082;
  private static final int INTERVAL = 1186;

  private static Optional<ParameterizedText> of(String sql) {
    return ParameterizedText.of(SqlStatement.of(sql));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "select a from t where id = 5 | select a from t where id = $1 | 5",
        "select a from t where id=5and b='x' | select a from t where id=$1and b=$2 | 5,x",
        "select a from t where (id = -5) or b < 7 | select a from t where (id = -$1) or b < 7 | 5",
        "select 1 from t where a = 2 order by 1 limit 3"
            + " | select 1 from t where a = $1 order by 1 limit 3 | 2",
        "select * from t where id = 1 for update | select * from t where id = $1 for update | 1",
        "select * from t where id in (1, 2) and b = 3"
            + " | select * from t where id in (1, 2) and b = $1 | 3",
        "select * from t where b = '' and c = 'a b' | select * from t where b = $1 and c = $2"
            + " | ,a b",
        "update t set a = 1, b = b + -2 where id = 3 and c = a + 4"
            + " | update t set a = $1, b = b + -$2 where id = $3 and c = a + $4 | 1,2,3,4",
        "delete from t where id = 007 | delete from t where id = $1 | 007",
        "insert into t values (1, -2, 'x', now(), 'a'::char(3)), (4, f(5), 6 + 7, (8), 9)"
            + " | insert into t values ($1, -$2, $3, now(), 'a'::char(3)),"
            + " ($4, f(5), 6 + 7, ($5), $6) | 1,2,x,4,8,9",
        "insert into t values (1) on conflict (a) do update set a = 2 returning b::numeric(3, 1)"
            + " | insert into t values ($1) on conflict (a) do update set a = $2"
            + " returning b::numeric(3, 1) | 1,2",
        "insert into t values (1::bigint, 'a'::date, 'b'::timestamp with time zone, 'c' :: d) |"
            + " insert into t values ($1::bigint, $2::date, $3::timestamp with time zone, $4 :: d)"
            + " | 1,a,b,c",
        "select 1 from t where id = 5.50 and b = 'it''s' and c = 'M\u00fcller' and d = 5000000000"
            + " | select 1 from t where id = $1 and b = $2 and c = $3 and d = $4"
            + " | 5.50,it's,M\u00fcller,5000000000",
        "select a = 5, b = 5 from t group by rollup (a = 5, b = '5', b = 5.0)"
            + " | select a = $1, b = $1 from t group by rollup (a = $1, b = $2, b = $3) | 5,5,5.0",
        "select a from t where id = ('5'::int4) and b = ((6)) and c = -(-7)"
            + " | select a from t where id = ($1::int4) and b = (($2)) and c = -(-$3) | 5,6,7",
        "update t set a = ('1'::int4), b = b + ('-2'::int4) where id = ('3'::int4)"
            + " | update t set a = ($1::int4), b = b + ($2::int4) where id = ($3::int4) | 1,-2,3",
        "insert into t values (('1'::int4), ('a')), ((2))"
            + " | insert into t values (($1::int4), ($2)), (($3)) | 1,a,2",
        "insert into t (a) select 1 from s where b = 2"
            + " | insert into t (a) select 1 from s where b = $1 | 2",
      })
  void comparedAssignedAndInsertedConstantsBecomeParameters(
      String sql, String text, String values) {
    ParameterizedText found = of(sql).orElseThrow();
    assertThat(found.sql()).isEqualTo(text);
    assertThat(found.values())
        .extracting(value -> new String(value, StandardCharsets.UTF_8))
        .isEqualTo(List.of(values.split(",")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1",
        "select a from t where id = 5 + 1",
        "select a from t where 5 = id",
        "select a from t where id > 5",
        "select a from t where id = 5::bigint::text",
        "select a from t where id = (5)::text",
        "select a from t where id = (5) + 1",
        "select a from t where id = (5 + 1)",
        "select a from t where id = f(5)",
        "select a from t where id = any (array[5])",
        "select a from t where id in (5)",
        "insert into t values (f(5), (5 + 6), (7)::text)",
        "select a from t where id = 5::bigint + 1",
        "select a from t where b = 'x'::varchar(3)",
        "select a from t where b = 'x'::text[]",
        "select a from t where b = 'x'::s.date",
        "select a from t where id = 1_000",
        "select a from t where id = 5.e3",
        "select a from t where id = -2147483648",
        "select a from t where id = -09223372036854775808",
        "select a from t where id = 0x1F",
        "select a from t where id = 5e3",
        "select a from t where b = 'back\\slash'",
        "select a from t where b = e'x'",
        "select a from t where b = n'x'",
        "select a from t where b = u&'x'",
        "select a from t where b = b'1'",
        "select a from t where b = $$x$$",
        "select a from t where b = 'x' || 'y'",
        "select a from t where b = 'x'\n'y'",
        "select a from t where b = 'x",
        "select a from t where b = '",
        "select a from t where b = 'x''",
        "select a from t where d = date '2000-01-01'",
        "select a from t where id = $1 and b = 5",
        "select a, count(*) from t group by 1 order by 2 limit 3 offset 4",
        "insert into t select 1, 'x'",
        "insert into t values (1 + 2, f(3), array[4], 5::int8::int)",
        "explain select a from t where id = 5",
        "create table t as select a from s where id = 5",
        "with d as (delete from t where id = 5) select 1",
        "set x = 5",
      })
  void othersStay(String sql) {
    assertThat(of(sql)).isEmpty();
  }

  @Test
  void numbersHaveTheTypesThatPostgresGivesThem() {
    ParameterizedText text =
        of("insert into t values (1, -2147483647, 2147483649, -9223372036854775809, 1.0, 'x')")
            .orElseThrow();
    assertThat(text.types()).containsExactly(INTEGER, INTEGER, BIGINT, NUMERIC, NUMERIC, 0);
    assertThat(text.key())
        .isNotEqualTo(of("insert into t values (1, -2, 3, -4, 1, 'x')").get().key());
  }

  @Test
  void onlyTypesWithPlainValuesAreAccepted() {
    ParameterizedText text = of("select a from t where id = 5 and b = 'x'").orElseThrow();
    assertThat(text.types()).containsExactly(INTEGER, 0);
    assertThat(text.hasPlainTypes(new int[] {INTEGER, TEXT})).isTrue();
    assertThat(text.hasPlainTypes(new int[] {INTEGER, DATE})).isTrue();
    assertThat(text.hasPlainTypes(new int[] {INTEGER, INTERVAL})).isFalse();
    assertThat(text.hasPlainTypes(new int[] {BIGINT, TEXT})).isFalse();
    assertThat(text.hasPlainTypes(new int[] {INTEGER})).isFalse();
    assertThat(text.hasPlainValues(new int[] {INTEGER, TEXT})).isTrue();
    assertThat(text.hasPlainValues(new int[] {INTEGER, DATE})).isFalse();
  }
}
