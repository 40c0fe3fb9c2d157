package io.argosy.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnTextTest {
  /** As coordinators show it. */
  @Test
  void constantsAndSpacesDoNotCount() {
    assertThat(OwnText.normalized("SELECT a,\n  'it' FROM t1 WHERE b = ? AND c > 1.5\n"))
        .isEqualTo(OwnText.normalized("SELECT a, $2 FROM t1 WHERE b = $1 AND c > $3"))
        .isEqualTo("SELECT a, ? FROM t1 WHERE b = ? AND c > ?");
  }

  @Test
  void otherTextsAreOthers() {
    assertThat(OwnText.normalized("SELECT a FROM t1"))
        .isNotEqualTo(OwnText.normalized("SELECT a FROM t2"));
  }

  @Test
  void questionsAreKnownAsOwn() {
    Query.of("SELECT 'x' AS known FROM pg_class LIMIT 7");
    assertThat(Query.isOwn("SELECT $1 AS known FROM pg_class LIMIT $2")).isTrue();
    assertThat(Query.isOwn("SELECT $1 AS known FROM pg_class")).isFalse();
  }
}
