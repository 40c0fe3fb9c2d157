package io.argosy.coordinator.session.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BeginningSessionTest {
  private static final String BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ";
  private static final String WRONG = "BEGIN ISOLATION LEVEL UNHEARD OF";
  private static final String INSERT = "INSERT INTO begun VALUES (1)";
  private static final String COUNT = "SELECT count(*) FROM begun";

  private NodeSession session;

  @BeforeEach
  void open() throws IOException {
    session = new BeginningSession(SharedCluster.session(1));
    TextResult.run(session, "CREATE TEMPORARY TABLE begun (id int)");
    session.discardOnClose();
  }

  @AfterEach
  void close() {
    session.close();
  }

  private static Request.Extended extended(String sql) {
    return Request.Extended.of(sql, 0);
  }

  private String count() {
    return TextResult.run(session, COUNT).single();
  }

  private static void hasState(Throwable failure, String sqlState) {
    assertThat(((PostgresException) failure).error().sqlState()).isEqualTo(sqlState);
  }

  @Test
  void aTransactionBeginsWithItsFirstStatement() {
    session.beginWithNext(BEGIN);
    assertThat(session.transactionStatus()).isEqualTo('T');
    TextResult.run(session, extended(INSERT));

    assertThat(TextResult.run(session, "SHOW transaction_isolation").single())
        .isEqualTo("repeatable read");
    assertThat(count()).isEqualTo("1");
    TextResult.run(session, "ROLLBACK");
    assertThat(session.transactionStatus()).isEqualTo('I');
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void aTransactionBeginsWithRepeatedRunsAndInTheSimpleProtocol() {
    session.beginWithNext(BEGIN);
    TextResult.run(session, new Request.Repeated(extended(INSERT), List.of(List.of(), List.of())));
    assertThat(count()).isEqualTo("3");
    TextResult.run(session, "ROLLBACK");

    session.beginWithNext(BEGIN);
    TextResult.run(session, INSERT + "; " + INSERT);
    TextResult.run(session, "ROLLBACK");
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void nothingRunsWhereItsTransactionCouldNotBegin() {
    session.beginWithNext(WRONG);
    assertThatThrownBy(() -> TextResult.run(session, extended(INSERT)))
        .satisfies(e -> hasState(e, "42601"));

    assertThat(session.transactionStatus()).isEqualTo('E');
    for (String next : List.of(INSERT, "COMMIT", "ROLLBACK TO SAVEPOINT argosy_guard")) {
      assertThatThrownBy(() -> TextResult.run(session, next)).satisfies(e -> hasState(e, "25P02"));
    }
    TextResult.run(session, "ROLLBACK");
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void aBeginThatNobodyWaitsForFailsWhatFollows() {
    session.beginWithoutWaiting(WRONG);
    assertThat(session.transactionStatus()).isEqualTo('T');
    assertThatThrownBy(() -> TextResult.run(session, INSERT)).satisfies(e -> hasState(e, "42601"));
    assertThatThrownBy(() -> TextResult.run(session, INSERT)).satisfies(e -> hasState(e, "25P02"));
    TextResult.run(session, "ROLLBACK");

    session.beginWithoutWaiting(WRONG);
    TextResult.run(session, "ROLLBACK");
    assertThat(session.transactionStatus()).isEqualTo('I');
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void aBeginThatNobodyWaitsForIsThere() {
    session.beginWithoutWaiting(BEGIN);
    session.cancel();
    TextResult.run(session, extended(INSERT));
    assertThat(session.transactionStatus()).isEqualTo('T');
    TextResult.run(session, "COMMIT");
    assertThat(count()).isEqualTo("1");
  }

  @Test
  void aRequestThatIsNotSentDoesNotTakeItsBeginAway() {
    session.beginWithNext(BEGIN);
    assertThatThrownBy(() -> session.execute(extended("SELECT '\0'")))
        .satisfies(e -> hasState(e, "22021"));
    TextResult.run(session, extended(INSERT));
    TextResult.run(session, "ROLLBACK");
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void aTransactionThatHasNotBegunIsRolledBack() {
    session.beginWithNext(BEGIN);
    TextResult.run(session, "ROLLBACK");
    TextResult.run(session, extended(INSERT));
    assertThat(session.transactionStatus()).isEqualTo('I');
    assertThat(count()).isEqualTo("1");
  }
}
