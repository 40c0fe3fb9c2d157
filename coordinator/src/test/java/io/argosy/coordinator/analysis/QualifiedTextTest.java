package io.argosy.coordinator.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.protocol.message.PostgresException;
import org.junit.jupiter.api.Test;

class QualifiedTextTest {
  @Test
  void bothTextsGiveTheirSchemas() {
    assertThat(
            QualifiedText.of(
                "SELECT count(o.k), lower((o.t)::text) FROM public.orders o WHERE (o.k = 1)",
                "SELECT pg_catalog.count(o.k), lower((o.t)::pg_catalog.text)\n"
                    + " FROM orders o WHERE (o.k OPERATOR(pg_catalog.=) 1)"))
        .isEqualTo(
            "SELECT pg_catalog.count(o.k), lower((o.t)::pg_catalog.text) FROM public.orders o"
                + " WHERE (o.k OPERATOR(pg_catalog.=) 1)");
  }

  @Test
  void operatorsOfUsersKeepTheirSchemas() {
    assertThat(
            QualifiedText.of(
                "SELECT (a OPERATOR(own.+) b) FROM own.t WHERE (a OPERATOR(own.=) ANY (SELECT 1))",
                "SELECT (a + b) FROM t WHERE (a IN (SELECT 1))"))
        .isEqualTo(
            "SELECT (a OPERATOR(own.+) b) FROM own.t WHERE (a OPERATOR(own.=) ANY (SELECT 1))");
  }

  @Test
  void membershipIsAnEquality() {
    assertThat(
            QualifiedText.of(
                "SELECT 1 FROM public.t WHERE (k IN (SELECT k FROM public.u))",
                "SELECT 1 FROM t WHERE (k OPERATOR(pg_catalog.=) ANY (SELECT k FROM u))"))
        .isEqualTo(
            "SELECT 1 FROM public.t"
                + " WHERE (k OPERATOR(pg_catalog.=) ANY (SELECT k FROM public.u))");
  }

  @Test
  void aTableMayHaveTheNameOfItsSchema() {
    assertThat(QualifiedText.of("SELECT goods.k FROM goods.goods", "SELECT goods.k FROM goods"))
        .isEqualTo("SELECT goods.k FROM goods.goods");
  }

  @Test
  void constantsKeepTheSchemasOfUsers() {
    assertThat(QualifiedText.of("SELECT 'public.t'::regclass", "SELECT 't'::regclass"))
        .isEqualTo("SELECT 'public.t'::regclass");
    assertThat(QualifiedText.of("SELECT 'now'::regproc", "SELECT 'pg_catalog.now'::regproc"))
        .isEqualTo("SELECT 'pg_catalog.now'::regproc");
  }

  @Test
  void whatCannotBeToldIsRefused() {
    assertThat(QualifiedText.of("SELECT a FROM own.t", "SELECT b FROM t"))
        .isEqualTo("SELECT a FROM own.t");
    assertThatThrownBy(() -> QualifiedText.of("SELECT a", "SELECT pg_catalog.count(b)"))
        .isInstanceOf(PostgresException.class)
        .hasMessageContaining("hidden by the search_path");
  }
}
