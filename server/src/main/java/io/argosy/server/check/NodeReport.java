package io.argosy.server.check;

import io.argosy.coordinator.cluster.DatabaseLocale;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a node says of itself.
 *
 * @param version as {@code SHOW server_version} prints it
 * @param versionNumber {@code server_version_num}
 * @param encoding of the database
 * @param locale provider, LC_COLLATE, LC_CTYPE and the provider's locale of the database
 * @param collationVersion the version of the collation that the operating system or ICU has now;
 *     empty where there is none
 * @param recordedCollationVersion the version that the database's indexes were made with; empty
 *     where there is none, and before PostgreSQL 15
 * @param maxConnections {@code max_connections} without those reserved for superusers
 * @param maxPreparedTransactions {@code max_prepared_transactions}
 * @param clockAhead how far the server's clock is ahead of ours
 * @param clockDoubt how wrong that can be: half the time that the question took
 * @param server tells servers apart: the system identifier and when the server was started
 * @param administrator whether the role may make or already owns schema {@code argosy}
 */
record NodeReport(
    String version,
    int versionNumber,
    String encoding,
    String locale,
    String collationVersion,
    String recordedCollationVersion,
    int maxConnections,
    int maxPreparedTransactions,
    Duration clockAhead,
    Duration clockDoubt,
    String server,
    Permission administrator) {
  private static final int MILLION = 1_000_000;
  private static final int POSTGRES_15 = 150_000;

  /** What the administrator may do. */
  enum Permission {
    /** Make schema {@code argosy}, and change it where it is there. */
    ALL,
    /** CREATE on the database is missing. */
    NO_CREATE,
    /** The schema belongs to another role. */
    NOT_OWNER
  }

  int majorVersion() {
    return versionNumber / 10_000;
  }

  /**
   * Asks the node.
   *
   * @throws io.argosy.protocol.message.PostgresException when it is lost
   */
  static NodeReport of(NodeSession session) {
    int number =
        Integer.parseInt(
            TextResult.run(session, "SELECT current_setting('server_version_num')")
                .rows()
                .getFirst()
                .getFirst());
    Instant asked = Instant.now();
    List<String> row = TextResult.run(session, question(number)).rows().getFirst();
    Duration took = Duration.between(asked, Instant.now());
    long micros = Long.parseLong(row.get(7));
    Instant server = Instant.ofEpochSecond(micros / MILLION, micros % MILLION * 1000);
    return new NodeReport(
        row.get(0),
        number,
        row.get(1),
        row.get(2),
        row.get(3),
        row.get(4),
        Integer.parseInt(row.get(5)),
        Integer.parseInt(row.get(6)),
        Duration.between(asked.plus(took.dividedBy(2)), server),
        took.dividedBy(2),
        row.get(8),
        Permission.valueOf(row.get(9)));
  }

  private static String question(int version) {
    String versions =
        version >= POSTGRES_15
            ? "coalesce(pg_database_collation_actual_version(oid), ''), coalesce(datcollversion,"
                + " '')"
            : "coalesce((SELECT pg_collation_actual_version(c.oid) FROM pg_collation c"
                + " WHERE c.collprovider = 'c' AND c.collcollate = datcollate"
                + " AND c.collencoding IN (-1, encoding) LIMIT 1), ''), ''";
    return """
    SELECT current_setting('server_version'), pg_encoding_to_char(encoding), %s, %s,
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
           current_setting('max_prepared_transactions'),
           (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
           (SELECT system_identifier FROM pg_control_system()) || ' ' || pg_postmaster_start_time(),
           CASE WHEN NOT has_database_privilege(oid, 'CREATE') THEN 'NO_CREATE'
                WHEN EXISTS (SELECT FROM pg_namespace
                             WHERE nspname = 'argosy' AND NOT pg_has_role(nspowner, 'USAGE')) THEN 'NOT_OWNER'
                ELSE 'ALL' END
    FROM pg_database WHERE datname = current_database()\
    """
        .formatted(DatabaseLocale.SQL, versions);
  }
}
