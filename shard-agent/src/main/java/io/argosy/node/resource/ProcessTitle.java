package io.argosy.node.resource;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What PostgreSQL's processes call themselves (src/backend/utils/misc/ps_status.c). A name of the
 * cluster may stand in front of each; backends end with what they do at the moment.
 */
final class ProcessTitle {
  private static final String SERVER = "postgres: ";
  private static final Pattern PARALLEL_WORKER =
      Pattern.compile("postgres: (?:.*: )?parallel worker for PID (\\d+)");
  private static final Pattern READER = Pattern.compile("postgres: (?:.*: )?io worker \\d+");

  private ProcessTitle() {}

  /** Whether a process has said what it is. Before that it has the name of the first one. */
  static boolean isKnown(String title) {
    return title.startsWith(SERVER);
  }

  /**
   * Whether it is that of a backend.
   *
   * @param clientPort of the connection to it; empty for one by way of a socket in the file system
   */
  static boolean isOfBackend(String title, OptionalInt clientPort, String database) {
    String client = clientPort.isPresent() ? "(" + clientPort.getAsInt() + ")" : "[local]";
    return title.startsWith(SERVER)
        && title.contains(" " + database + " ")
        && title.contains(client);
  }

  /** The backend that a parallel worker works for; empty for other processes. */
  static OptionalInt leader(String title) {
    Matcher worker = PARALLEL_WORKER.matcher(title);
    return worker.matches()
        ? OptionalInt.of(Integer.parseInt(worker.group(1)))
        : OptionalInt.empty();
  }

  /** Whether it is one of the processes that read files for all backends. */
  static boolean isOfReader(String title) {
    return READER.matcher(title).matches();
  }
}
