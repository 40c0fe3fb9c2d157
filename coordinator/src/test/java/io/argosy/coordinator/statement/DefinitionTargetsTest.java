package io.argosy.coordinator.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefinitionTargetsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "drop table t | ''",
        "drop table if exists a, t, b cascade | drop table if exists a, b cascade",
        "drop table t, a | drop table a",
        "drop index concurrently if exists a, t | drop index concurrently if exists a",
        "drop type t, a | drop type a",
        "drop domain t | ''",
        "drop statistics t | ''",
        "drop trigger if exists a on t | ''",
        "drop policy a on t | ''",
        "drop function x.a, x.t (int, text), t | drop function x.a",
        "drop aggregate x.t (int) | ''",
        "drop operator class x.t using btree | ''",
        "drop owned by t | drop owned by t",
        "truncate only t restart identity | ''",
        "truncate a, t * , only b | truncate a, only b",
        "alter table a add column t int | alter table a add column t int",
        "alter table if exists only t add column a int | ''",
        "alter table only (t) add column a int | ''",
        "alter index t rename to a | ''",
        "alter trigger t on a rename to b | alter trigger t on a rename to b",
        "alter trigger a on x.t rename to b | ''",
        "alter type t add value 'x' | ''",
        "alter text search configuration x.t add mapping for word with a | ''",
        "create unique index i on t (a) | ''",
        "create index on a (t) | create index on a (t)",
        "create index on only t using hash (a) | ''",
        "create constraint trigger a after insert on t execute function f() | ''",
        "create or replace rule a as on insert to t do nothing | ''",
        "create policy t on a | create policy t on a",
        "create statistics a (mcv) on b, extract(day from c) from t | ''",
        "create table t (a int) | create table t (a int)",
        "comment on table t is 'x' | ''",
        "comment on column t.c is 'x' | ''",
        "comment on column a.t is 'x' | comment on column a.t is 'x'",
        "comment on constraint t on a is 'x' | comment on constraint t on a is 'x'",
        "comment on constraint a on domain t is 'x' | ''",
        "comment on function x.t(int) is 'x' | ''",
        "comment on role t is 'x' | comment on role t is 'x'",
        "security label for p on table t is 'x' | ''",
        "grant select on t to u | ''",
        "grant select (t), update on a, table_t to u | grant select (t), update on a, table_t to u",
        "revoke grant option for select on table t, a from u | "
            + "revoke grant option for select on table a from u",
        "grant select on \"t\", \"a\" to u | grant select on \"a\" to u",
        "grant usage on type t to u | ''",
        "grant t to u | grant t to u",
        "grant select on all tables in schema t, a to u | "
            + "grant select on all tables in schema a to u",
        "grant execute on function x.t(int) to u | ''",
        "vacuum (analyze, verbose) t (a, b), a | vacuum (analyze, verbose) a",
        "vacuum full freeze t | ''",
        "analyze verbose a, t (b) | analyze verbose a",
        "analyze | analyze",
        "cluster t using a | ''",
        "cluster a on t | ''",
        "reindex (verbose) table concurrently t | ''",
        "reindex index t | ''",
        "lock table t, only a in share mode | lock table only a in share mode",
      })
  void theNamesOfWhatIsChangedAreTakenAway(String sql, String elsewhere) {
    DefinitionTargets targets = new DefinitionTargets(SqlStatement.of(sql));
    assertThat(targets.understood()).isTrue();
    assertThat(targets.without(name -> name.last().equals("t"))).isEqualTo(elsewhere);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "create table a (like t including all) | t",
        "create table a (b int, like x.t) | t",
        "create table a (b text check (b like t)) | ''",
        "create function f(a x.t.c%type) returns int return 1 | t",
        "create function f(a int) returns int return a % t | ''",
      })
  void whatIsCopiedIsFound(String sql, String copied) {
    assertThat(
            new DefinitionTargets(SqlStatement.of(sql))
                .copied().stream().map(DefinitionTargets.Name::last))
        .isEqualTo(copied.isEmpty() ? java.util.List.of() : java.util.List.of(copied));
  }

  @ParameterizedTest
  @CsvSource({"create table a (b int)", "alter extension a add table t", "drop what t"})
  void formsThatAreNotKnownAreSaidToBeSo(String sql) {
    assertThat(new DefinitionTargets(SqlStatement.of(sql)).understood())
        .isEqualTo(sql.startsWith("create"));
  }
}
