package io.argosy.server.config;

import io.argosy.console.ConsoleOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The section {@code console} of a coordinator's file. */
final class ConsoleSection {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MOST_SESSIONS = 1000;
  private static final int LONGEST_IDLE_MINUTES = 24 * 60;

  private ConsoleSection() {}

  /** How the console is served; empty where it is not. */
  static Optional<ConsoleOptions> read(Section root) {
    return root.optionalSection("console").map(ConsoleSection::options);
  }

  private static ConsoleOptions options(Section section) {
    String host = section.optionalText("host").orElse(LOOPBACK);
    int port = section.listenPort("port");
    List<String> names = section.has("names") ? section.texts("names") : List.of();
    ConsoleOptions options =
        new ConsoleOptions(
            host,
            port,
            Certificates.console(section, "tls"),
            names,
            section.integer("sessions", 1, MOST_SESSIONS, ConsoleOptions.USUAL_SESSIONS),
            Duration.ofMinutes(
                section.integer(
                    "idle_minutes",
                    1,
                    LONGEST_IDLE_MINUTES,
                    Math.toIntExact(ConsoleOptions.USUAL_IDLE.toMinutes()))),
            section.truth("trust", false));
    section.end();
    return options;
  }
}
