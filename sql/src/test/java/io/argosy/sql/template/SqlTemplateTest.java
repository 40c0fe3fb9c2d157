package io.argosy.sql.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.sql.template.SqlTemplate.Part;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SqlTemplateTest {
  private static final SqlTemplate ROWS =
      SqlTemplate.of(new Part.Table("argosy_stage_1", true))
          .within(
              "SELECT 'pg_temp.argosy_stage_1', '@share(1)@', '@type(c)@' FROM ", " AS t WHERE ")
          .plus(SqlTemplate.of(new Part.Share(1)))
          .plus(" AND x = 0::")
          .plus(SqlTemplate.of(new Part.Type("argosy_stage_1", "c")));

  private static final SqlTemplate.Values VALUES =
      new SqlTemplate.Values() {
        @Override
        public String table(Part.Table table) {
          return "argosy_stage.t1" + (table.named() ? "" : " AS " + table.name());
        }

        @Override
        public String share(Part.Share share) {
          return "(k < " + share.number() + ")";
        }

        @Override
        public String type(Part.Type type) {
          return type.column() + "_type";
        }
      };

  @Test
  void gapsAreFilledAndTextsThatLookLikeThemStay() {
    assertThat(ROWS.sql(VALUES))
        .isEqualTo(
            "SELECT 'pg_temp.argosy_stage_1', '@share(1)@', '@type(c)@' FROM argosy_stage.t1 AS t"
                + " WHERE (k < 1) AND x = 0::c_type");
  }

  @Test
  void aTextIsNoGapThoughItIsShownLikeOne() {
    SqlTemplate text = SqlTemplate.of(ROWS.toString());
    assertThat(text.toString()).isEqualTo(ROWS.toString());
    assertThat(text).isNotEqualTo(ROWS);
    assertThat(text.sql(VALUES)).isEqualTo(ROWS.toString());
    assertThat(text.reads("argosy_stage_1")).isFalse();
    assertThat(ROWS.reads("argosy_stage_1")).isTrue();
  }

  @Test
  void whatHasGapsIsNoText() {
    assertThat(SqlTemplate.of("SELECT ").plus("1").text()).isEqualTo("SELECT 1");
    assertThat(SqlTemplate.of("").text()).isEmpty();
    assertThatThrownBy(ROWS::text)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("@share(1)@");
  }

  @Test
  void someGapsAreFilledBeforeOthers() {
    SqlTemplate typed =
        ROWS.filled(
            part ->
                part instanceof Part.Type
                    ? Optional.of(SqlTemplate.of("numeric"))
                    : Optional.empty());
    assertThat(typed.gaps(Part.Type.class)).isEmpty();
    assertThat(typed.gaps(Part.Share.class)).containsExactly(new Part.Share(1));
    assertThat(typed.parts()).last().isEqualTo(new Part.Text(" AND x = 0::numeric"));
  }

  @Test
  void aTemplateWithoutItsBeginning() {
    assertThat(ROWS.after("SELECT").toString()).startsWith("'pg_temp.argosy_stage_1', ");
    assertThat(SqlTemplate.of("SELECT 1").after("SELECT 1").parts()).isEmpty();
    assertThatThrownBy(() -> ROWS.after("UPDATE")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void templatesAreJoined() {
    assertThat(SqlTemplate.join(", ", List.of(SqlTemplate.of("a"), SqlTemplate.of("b"))))
        .isEqualTo(SqlTemplate.of("a, b"));
    assertThat(SqlTemplate.join(", ", List.of()).text()).isEmpty();
  }
}
