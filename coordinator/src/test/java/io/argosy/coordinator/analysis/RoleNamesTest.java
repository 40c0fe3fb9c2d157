package io.argosy.coordinator.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoleNamesTest {

  @Test
  void convertsConstantsInAllTheirForms() {
    assertThat(RoleNames.convertedIn("SELECT 'a'::regrole, 'b' :: pg_catalog.regrole"))
        .isEqualTo(
            "SELECT 'a'::pg_catalog.text::regrole, 'b'::pg_catalog.text :: pg_catalog.regrole");
    assertThat(RoleNames.convertedIn("SELECT CAST('a' AS regrole)"))
        .isEqualTo("SELECT CAST('a'::pg_catalog.text AS regrole)");
    assertThat(RoleNames.convertedIn("SELECT regrole 'a', pg_catalog.regrole 'b'"))
        .isEqualTo(
            "SELECT CAST('a'::pg_catalog.text AS pg_catalog.regrole),"
                + " CAST('b'::pg_catalog.text AS pg_catalog.regrole)");
    assertThat(RoleNames.convertedIn("SELECT regrole('a'), pg_catalog.regrole ( 'b' )"))
        .isEqualTo(
            "SELECT regrole('a'::pg_catalog.text), pg_catalog.regrole ( 'b'::pg_catalog.text )");
  }

  @Test
  void leavesOtherTextsAlone() {
    for (String sql :
        new String[] {
          "SELECT '''x''::regrole', oid::regrole FROM pg_roles",
          "SELECT 'x' AS regrole_name",
          "SELECT 'a'::regclass"
        }) {
      assertThat(RoleNames.convertedIn(sql)).isEqualTo(sql);
    }
  }
}
