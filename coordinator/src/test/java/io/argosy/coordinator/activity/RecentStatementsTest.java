package io.argosy.coordinator.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.limit.StatementQueue;
import io.argosy.coordinator.resource.NodeRequest;
import io.argosy.sql.lexer.NormalizedText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentStatementsTest {
  private static final Duration SLOW = Duration.ofSeconds(2);

  private final RecentStatements recent = new RecentStatements(SLOW);
  private final Activity activity = new Activity(List.of("node1"));
  private final SessionActivity session =
      activity.open("alice", "shop", new StatementQueue(1).turn());

  private void answered(String text, long milliseconds) throws InterruptedException {
    answered(new StatementActivity(text, text), milliseconds);
  }

  private void answered(StatementActivity statement, long milliseconds)
      throws InterruptedException {
    statement
        .ledger()
        .add(
            new NodeRequest("", "node1", NodeRequest.Kind.STATEMENT, 0, 1, 0, 0, Optional.empty()));
    statement.resume();
    Thread.sleep(milliseconds);
    statement.pause();
    recent.completed(session, statement);
  }

  @Test
  void manyShortOnesPushOutShortOnesOnly() throws InterruptedException {
    answered("short", 0);
    answered("slow", SLOW.toMillis());
    for (int i = 0; i < RecentStatements.KEPT; i++) {
      answered("later " + i, 0);
    }
    assertThat(recent.all())
        .extracting(RecentStatements.Recent::text)
        .hasSize(RecentStatements.KEPT + 1)
        .startsWith("slow", "later 0")
        .doesNotContain("short");
  }

  @Test
  void whatAskedNoNodeIsNotKept() {
    recent.completed(session, new StatementActivity("1", "BEGIN"));
    assertThat(recent.all()).isEmpty();
  }

  @Test
  void whoLooksOnPushesOutNothing() throws InterruptedException {
    answered("short", 0);
    for (int i = 0; i < RecentStatements.KEPT; i++) {
      StatementActivity question = new StatementActivity("question", "question");
      question.looksOn();
      answered(question, 0);
    }
    assertThat(recent.all()).extracting(RecentStatements.Recent::text).containsExactly("short");
    StatementActivity slow = new StatementActivity("slow", "slow");
    slow.looksOn();
    answered(slow, SLOW.toMillis());
    assertThat(recent.all())
        .extracting(RecentStatements.Recent::text)
        .containsExactly("short", "slow");
  }

  @Test
  void ofLongTextsTheStartIsKept() throws InterruptedException {
    answered("SELECT '" + "x".repeat(1 << 20) + "'", 0);
    assertThat(recent.all().getFirst().text()).hasSize(NormalizedText.LONGEST_READ);
  }

  @Test
  void thousandsOfRequestsAreKeptAsSums() {
    StatementActivity statement = new StatementActivity("1", "SELECT");
    IntStream.range(0, 5_000)
        .forEach(
            i ->
                statement
                    .ledger()
                    .add(
                        new NodeRequest(
                            "",
                            "node1",
                            NodeRequest.Kind.STATEMENT,
                            i,
                            i + 1,
                            2,
                            1,
                            Optional.empty())));
    assertThat(statement.ledger().requests()).hasSizeLessThan(1_000);
    assertThat(statement.ledger().count()).isEqualTo(5_000);
    assertThat(statement.ledger().nodes().getFirst().rawBytes()).isEqualTo(10_000);
  }
}
