package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of code that come to a placed table in ways that are hard to see. */
@Timeout(60)
class CodeBlockTest extends SessionTest {
  @BeforeEach
  void createTables() throws SQLException {
    run(
        "CREATE SCHEMA code_block",
        "CREATE TABLE code_block.block_orders (id int PRIMARY KEY)",
        "SELECT create_distributed_table('code_block.block_orders', 'id')",
        "CREATE TABLE code_block.\"odd\"\"name\" (id int PRIMARY KEY)",
        "SELECT create_distributed_table('code_block.\"odd\"\"name\"', 'id')",
        "CREATE FUNCTION code_block.forget() RETURNS void LANGUAGE plpgsql AS"
            + " 'BEGIN DELETE FROM code_block.block_orders; END'");
  }

  @AfterEach
  void dropTables() throws SQLException {
    run("ROLLBACK", "DROP SCHEMA code_block CASCADE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DO $$ BEGIN DELETE FROM code_block.Block_Orders; END $$",
        "DO $$ BEGIN DELETE FROM code_block.\"odd\"\"name\"; END $$",
        "DO $$ BEGIN PERFORM code_block.forget(); END $$",
        "DO $$ BEGIN PERFORM query_to_xml('SELECT FROM code_block.block' || '_orders', true, true,"
            + " ''); END $$",
        "DO $$ BEGIN EXECUTE 'DELETE FROM code_block.block' || '_orders'; END $$",
        "DO $$ BEGIN DELETE FROM code_block.U&\"\\0062lock_orders\"; END $$",
        "DO $$ BEGIN IF query_to_xml('SELECT FROM code_block.block' || '_orders', true, true, '')"
            + " IS NULL THEN CREATE TABLE code_block.other (id int); END IF; END $$",
        "DO $$ BEGIN ALTER TABLE code_block.\"odd\"\"name\" ADD COLUMN note text; END $$",
        "DO LANGUAGE plpython3u $$ plpy.notice('create') create $$",
        "DO $$ create $$ LANGUAGE plperl"
      })
  void areRefused(String block) {
    assertThatThrownBy(() -> run(block))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"));
  }
}
