package io.argosy.tpcd.performance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.query.QuerySet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final TestPlan PLAN =
      new TestPlan(TestKind.THROUGHPUT, QuerySet.TPCD, 0.01, 2, 1, 5, 100);
  private static final Environment ENVIRONMENT =
      new Environment("jdbc:postgresql://h/d", true, "Argosy 1, PostgreSQL 18", "a machine");
  private static final List<Event> EVENTS =
      List.of(
          new Event.Planned(PLAN, ENVIRONMENT),
          new Event.Started("2026-01-01T00:00:00Z", 0),
          new Event.TransactionDone("uf1-set-5", 0.25, 0.5, 15),
          new Event.StepDone("uf1-set-5", 0.25, 0.5, 15, 0),
          new Event.StepDone("uf2-set-5", 0.25, null, 15, 0),
          new Event.Explained("stream-1-query-3", "PUSHDOWN", 100L, null),
          new Event.Validated("stream-1-query-3", true, "row 1 is \"x\"\nnot y"));

  @TempDir private Path directory;

  @Test
  void whatWasWrittenIsReadAgain() throws Exception {
    Path file = directory.resolve("new/power.jsonl");
    try (Journal journal = Journal.open(file)) {
      assertThat(journal.record()).isEmpty();
      for (Event event : EVENTS) {
        journal.append(event);
      }
      assertThat(journal.record().orElseThrow().events()).isEqualTo(EVENTS);
    }
    assertThat(Journal.read(file)).contains(new TestRecord(PLAN, ENVIRONMENT, EVENTS));
    assertThat(Files.readAllLines(file)).hasSameSizeAs(EVENTS);
  }

  @Test
  void halfALineOfAKilledProcessIsCutOff() throws Exception {
    Path file = directory.resolve("power.jsonl");
    try (Journal journal = Journal.open(file)) {
      journal.append(EVENTS.get(0));
      journal.append(EVENTS.get(1));
    }
    Files.writeString(file, "{\"event\":\"done\",\"st", StandardOpenOption.APPEND);
    assertThat(Journal.read(file).orElseThrow().events()).isEqualTo(EVENTS.subList(0, 2));
    try (Journal journal = Journal.open(file)) {
      journal.append(EVENTS.get(2));
    }
    assertThat(Journal.read(file).orElseThrow().events()).isEqualTo(EVENTS.subList(0, 3));
  }

  @Test
  void anythingElseIsNoJournal() throws Exception {
    Path file = directory.resolve("power.jsonl");
    Files.writeString(file, "hello\n");
    assertThatThrownBy(() -> Journal.open(file))
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining("line 1 of");
  }

  @Test
  void theClockShowsTheEndOfWhatWasDoneLast() {
    List<Event> events =
        List.of(
            new Event.Planned(PLAN, ENVIRONMENT),
            new Event.StepDone("stream-1-query-3", 1, 2.5, 10, 0),
            new Event.TransactionDone("uf1-set-5", 0.5, 0.5, 10),
            // Its time stands for transactions whose own times were lost; it has not lasted.
            new Event.StepDone("uf1-set-5", 0.5, 60.0, 15, 0));
    assertThat(new TestRecord(PLAN, ENVIRONMENT, events).clock()).isEqualTo(3.5);
    assertThat(new TestRecord(PLAN, ENVIRONMENT, events).metric()).isEmpty();
  }
}
