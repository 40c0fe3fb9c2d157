package io.argosy.coordinator.statement.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
        "DO $$ BEGIN PERFORM code_block.forget() FROM code_block.block_orders; END $$",
        "DO $$ BEGIN PERFORM query_to_xml('SELECT FROM code_block.block' || '_orders', true, true,"
            + " ''); END $$",
        "DO $$ BEGIN IF query_to_xml('SELECT FROM code_block.block' || '_orders', true, true, '')"
            + " IS NULL THEN CREATE TABLE code_block.other (id int); END IF; END $$",
        "DO $$ DECLARE block_orders text := 'x'; BEGIN"
            + " PERFORM block_orders FROM code_block.block_orders; END $$",
        "DO $$ DECLARE id int := 1; BEGIN PERFORM id FROM code_block.block_orders b; END $$",
        "DO LANGUAGE plpython3u $$ plpy.notice('create') create $$",
        "DO $$ create $$ LANGUAGE plperl"
      })
  void areRefused(String block) {
    assertThatThrownBy(() -> run(block))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DO $$ BEGIN DELETE FROM code_block.Block_Orders; END $$",
        "DO $$ BEGIN EXECUTE 'DELETE FROM code_block.block' || '_orders'; END $$",
        "DO $$ BEGIN DELETE FROM code_block.U&\"\\0062lock_orders\"; END $$",
        "DO LANGUAGE plpgsql 'BEGIN DELETE FROM code_block.block_orders; END'",
        "DO $$ BEGIN DELETE FROM code_block.block_orders; END $$ LANGUAGE 'plpgsql'"
      })
  void seeTheRowsOfAllNodes(String block) throws SQLException {
    run("INSERT INTO code_block.block_orders SELECT generate_series(1, 20)", block);

    assertThat(rows("SELECT count(*) FROM code_block.block_orders")).containsExactly("0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LOOP NULL; END LOOP; EXCEPTION WHEN OTHERS THEN NULL",
        "PERFORM pg_sleep(20); EXCEPTION WHEN OTHERS THEN NULL",
        "FOR i IN 1..2000000000 LOOP NULL; END LOOP",
        "COMMIT; LOOP PERFORM 1; END LOOP"
      })
  void areCancelled(String endless) throws SQLException {
    run("SET statement_timeout = 1000");
    try {
      assertThatThrownBy(
              () -> run("DO $$ BEGIN DELETE FROM code_block.block_orders; " + endless + "; END $$"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
    } finally {
      run("RESET statement_timeout");
    }
  }

  @Test
  void startAgainByThemselvesOnlyIfNothingIsDoneTwice() throws Exception {
    run("INSERT INTO code_block.block_orders VALUES (1)");
    String block =
        "DO $$ BEGIN UPDATE code_block.block_orders SET id = id + 1 WHERE id < 100; PERFORM FROM"
            + " code_block.block_orders; END $$";
    run(block);
    try (Connection other = SharedCluster.connect()) {
      SharedCluster.run(other, "ALTER TABLE code_block.block_orders ADD COLUMN more int");
      run(block);
      run("BEGIN", "SELECT 1");
      SharedCluster.run(other, "ALTER TABLE code_block.block_orders ADD COLUMN another int");
      run(block, "COMMIT");
    }

    assertThat(rows("SELECT id FROM code_block.block_orders")).containsExactly("4");
  }
}
