package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefinitionTargetsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "NULL",
      value = {
        "drop table t | ''",
        "drop table if exists a, t, b cascade | drop table if exists a, b cascade",
        "drop table t, a | drop table a",
        "drop table public.t | drop table public.t",
        "drop table pg_temp.t | ''",
        "truncate only t restart identity | ''",
        "truncate a, t | truncate a",
        "alter table a add column t int | alter table a add column t int",
        "alter table if exists t add column a int | ''",
        "create unique index i on t (a) | ''",
        "create index on a (t) | create index on a (t)",
        "comment on table t is 'x' | ''",
        "comment on column t.c is 'x' | comment on column t.c is 'x'",
        "grant select on t to u | grant select on t to u",
        "drop function t | drop function t",
      })
  void onlyTheNamesOfRelationsAreTakenAway(String sql, String elsewhere) {
    assertThat(new DefinitionTargets(SqlStatement.of(sql)).withoutTemporary(Set.of("t")))
        .isEqualTo(elsewhere);
  }
}
