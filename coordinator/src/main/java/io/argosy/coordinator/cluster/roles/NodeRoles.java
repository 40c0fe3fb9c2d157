package io.argosy.coordinator.cluster.roles;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.LoggedInRole;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.authentication.Authenticator.Requirement;
import io.argosy.protocol.authentication.ScramVerifier;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets clients in as PostgreSQL would. The home node is asked at every login, so what is changed
 * there holds at once. Thread-safe.
 */
public final class NodeRoles {
  private static final Logger LOG = LoggerFactory.getLogger(NodeRoles.class);
  private static final String NOT_PERMITTED = "42501";
  private static final String YES = "t";
  private static final String NO_SUCH_ROLE = "does not exist";

  /** The bytes of a name in PostgreSQL, which cuts off what is more. */
  private static final int LONGEST_NAME = 63;

  private static final String PASSWORD =
      """
      SELECT rolpassword, coalesce(rolvaliduntil < pg_catalog.now(), false)
      FROM pg_catalog.pg_authid WHERE rolname = $1::pg_catalog.name\
      """;

  /** The settings are those that PostgreSQL gives the role when it logs in. */
  private static final String ADMISSION =
      """
      SELECT r.rolcanlogin, CASE WHEN r.rolsuper THEN -1 ELSE r.rolconnlimit END,
             pg_catalog.has_database_privilege(r.oid, d.oid, 'CONNECT'),
             pg_catalog.concat(r.oid, ' ', r.rolsuper, ' ', pg_catalog.hashtextextended(coalesce((
                 SELECT pg_catalog.string_agg(pg_catalog.concat(s.setdatabase, ' ', s.setrole, ' ', s.setconfig), ' '
                                              ORDER BY s.setdatabase, s.setrole)
                 FROM pg_catalog.pg_db_role_setting s
                 WHERE s.setdatabase IN (0, d.oid) AND s.setrole IN (0, r.oid)), ''), 0))
      FROM pg_catalog.pg_roles r, pg_catalog.pg_database d
      WHERE r.rolname = $1::pg_catalog.name AND d.datname = pg_catalog.current_database()\
      """;

  private final Cluster cluster;
  private final ConcurrentMap<String, Integer> sessions;

  public NodeRoles(Cluster cluster) {
    this(cluster, new ConcurrentHashMap<>());
  }

  private NodeRoles(Cluster cluster, ConcurrentMap<String, Integer> sessions) {
    this.cluster = cluster;
    this.sessions = sessions;
  }

  /** For logins to another database of the same nodes; sessions are counted together. */
  public NodeRoles of(Cluster other) {
    return new NodeRoles(other, sessions);
  }

  /**
   * Whether a session of the administrator's may read the passwords of roles.
   *
   * @throws PostgresException when the node is lost
   */
  public static boolean readsPasswords(NodeSession session) {
    return TextResult.run(
            session,
            "SELECT pg_catalog.bool_and(pg_catalog.has_column_privilege("
                + "'pg_catalog.pg_authid', name, 'SELECT')) FROM pg_catalog.unnest("
                + "ARRAY['rolname', 'rolpassword', 'rolvaliduntil']) name")
        .single()
        .equals(YES);
  }

  /**
   * What a client has to show to be a role: its password, if the node holds a SCRAM-SHA-256
   * verifier of it that is valid still. Why a role cannot log in by one is for the log only.
   *
   * @throws PostgresException 57P03 when the node cannot be asked; why, is for the log only
   */
  public Requirement requirement(String role) {
    if (isTooLong(role)) {
      return refused(role, NO_SUCH_ROLE);
    }
    List<List<String>> found;
    try {
      found = ask(PASSWORD, role);
    } catch (PostgresException e) {
      if (!e.error().sqlState().equals(NOT_PERMITTED)) {
        LOG.warn("logins cannot be checked: node {} cannot be asked", cluster.home().name(), e);
        throw new PostgresException(
            PostgresError.of("FATAL", "57P03", "logins cannot be checked at the moment")
                .withHint("The coordinator's log says why."));
      }
      LOG.warn(
          "nobody can log in whom the coordinator's file does not list: role \"{}\" may not read"
              + " pg_authid on node {}",
          cluster.administrator(),
          cluster.home().name());
      return new Requirement.Impossible();
    }
    if (found.isEmpty()) {
      return refused(role, NO_SUCH_ROLE);
    }
    String verifier = found.getFirst().get(0);
    if (verifier == null) {
      return refused(role, "has no password");
    }
    if (found.getFirst().get(1).equals(YES)) {
      return refused(role, "has a password that is no longer valid");
    }
    if (!ScramVerifier.isVerifier(verifier)) {
      return refused(
          role,
          "has an MD5 password, from which the coordinator cannot check a client; set it again"
              + " through the coordinator");
    }
    return new Requirement.Password(ScramVerifier.parse(verifier));
  }

  private static Requirement refused(String role, String why) {
    LOG.info("role \"{}\" cannot log in: it {}", role, why);
    return new Requirement.Impossible();
  }

  /**
   * Lets a client in that has shown who it is.
   *
   * @throws PostgresException as PostgreSQL refuses a login: 28000 when there is no such role or it
   *     may not log in, 42501 when it may not connect to the database, 53300 when it has as many
   *     sessions of this coordinator as it may have; or when the node cannot be asked
   */
  public Admission admit(String role) {
    // Nobody is counted, or named, under two names.
    List<List<String>> found = isTooLong(role) ? List.of() : ask(ADMISSION, role);
    if (found.isEmpty()) {
      throw fatal("28000", "role \"" + role + "\" " + NO_SUCH_ROLE);
    }
    List<String> row = found.getFirst();
    if (!row.get(0).equals(YES)) {
      throw fatal("28000", "role \"" + role + "\" is not permitted to log in");
    }
    int limit = Integer.parseInt(row.get(1));
    if (sessions.merge(role, 1, Integer::sum) > limit && limit >= 0) {
      leave(role);
      throw fatal("53300", "too many connections for role \"" + role + "\"");
    }
    if (!row.get(2).equals(YES)) {
      leave(role);
      throw new PostgresException(
          PostgresError.of(
                  "FATAL", "42501", "permission denied for database \"" + cluster.database() + "\"")
              .withDetail("User does not have CONNECT privilege."));
    }
    return new Admission(new LoggedInRole(role, row.get(3)), () -> leave(role));
  }

  private static boolean isTooLong(String role) {
    return role.getBytes(UTF_8).length > LONGEST_NAME;
  }

  private void leave(String role) {
    sessions.computeIfPresent(role, (name, count) -> count == 1 ? null : count - 1);
  }

  private List<List<String>> ask(String question, String role) {
    try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
      return TextResult.run(home, question, List.of(role)).rows();
    }
  }

  private static PostgresException fatal(String sqlState, String message) {
    return new PostgresException(PostgresError.of("FATAL", sqlState, message));
  }
}
