package io.argosy.coordinator.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.argosy.coordinator.testing.SessionTest;
import io.argosy.node.LoggedStatement;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LoggedStatementsTest extends SessionTest {
  /** Keeps what is logged, with the statement that its thread worked for at the time. */
  private static final class Kept extends AppenderBase<ILoggingEvent> {
    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

    @Override
    protected void append(ILoggingEvent event) {
      event.prepareForDeferredProcessing();
      events.add(event);
    }

    private Stream<String> statementsOf(String logger) {
      return events.stream()
          .filter(event -> event.getLoggerName().endsWith(logger))
          .map(event -> event.getMDCPropertyMap().getOrDefault(LoggedStatement.KEY, ""));
    }

    /** The clients' statements that have been answered. */
    Stream<String> answered() {
      return statementsOf("SessionActivity");
    }

    /** One request to each of the three nodes' agents, and more for the plan. */
    boolean isLoggedByAgents(String statement) {
      return statementsOf("StreamRequests").filter(statement::equals).count() >= 3;
    }
  }

  @Test
  void agentsLogTheIdOfTheClientsStatement() throws Exception {
    run(
        "CREATE TABLE logged (id bigint PRIMARY KEY)",
        "SELECT create_distributed_table('logged', 'id')");
    rows("SELECT id FROM logged WHERE id > 41");
    Logger argosy = (Logger) LoggerFactory.getLogger("io.argosy");
    Kept kept = new Kept();
    kept.setContext(argosy.getLoggerContext());
    kept.start();
    argosy.setAdditive(false);
    argosy.addAppender(kept);
    argosy.setLevel(Level.DEBUG);
    try {
      rows("SELECT id FROM logged WHERE id > 4242424242");
      // Other classes' statements are logged at the same time.
      await().until(() -> kept.answered().anyMatch(kept::isLoggedByAgents));
    } finally {
      argosy.setLevel(null);
      argosy.detachAppender(kept);
      argosy.setAdditive(true);
    }

    assertThat(kept.answered()).allMatch(id -> id.matches("[0-9a-f]{8}-\\d+"));
    assertThat(kept.events)
        .extracting(ILoggingEvent::getFormattedMessage)
        .noneMatch(m -> m.contains("4242424242"));
    run("DROP TABLE logged");
  }
}
