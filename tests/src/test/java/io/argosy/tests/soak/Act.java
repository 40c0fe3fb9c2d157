package io.argosy.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** Something that clients do. Each knows what the right answer is. */
enum Act {
  ROUTE {
    @Override
    void perform(Turn turn) throws SQLException {
      int id = turn.below(Tables.ITEMS) + 1;
      try (PreparedStatement statement =
          turn.connection().prepareStatement("SELECT note FROM items WHERE id = ?")) {
        statement.setInt(1, id);
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getString(1)).isEqualTo("note " + id);
          assertThat(rows.next()).isFalse();
        }
      }
    }
  },
  PUSHDOWN {
    @Override
    void perform(Turn turn) throws SQLException {
      turn.expect(
          "SELECT sum(i.id) FROM items i JOIN kinds k ON k.id = i.kind",
          Long.toString(Tables.NUMBERS));
    }
  },
  STAGED {
    @Override
    void perform(Turn turn) throws SQLException {
      turn.expect(
          "SELECT sum(i.id) FROM items i JOIN tags t ON t.item = i.id",
          Long.toString(Tables.NUMBERS));
    }
  },
  GATHER {
    @Override
    void perform(Turn turn) throws SQLException {
      turn.expect(
          "SELECT count(*) FROM items TABLESAMPLE SYSTEM (100)", Integer.toString(Tables.ITEMS));
    }
  },
  BALANCES {
    @Override
    void perform(Turn turn) throws SQLException {
      turn.expect("SELECT sum(balance) FROM accounts", Long.toString(Tables.BALANCES));
    }
  },
  TRANSFER {
    @Override
    void perform(Turn turn) throws SQLException {
      int from = turn.below(Tables.ACCOUNTS - 1) + 1;
      int to = from + 1 + turn.below(Tables.ACCOUNTS - from);
      turn.connection().setAutoCommit(false);
      turn.run("UPDATE accounts SET balance = balance - 1 WHERE id = " + from);
      turn.run("UPDATE accounts SET balance = balance + 1 WHERE id = " + to);
      if (turn.below(5) == 0) {
        turn.connection().rollback();
      } else {
        turn.connection().commit();
      }
      turn.connection().setAutoCommit(true);
    }
  },
  INSERT {
    @Override
    void perform(Turn turn) throws SQLException {
      long id = turn.newNumber();
      turn.run("INSERT INTO journal VALUES (" + id + ", " + turn.client() + ")");
      turn.expect("SELECT count(*) FROM journal WHERE id = " + id, "1");
      turn.expect("SELECT client FROM journal WHERE id = " + id, Long.toString(turn.client()));
      turn.run("DELETE FROM journal WHERE client = " + turn.client());
      turn.expect("SELECT count(*) FROM journal WHERE client = " + turn.client(), "0");
    }
  },
  SAVEPOINT {
    @Override
    void perform(Turn turn) throws SQLException {
      turn.connection().setAutoCommit(false);
      long id = turn.newNumber();
      turn.run("INSERT INTO journal VALUES (" + id + ", " + turn.client() + ")");
      Savepoint savepoint = turn.connection().setSavepoint();
      turn.expectFailure("INSERT INTO journal VALUES (" + id + ", " + turn.client() + ")", "23505");
      turn.connection().rollback(savepoint);
      turn.expect("SELECT count(*) FROM journal WHERE id = " + id, "1");
      turn.connection().rollback();
      turn.connection().setAutoCommit(true);
    }
  },
  COPY_IN {
    @Override
    void perform(Turn turn) throws SQLException, IOException {
      turn.connection().setAutoCommit(false);
      StringBuilder rows = new StringBuilder();
      for (int i = 0; i < 50; i++) {
        rows.append(turn.newNumber()).append('\t').append(turn.client()).append('\n');
      }
      copies(turn).copyIn("COPY journal FROM STDIN", new StringReader(rows.toString()));
      turn.expect("SELECT count(*) FROM journal WHERE client = " + turn.client(), "50");
      turn.connection().rollback();
      turn.connection().setAutoCommit(true);
    }
  },
  COPY_OUT {
    @Override
    void perform(Turn turn) throws SQLException, IOException {
      StringWriter rows = new StringWriter();
      copies(turn).copyOut("COPY items (id) TO STDOUT", rows);
      assertThat(rows.toString().lines().mapToLong(Long::parseLong).sum())
          .isEqualTo(Tables.NUMBERS);
    }
  },
  CURSOR {
    @Override
    void perform(Turn turn) throws SQLException {
      turn.connection().setAutoCommit(false);
      // Some are left in the middle.
      int wanted = turn.below(3) == 0 ? 70 : Integer.MAX_VALUE;
      int seen = 0;
      try (Statement statement = turn.connection().createStatement()) {
        statement.setFetchSize(50);
        try (ResultSet rows = statement.executeQuery("SELECT id FROM items ORDER BY id")) {
          while (seen < wanted && rows.next()) {
            seen++;
            assertThat(rows.getInt(1)).isEqualTo(seen);
          }
        }
      }
      assertThat(seen).isEqualTo(Math.min(wanted, Tables.ITEMS));
      turn.connection().commit();
      turn.connection().setAutoCommit(true);
    }
  },
  SQL_CURSOR {
    @Override
    void perform(Turn turn) throws SQLException {
      turn.connection().setAutoCommit(false);
      turn.run("DECLARE one CURSOR FOR SELECT id FROM items ORDER BY id");
      turn.expect("FETCH 1 FROM one", "1");
      turn.expect("FETCH 1 FROM one", "2");
      turn.connection().rollback();
      turn.connection().setAutoCommit(true);
    }
  },
  ERRORS {
    @Override
    void perform(Turn turn) throws SQLException {
      turn.expectFailure("SELECT 1 / (id - 1) FROM items", "22012");
      turn.expectFailure("SELECT nothing FROM items", "42703");
      turn.expectFailure("INSERT INTO items VALUES (1, 1, 'again')", "23505");
      turn.expectFailure("SELEC", "42601");
    }
  },
  CANCEL {
    @Override
    void perform(Turn turn) throws SQLException {
      try (Statement statement = turn.connection().createStatement()) {
        // Again and again: one that comes before the statement is lost, as it is by PostgreSQL.
        ScheduledFuture<?> cancel =
            turn.clock()
                .scheduleWithFixedDelay(
                    () -> cancel(turn), 5 + turn.below(100), 100, TimeUnit.MILLISECONDS);
        try {
          statement.execute("SELECT pg_sleep(20) FROM items WHERE id = " + (1 + turn.below(100)));
          throw new AssertionError("a statement was not cancelled");
        } catch (SQLException e) {
          if (!"57014".equals(e.getSQLState())) {
            throw e;
          }
        } finally {
          cancel.cancel(false);
        }
      }
    }
  },
  TEMPORARY_TABLE {
    @Override
    void perform(Turn turn) throws SQLException {
      String table = "mine" + turn.newNumber();
      turn.run("CREATE TEMP TABLE " + table + " AS SELECT id FROM items WHERE id <= 20");
      turn.run("INSERT INTO " + table + " VALUES (0)");
      turn.expect("SELECT count(*) FROM " + table + " m JOIN items i ON i.id = m.id", "20");
      turn.run("DROP TABLE " + table);
    }
  },
  PREPARED {
    @Override
    void perform(Turn turn) throws SQLException {
      String name = "one" + turn.newNumber();
      turn.run("PREPARE " + name + " (int) AS SELECT note FROM items WHERE id = $1");
      turn.expect("EXECUTE " + name + " (7)", "note 7");
      turn.run("DEALLOCATE " + name);
    }
  };

  abstract void perform(Turn turn) throws SQLException, IOException;

  private static void cancel(Turn turn) {
    try {
      turn.connection().unwrap(PGConnection.class).cancelQuery();
    } catch (SQLException e) {
      // The coordinator takes no connection at the moment; the next attempt comes.
      return;
    }
  }

  private static CopyManager copies(Turn turn) throws SQLException {
    return turn.connection().unwrap(PGConnection.class).getCopyAPI();
  }

  /** What an act has to work with. */
  interface Turn {
    Connection connection();

    /** A number for the rows that it writes, another one after every failure. */
    long client();

    /** Any number from 0, below a limit. */
    int below(int limit);

    /** A number that was never used before. */
    long newNumber();

    /** Does what is to be done later. */
    ScheduledExecutorService clock();

    default void run(String sql) throws SQLException {
      try (Statement statement = connection().createStatement()) {
        statement.execute(sql);
      }
    }

    /** Runs a query; its only row must be this. */
    default void expect(String sql, String answer) throws SQLException {
      try (Statement statement = connection().createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        assertThat(rows.next()).as(sql).isTrue();
        assertThat(rows.getString(1)).as(sql).isEqualTo(answer);
        assertThat(rows.next()).as(sql).isFalse();
      }
    }

    /** Runs a statement that must fail, in this way. */
    default void expectFailure(String sql, String state) throws SQLException {
      try {
        run(sql);
      } catch (SQLException e) {
        if (state.equals(e.getSQLState())) {
          return;
        }
        throw e;
      }
      throw new AssertionError("did not fail: " + sql);
    }
  }
}
