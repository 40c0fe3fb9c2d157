package io.argosy.tpcd.cli;

import io.argosy.tpcd.query.QuerySet;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that the power and the throughput test have in common. */
final class PerformanceOptions {
  @Mixin private ServerOption server;

  @Mixin private ScaleOption scale;

  @Option(
      names = "--set",
      defaultValue = "tpcd",
      paramLabel = "SET",
      description = "The set of queries: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private QuerySet set;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "SEED",
      description =
          "The queries' values are drawn from it, for each stream others (default:"
              + " ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--update-set",
      paramLabel = "N",
      description =
          "The first set of the update functions (default: behind all that the server has had).")
  private Integer firstUpdateSet;

  @Option(
      names = "--transaction",
      defaultValue = "100",
      paramLabel = "ORDERS",
      description = "How many orders a transaction of an update has (default: ${DEFAULT-VALUE}).")
  private long ordersPerTransaction;

  @Option(
      names = "--report",
      defaultValue = "tpcd-report",
      paramLabel = "DIR",
      description =
          "Where report.html, report.json and report.csv are written, and what is needed to go on"
              + " after an interruption (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Option(
      names = "--against",
      paramLabel = "JDBC_URL",
      description =
          "Compare every answer with this server's, after the test. It needs the same data, and"
              + " makes the same updates.")
  private String against;

  @Option(
      names = "--compare-with",
      paramLabel = "FILE",
      description = "Show speed-ups over another run: the report.json in its directory.")
  private Path other;

  ServerOption server() {
    return server;
  }

  ScaleOption scale() {
    return scale;
  }

  QuerySet set() {
    return set;
  }

  long seed() {
    return seed;
  }

  OptionalInt firstUpdateSet() {
    return firstUpdateSet == null ? OptionalInt.empty() : OptionalInt.of(firstUpdateSet);
  }

  long ordersPerTransaction() {
    return ordersPerTransaction;
  }

  Path directory() {
    return directory;
  }

  Optional<String> against() {
    return Optional.ofNullable(against);
  }

  Optional<Path> other() {
    return Optional.ofNullable(other);
  }
}
