package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.DatabaseLocale;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.transaction.DistributedTransactions;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Map;

/** A server that is to become a node: whether it is as those of the members are. */
final class JoiningServer {
  private static final String NO_SUCH_DATABASE = "3D000";
  private static final String NOT_ALIKE = "55000";

  /** What must be the same of a server as of all members. */
  private static final String PROPERTIES =
      """
      SELECT pg_catalog.current_setting('server_version_num')::pg_catalog.int4 / 10000,
             pg_catalog.pg_encoding_to_char(encoding), %s,
             coalesce(pg_catalog.to_jsonb(pg_database) ->> 'datcollversion', '')
      FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()\
      """
          .formatted(DatabaseLocale.SQL);

  private static final List<String> NAMES =
      List.of("major version", "encoding", "locale", "collation version");

  /** Makes the database as another server has it. */
  private static final String CREATE_DATABASE =
      """
      SELECT pg_catalog.format('CREATE DATABASE %I TEMPLATE template0 ENCODING %L LC_COLLATE %L LC_CTYPE %L',
                 datname, pg_catalog.pg_encoding_to_char(encoding), datcollate, datctype)
             || CASE d.properties ->> 'datlocprovider'
                WHEN 'i' THEN pg_catalog.format(' LOCALE_PROVIDER icu ICU_LOCALE %L', d.locale)
                              || CASE WHEN d.properties ->> 'daticurules' IS NULL THEN ''
                                      ELSE pg_catalog.format(' ICU_RULES %L', d.properties ->> 'daticurules') END
                WHEN 'b' THEN pg_catalog.format(' LOCALE_PROVIDER builtin BUILTIN_LOCALE %L', d.locale)
                ELSE '' END
      FROM (SELECT *, pg_catalog.to_jsonb(p) AS properties,
                   coalesce(pg_catalog.to_jsonb(p) ->> 'datlocale',
                            pg_catalog.to_jsonb(p) ->> 'daticulocale') AS locale
            FROM pg_catalog.pg_database p WHERE datname = pg_catalog.current_database()) d\
      """;

  private JoiningServer() {}

  /**
   * The administrator's backend there. A database that is missing is made, as PostgreSQL's own
   * {@code postgres} lets one.
   *
   * @throws PostgresException when the server cannot be reached, or the database not be made
   */
  static NodeSession connect(Backends backends, Node node) {
    try {
      return backends.openElsewhere(node);
    } catch (PostgresException e) {
      if (!e.error().sqlState().equals(NO_SUCH_DATABASE)) {
        throw e;
      }
      String create = TextResult.run(backends.home(), CREATE_DATABASE).single();
      SessionOptions options =
          new SessionOptions("postgres", backends.cluster().administrator(), Map.of());
      try (NodeSession session = node.open(options)) {
        TextResult.run(session, create);
      }
      return backends.openElsewhere(node);
    }
  }

  /**
   * Sees that it is a server as the members are, and can take part in writes over several.
   *
   * @throws PostgresException 55000 saying what differs
   */
  static void requireAlike(
      NodeSession joining, String name, NodeSession member, String memberName) {
    List<String> own = TextResult.run(joining, PROPERTIES).rows().getFirst();
    List<String> members = TextResult.run(member, PROPERTIES).rows().getFirst();
    for (int i = 0; i < NAMES.size(); i++) {
      if (!own.get(i).equals(members.get(i))) {
        throw new PostgresException(
            NOT_ALIKE,
            "the %s differs: %s on node \"%s\", %s on node \"%s\""
                .formatted(NAMES.get(i), own.get(i), name, members.get(i), memberName),
            "All nodes must compute, compare and sort alike.");
      }
    }
    if (TextResult.run(joining, "SHOW max_prepared_transactions").single().equals("0")) {
      throw new PostgresException(
          NOT_ALIKE,
          DistributedTransactions.cannotPrepare(name),
          DistributedTransactions.PREPARING_ADVICE);
    }
  }
}
