package io.argosy.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.agent.testing.Events;
import io.argosy.protocol.message.PostgresError;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What guards of statements do, and that backends keep them prepared. */
interface GuardContract extends NodeUnderTest {
  /** Fails from 5 on. */
  private static Request.Guard below(int limit, boolean savepoint) {
    return new Request.Guard(
        true,
        Optional.of(
            new Request.Guard.Question(
                new KeptStatement(
                    Request.Guard.NAMES_BEGIN_WITH + "_tested",
                    "SELECT WHERE 1 / (CASE WHEN 5 >= $1::int4 THEN 0 ELSE 1 END) = 0"),
                Integer.toString(limit))),
        savepoint);
  }

  private static Request.Extended guarded(String sql, Request.Guard guard) {
    return Request.Extended.of(sql, 0).withGuard(guard);
  }

  private static void answers(NodeSession session, Request request) {
    assertThat(Events.of(session, request))
        .extracting(event -> event.getClass().getSimpleName())
        .containsExactly("Columns", "Rows", "Complete", "Ready");
  }

  private static PostgresError failure(NodeSession session, Request request) {
    List<ResultEvent> events = Events.of(session, request);
    assertThat(events).hasAtLeastOneElementOfType(ResultEvent.Ready.class);
    return Events.only(events, ResultEvent.Failed.class).error();
  }

  private static String kept(NodeSession session) {
    return TextResult.run(
            session,
            "SELECT coalesce(max(generic_plans + custom_plans), -1) FROM pg_prepared_statements"
                + " WHERE name = 'argosy_guard_tested'")
        .single();
  }

  @Test
  default void aGuardIsAskedAndItsBackendKeepsIt() {
    Request passing = guarded("SELECT 1", below(6, false));
    try (NodeSession session = open()) {
      TextResult.run(session, "DEALLOCATE ALL");
      answers(session, passing);
      answers(session, passing);
      answers(session, new Request.Simple("SELECT 1", below(6, false)));
      assertThat(kept(session)).isEqualTo("2");
      assertThat(failure(session, guarded("SELECT 1", below(5, false))).sqlState())
          .isEqualTo("22012");
      assertThat(failure(session, new Request.Simple("SELECT 1", below(5, false))).sqlState())
          .isEqualTo("22012");
      answers(session, passing);
      answers(session, passing);
      assertThat(kept(session)).isEqualTo("2");
    }
  }

  @Test
  default void aStatementThatIsATransactionHasAGuard() {
    Request.Extended request = guarded("SELECT 1", below(6, false));
    try (NodeSession session = open()) {
      TextResult.run(session, "DEALLOCATE ALL");
      for (int i = 0; i < 2; i++) {
        assertThat(
                Events.of(session, request.withSnapshot(Request.Extended.Snapshot.OWN_TRANSACTION)))
            .extracting(event -> event.getClass().getSimpleName())
            .containsExactly("SnapshotTaken", "Columns", "Rows", "Complete", "Ready");
      }
      assertThat(kept(session)).isEqualTo("2");
    }
  }

  @Test
  default void aTransactionGoesOnAfterAGuardThatFails() {
    try (NodeSession session = open()) {
      TextResult.run(session, "DEALLOCATE ALL; BEGIN");
      for (int i = 0; i < 2; i++) {
        answers(session, guarded("SELECT 1", below(6, true)));
      }
      assertThat(kept(session)).isEqualTo("2");
      for (int i = 0; i < 2; i++) {
        assertThat(failure(session, guarded("SELECT 1", below(5, true))).sqlState())
            .isEqualTo("22012");
        assertThat(session.transactionStatus()).isEqualTo('E');
        TextResult.run(
            session, "ROLLBACK TO SAVEPOINT argosy_guard; RELEASE SAVEPOINT argosy_guard");
        answers(session, guarded("SELECT 1", below(6, true)));
      }
      TextResult.run(session, "COMMIT");
    }
  }

  @Test
  default void whatAGuardBehindItRefusesIsUndone() {
    try (NodeSession session = open()) {
      TextResult.run(session, "CREATE TEMPORARY TABLE guarded (id int); BEGIN");
      for (int i = 0; i < 2; i++) {
        assertThat(
                Events.of(
                    session, new Request.Simple("INSERT INTO guarded VALUES (1)", below(6, true))))
            .extracting(event -> event.getClass().getSimpleName())
            .containsExactly("Complete", "Ready");
        assertThat(
                failure(
                        session,
                        new Request.Simple("INSERT INTO guarded VALUES (2)", below(5, true)))
                    .sqlState())
            .isEqualTo("22012");
        TextResult.run(
            session, "ROLLBACK TO SAVEPOINT argosy_guard; RELEASE SAVEPOINT argosy_guard");
      }
      PostgresError wrong =
          failure(session, new Request.Simple("SELECT\n  nothing", below(6, true)));
      assertThat(wrong.fields()).containsEntry('P', "10");
      TextResult.run(session, "ROLLBACK TO SAVEPOINT argosy_guard; COMMIT");
      assertThat(TextResult.run(session, "SELECT sum(id), count(*) FROM guarded").rows())
          .containsExactly(List.of("2", "2"));
      session.discardOnClose();
    }
  }

  @Test
  default void aGuardIsPreparedAgainWhereItIsGone() {
    Request passing = guarded("SELECT 1", below(6, false));
    try (NodeSession session = open()) {
      for (String ending : List.of("DEALLOCATE ALL", "DISCARD ALL", "SELECT 1; DEALLOCATE ALL")) {
        answers(session, passing);
        TextResult.run(session, ending);
        answers(session, passing);
      }
      // A function may do so without telling anybody.
      TextResult.run(session, "DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$");
      assertThat(Request.Guard.wasNotAsked(failure(session, passing))).isTrue();
      answers(session, passing);
      session.discardOnClose();
    }
    try (NodeSession session = open()) {
      answers(session, passing);
    }
  }
}
