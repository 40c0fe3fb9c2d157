package io.argosy.tests.process;

import java.util.Map;
import java.util.stream.IntStream;

/** Counts what servers execute in Argosy's database, those that begin and end transactions too. */
public final class CountedStatements {
  /** What the servers are to be started with. */
  public static final Map<String, String> SETTINGS =
      Map.of(
          "shared_preload_libraries", "pg_stat_statements",
          "pg_stat_statements.track_utility", "on");

  private final Servers servers;

  public CountedStatements(Servers servers) {
    this.servers = servers;
    forAll("CREATE EXTENSION pg_stat_statements");
  }

  /** Begins anew. */
  public void reset() {
    forAll("SELECT pg_stat_statements_reset()");
  }

  /** All servers' since the beginning. */
  public long count() {
    return IntStream.range(0, servers.count())
        .mapToObj(
            server ->
                ask(
                    server,
                    "SELECT coalesce(sum(calls), 0)::bigint FROM pg_stat_statements JOIN"
                        + " pg_database ON oid = dbid WHERE datname = 'argosy'"))
        .mapToLong(Long::parseLong)
        .sum();
  }

  private void forAll(String sql) {
    IntStream.range(0, servers.count()).forEach(server -> ask(server, sql));
  }

  /** In another database, where nobody sees it. */
  private String ask(int server, String sql) {
    String url = "jdbc:postgresql://127.0.0.1:" + servers.port(server) + "/postgres?user=postgres";
    return Servers.ask(url, sql).stream().findFirst().orElse("");
  }
}
