package io.argosy.tests.client;

import static io.argosy.tests.client.CommandComparison.REFUSED;

import io.argosy.tests.differential.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Procrastinate's commands, and programs that run its workers: jobs in tables that are not placed,
 * which work on a distributed table. Skipped where it cannot be installed.
 */
@Tag("slow")
@Tag("long")
class ProcrastinateTest {
  private static final String PROJECT = "procrastinate_project";
  private static final String NAME = "procrastinate";
  private static final String PROGRAM = PROJECT + "/work.py";

  private static final List<String> ROWS =
      List.of(
          "sql",
          "SELECT id, queue_name, task_name, priority, lock, queueing_lock, args, status, attempts,"
              + " abort_requested FROM procrastinate_jobs",
          "SELECT job_id, array_agg(type::text ORDER BY id) FROM procrastinate_events GROUP BY 1",
          "SELECT task_name, defer_timestamp, job_id, periodic_id FROM"
              + " procrastinate_periodic_defers",
          "SELECT count(*) FROM procrastinate_workers",
          "SELECT a, b, sum FROM sums");

  private static final List<List<String>> COMMANDS =
      List.of(
          command("healthchecks"),
          command("schema", "--apply"),
          command("healthchecks"),
          List.of("sql", "CREATE TABLE sums (a int, b int, sum int, PRIMARY KEY (a, b))"),
          List.of("place", "SELECT create_distributed_table('sums', 'a')"),
          defer("add", "{\"a\": 1, \"b\": 2}"),
          defer("add", "{\"a\": 1, \"b\": 2}"),
          defer("fail", "{}", "--priority", "5", "--lock", "some"),
          defer("add", "{\"a\": 2, \"b\": 2}", "--queueing-lock", "one"),
          defer("add", "{\"a\": 2, \"b\": 3}", "--queueing-lock", "one"),
          defer(
              "add", "{\"a\": 2, \"b\": 3}", "--queueing-lock", "one", "--ignore-already-enqueued"),
          defer("add", "{\"a\": 3, \"b\": 3}", "--at", "2099-01-01T00:00:00Z"),
          defer("nosuch", "{}", "--unknown", "--queue", "other"),
          command("shell", "list_queues"),
          command("worker", "--one-shot", "--queues", "numbers"),
          command("shell", "list_jobs"),
          command("shell", "list_tasks"),
          command("shell", "cancel", "7"),
          command("shell", "retry", "2"),
          command("shell", "retry", "1"),
          ROWS,
          command("worker", "--one-shot", "--delete-jobs", "successful"),
          List.of(PROGRAM, "notified"),
          List.of(PROGRAM, "aborted"),
          List.of(PROGRAM, "together"),
          List.of(PROGRAM, "periodic"),
          command("shell", "list_jobs"),
          ROWS,
          List.of(REFUSED, "place", "SELECT create_distributed_table('procrastinate_jobs', 'id')"),
          List.of(REFUSED, "place", "SELECT create_reference_table('procrastinate_jobs')"));

  private static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>(List.of(NAME));
    command.addAll(List.of(arguments));
    return command;
  }

  private static List<String> defer(String task, String arguments, String... options) {
    List<String> command = new ArrayList<>(List.of(NAME, "defer"));
    command.addAll(List.of(options));
    command.addAll(List.of(task, arguments));
    return command;
  }

  @Test
  void worksAsOnOnePostgres() throws Exception {
    Toolchain.APPLICATIONS.prepareOrSkip();
    List<ComparedCommand> compared =
        CommandComparison.requireSame(
            COMMANDS,
            ProcrastinateTest::run,
            said -> said.replaceAll("lasted [0-9.]+ s", "lasted some time"));
    ApplicationsPage.check(
        Application.PROCRASTINATE,
        Toolchain.APPLICATIONS.version(NAME),
        Outcome.of(compared, ProcrastinateTest::name));
  }

  private static Optional<String> name(List<String> command) {
    return switch (command.getFirst()) {
      case NAME ->
          Optional.of(command.get(1).equals("shell") ? subcommand(command) : named(command));
      case PROGRAM ->
          Optional.of(
              switch (command.get(1)) {
                case "notified" -> "run_worker_async that LISTENs";
                case "aborted" -> "cancel_job_by_id_async(abort=True)";
                case "together" -> "several workers, which SKIP LOCKED jobs";
                default -> "defer_periodic_job";
              });
      case "place" -> Optional.of(command.get(1)).filter(sql -> sql.contains("procrastinate_jobs"));
      default -> Optional.empty();
    };
  }

  private static String subcommand(List<String> command) {
    return command.get(1) + " " + command.get(2);
  }

  /** A command with its options, but not their values. */
  private static String named(List<String> command) {
    StringBuilder name = new StringBuilder(command.get(1));
    command.stream()
        .filter(word -> word.startsWith("--"))
        .forEach(word -> name.append(' ').append(word));
    return name.toString();
  }

  private static Program run(Database database, List<String> command) throws Exception {
    String project = Toolchain.APPLICATIONS.sources().resolve(PROJECT).toString();
    return Applications.run(
        database, command, Map.of("PYTHONPATH", project, "PROCRASTINATE_APP", "jobs.app"));
  }
}
