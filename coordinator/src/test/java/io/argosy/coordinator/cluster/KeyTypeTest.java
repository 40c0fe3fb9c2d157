package io.argosy.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.planner.facts.KeyTypes;
import java.sql.Connection;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** What the nodes, the planner and the coordinator know of types of keys. */
class KeyTypeTest {
  private static final String TYPES =
      """
      SELECT format_type(oid, NULL), coalesce(argosy.key_type(oid), '') FROM pg_type
      WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype NOT IN ('c', 'p')
      ORDER BY 1\
      """;

  @Test
  void whatCanBeAKeyHasAHashAndNothingElseIsDividedByOne() throws Exception {
    SoftAssertions soft = new SoftAssertions();
    try (Connection connection = SharedCluster.connect()) {
      List<String> rows = SharedCluster.rows(connection, TYPES);
      assertThat(rows).contains("integer|integer", "money|", "bit[]|", "int4range[]|int4range[]");
      for (String row : rows) {
        String type = row.substring(0, row.indexOf('|'));
        String keyType = row.substring(row.indexOf('|') + 1);
        soft.assertThat(keyType.isEmpty() || KeyType.find(keyType).isPresent())
            .as("hash of %s", row)
            .isTrue();
        soft.assertThat(KeyTypes.hashed(type) && keyType.isEmpty())
            .as("divided by %s", type)
            .isFalse();
      }
    }
    soft.assertAll();
  }

  @Test
  void modifiersChangeNoHash() {
    assertThat(KeyType.of("numeric(10,2)")).isEqualTo(KeyType.of("numeric"));
    assertThat(KeyType.of("timestamp(3) without time zone"))
        .isEqualTo(KeyType.of("timestamp without time zone"));
    assertThat(KeyTypes.hashed("bit(3)")).isTrue();
    assertThat(KeyTypes.hashed("numeric(10,2)[]")).isTrue();
    assertThat(KeyTypes.hashed("public.mood")).isFalse();
    assertThat(KeyTypes.hashed("public.mood[]")).isFalse();
    assertThat(KeyTypes.hashed("interval year to month")).isFalse();
  }

  @Test
  void onlyTextHasALengthThatAnAssignmentMayChange() {
    assertThat(KeyType.of("text").fits("text", 1000)).isTrue();
    assertThat(KeyType.of("character varying").fits("character varying(3)", 3)).isTrue();
    assertThat(KeyType.of("character varying").fits("character varying(3)", 4)).isFalse();
    assertThat(KeyType.of("text").fits("public.code", 1)).isFalse();
    assertThat(KeyType.of("integer").fits("public.counted", 4)).isTrue();
  }
}
