package io.argosy.coordinator.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlStatementTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select 1 | QUERY",
        "/* a */ (select 1) union select 2 | QUERY",
        "values (1) | QUERY",
        "table t | QUERY",
        "with a as (select 1) select * from a | QUERY",
        "with a as (select 1 for update) select * from a | QUERY",
        "with a as (select 1) insert into t select * from a | MODIFICATION",
        "with a as materialized (delete from t returning *) select * from a | MODIFYING_WITH",
        "insert into t values (1) | MODIFICATION",
        "select a into t from b | TABLE_FROM_QUERY",
        "select array[a is distinct from 1] into t from b | TABLE_FROM_QUERY",
        "select (select 1) as a from b | QUERY",
        "create table t as select 1 | TABLE_FROM_QUERY",
        "create unlogged table t (a) as values (1) | TABLE_FROM_QUERY",
        "create materialized view v as select 1 | TABLE_FROM_QUERY",
        "create table t (a int generated always as (1) stored) | DEFINITION",
        "create temp table t (a int) | TEMPORARY",
        "create or replace temporary view v as select 1 | TEMPORARY",
        "create or replace function pg_temp.f() returns int return 1 | TEMPORARY",
        "create type \"pg_temp\".t as (a int) | TEMPORARY",
        "create table if not exists pg_temp.t as select 1 | TABLE_FROM_QUERY",
        "drop function if exists pg_temp.f() | DEFINITION",
        "alter function pg_temp.f() strict | DEFINITION",
        "create table readings (temp int) | DEFINITION",
        "create table temp (a int) | DEFINITION",
        "create table temporary as select 1 | TABLE_FROM_QUERY",
        "create local temp table t (a int) | TEMPORARY",
        "create or replace temp recursive view v (a) as select 1 | TEMPORARY",
        "create text search configuration pg_temp_3.c (copy = simple) | TEMPORARY",
        "create operator pg_temp.### (leftarg = int, function = f) | TEMPORARY",
        "create domain d pg_temp.e | DEFINITION",
        "create sequence s owned by pg_temp.t.c | DEFINITION",
        "create function f() returns int return pg_temp.g() | DEFINITION",
        "create table t (like pg_temp.s) | DEFINITION",
        "create index on pg_temp.t (a) | DEFINITION",
        "create view v as select pg_temp.f() | DEFINITION",
        "drop table pg_temp.t, s | DEFINITION",
        "create index concurrently i on t (a) | MAINTENANCE",
        "create unique index i on t (a) | DEFINITION",
        "drop index concurrently i | MAINTENANCE",
        "alter table t detach partition p concurrently | MAINTENANCE",
        "alter table t detach partition p finalize | DEFINITION",
        "reindex (verbose) schema s | MAINTENANCE",
        "vacuum analyze t | MAINTENANCE",
        "truncate t | DEFINITION",
        "select create_distributed_table('a', 'b') | PLACEMENT",
        "select argosy.create_reference_table('a') | PLACEMENT",
        "begin isolation level repeatable read | BEGIN",
        "start transaction | BEGIN",
        "end | COMMIT",
        "commit prepared 'x' | TWO_PHASE",
        "prepare transaction 'x' | TWO_PHASE",
        "prepare p as select 1 | PREPARE",
        "rollback to savepoint a | ROLLBACK_TO",
        "rollback work to a | ROLLBACK_TO",
        "abort | ROLLBACK",
        "set transaction read only | SET_TRANSACTION",
        "set local work_mem = '1MB' | SET",
        "explain analyze select 1 | EXPLAIN",
        "copy t from stdin | COPY",
        "listen a | HOME",
      })
  void leadingWordsDecide(String sql, StatementKind kind) {
    assertThat(SqlStatement.of(sql).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "comment on large object 1 is 'x' | true",
        "grant select on large object 1, 2 to u | true",
        "alter large object 1 owner to u | true",
        "comment on table large is 'large object' | false",
        "alter default privileges grant select on large objects to u | false",
      })
  void largeObjectsAreTheHomeNodes(String sql, boolean concerns) {
    assertThat(SqlStatement.of(sql).concernsLargeObject()).isEqualTo(concerns);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select pg_catalog.pg_advisory_lock (1) from t | true",
        "select * from (select \"setseed\"(0.5)) s | true",
        "select 'setseed(1)' | false",
        "select current_setting('work_mem') | false",
      })
  void aCallThatLeavesSomethingMarksTheBackend(String sql, boolean marks) {
    assertThat(SqlStatement.of(sql).marksBackend()).isEqualTo(marks);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select * from t for update | true",
        "select * from t for no key update of t skip locked | true",
        "select * from t for share | true",
        "select substring(a for 3) from t | false",
        "select 'for update' | false",
      })
  void lockingClausesLockRows(String sql, boolean locks) {
    assertThat(SqlStatement.of(sql).locksRows()).isEqualTo(locks);
  }
}
