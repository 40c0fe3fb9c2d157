package io.argosy.server.check;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.roles.NodeRoles;
import io.argosy.coordinator.cluster.tuning.NodeProfile;
import io.argosy.coordinator.cluster.tuning.PlannerSettings;
import io.argosy.coordinator.metadata.Metadata;
import io.argosy.coordinator.metadata.OneServer;
import io.argosy.coordinator.transaction.DistributedTransactions;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.NodeConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Looks at one node: is it reachable, and can a coordinator work with it? */
final class NodeCheck {
  private static final long MEGABYTE = 1L << 20;
  private static final int OLDEST_VERSION = 14;
  private static final int NEWEST_VERSION = 18;

  private final CoordinatorConfiguration configuration;
  private final Cluster cluster;
  private final int position;
  private final Cluster members;
  private final List<Finding> findings;

  /**
   * @param cluster all nodes of the configuration
   * @param position the node's in the configuration
   * @param members those that are members
   */
  NodeCheck(
      CoordinatorConfiguration configuration,
      Cluster cluster,
      int position,
      Cluster members,
      List<Finding> findings) {
    this.configuration = configuration;
    this.cluster = cluster;
    this.position = position;
    this.members = members;
    this.findings = findings;
  }

  /** Adds to the findings; returns what the node says of itself, if it can be asked. */
  Optional<NodeReport> run() {
    Optional<NodeReport> report = asAdministrator();
    if (report.isPresent()) {
      configuration.users().names().forEach(this::logIn);
    }
    return report;
  }

  private Node node() {
    return cluster.nodes().get(position);
  }

  private String name() {
    return node().name();
  }

  private Optional<NodeReport> asAdministrator() {
    if (!waysLeadToOneServer()) {
      return Optional.empty();
    }
    try (NodeSession session = cluster.openAsAdministrator(node())) {
      NodeReport report = NodeReport.of(session);
      findings.add(
          Finding.ok(
              name(),
              "reached the %s, PostgreSQL %s".formatted(location().location(), report.version())));
      version(report);
      permission(report);
      connections(report);
      preparedTransactions(report);
      collation(report);
      int member = members.nodes().indexOf(node());
      identity(session, member);
      fragmentSettings(session);
      if (member == Cluster.HOME) {
        passwords(session);
      } else if (member > Cluster.HOME) {
        UnplacedTables.look(session, name()).ifPresent(findings::add);
      }
      return Optional.of(report);
    } catch (PostgresException e) {
      findings.add(unreached(e));
      return Optional.empty();
    }
  }

  /** Before a connection is held: there may be no more than one by each way. */
  private boolean waysLeadToOneServer() {
    try {
      OneServer.verify(cluster, node());
      return true;
    } catch (PostgresException e) {
      findings.add(unreached(e));
      return false;
    }
  }

  private Finding unreached(PostgresException e) {
    return Finding.wrong(
        name(),
        "the %s: %s".formatted(location().location(), text(e.error())),
        adviceFor(e.error(), configuration.administrator()));
  }

  private NodeConfiguration location() {
    return configuration.nodes().get(position);
  }

  private void version(NodeReport report) {
    int major = report.majorVersion();
    if (major < OLDEST_VERSION || major > NEWEST_VERSION) {
      findings.add(
          Finding.wrong(
              name(),
              "PostgreSQL " + report.version() + " is not supported",
              "Use a server of version " + OLDEST_VERSION + " to " + NEWEST_VERSION + "."));
    }
  }

  private void permission(NodeReport report) {
    String administrator = Identifiers.quote(configuration.administrator());
    findings.add(
        switch (report.administrator()) {
          case ALL ->
              Finding.ok(
                  name(),
                  "role %s may make and change schema argosy in database %s"
                      .formatted(administrator, configuration.database()));
          case NO_CREATE ->
              Finding.wrong(
                  name(),
                  "role %s may not make schema argosy".formatted(administrator),
                  "Run on the node: GRANT CREATE ON DATABASE %s TO %s;"
                      .formatted(Identifiers.quote(configuration.database()), administrator));
          case NOT_OWNER ->
              Finding.wrong(
                  name(),
                  "schema argosy does not belong to role %s".formatted(administrator),
                  "Name the role that owns it as the administrator, or give it the schema and what"
                      + " is in it.");
        });
  }

  private void passwords(NodeSession session) {
    if (NodeRoles.readsPasswords(session)) {
      findings.add(Finding.ok(name(), "roles can log in by the passwords that this node holds"));
    } else {
      findings.add(
          Finding.advice(
              name(),
              "only the users of the coordinator's file can log in: the passwords of other roles"
                  + " cannot be read",
              "To let others in, run on the node as a superuser: GRANT SELECT (rolname,"
                  + " rolpassword, rolvaliduntil) ON pg_catalog.pg_authid TO %s;"
                      .formatted(Identifiers.quote(configuration.administrator()))));
    }
  }

  private int connectionsConfigured() {
    return switch (location()) {
      case NodeConfiguration.ByUrl url -> url.server().pool().maxConnections();
      // The agent's own limit is in its own file.
      case NodeConfiguration.ByAgent ignored -> 1;
      case NodeConfiguration.ByBoth both -> both.direct().server().pool().maxConnections();
    };
  }

  private void connections(NodeReport report) {
    int wanted = connectionsConfigured();
    if (report.maxConnections() < wanted) {
      findings.add(
          Finding.wrong(
              name(),
              "%d connections are configured, but the server lets in %d"
                  .formatted(wanted, report.maxConnections()),
              "Raise max_connections of the server, or lower connections in the configuration."));
    } else {
      String others =
          location() instanceof NodeConfiguration.ByBoth
              ? ", of which %d are for short statements and the others for the agent"
                  .formatted(wanted)
              : "";
      findings.add(
          Finding.ok(
              name(),
              "the server lets in %d connections".formatted(report.maxConnections()) + others));
    }
  }

  /** The home node prepares nothing. */
  private void preparedTransactions(NodeReport report) {
    int allowed = report.maxPreparedTransactions();
    int wanted = connectionsConfigured();
    if (position == Cluster.HOME) {
      findings.add(Finding.ok(name(), "is the home node, which prepares no transactions"));
    } else if (allowed == 0) {
      findings.add(
          Finding.wrong(
              name(),
              "max_prepared_transactions is 0: no transaction can write on several nodes",
              DistributedTransactions.PREPARING_ADVICE));
    } else if (allowed < wanted) {
      findings.add(
          Finding.advice(
              name(),
              "max_prepared_transactions is %d, but %d connections may each prepare a transaction"
                  .formatted(allowed, wanted),
              DistributedTransactions.PREPARING_ADVICE));
    } else {
      findings.add(Finding.ok(name(), "max_prepared_transactions is " + allowed));
    }
  }

  private void collation(NodeReport report) {
    String recorded = report.recordedCollationVersion();
    if (!recorded.isEmpty() && !recorded.equals(report.collationVersion())) {
      findings.add(
          Finding.wrong(
              name(),
              "the database was made with version %s of its collation, and the server now has %s"
                  .formatted(recorded, report.collationVersion()),
              "Indexes on text may be damaged: run REINDEX DATABASE and ALTER DATABASE .. REFRESH"
                  + " COLLATION VERSION."));
    }
  }

  /** What the coordinator would tell the node's planner. */
  private void fragmentSettings(NodeSession session) {
    NodeProfile profile = NodeProfile.of(session, node().machine());
    String settings =
        PlannerSettings.of(profile).entrySet().stream()
            .map(setting -> setting.getKey() + " = " + setting.getValue())
            .collect(Collectors.joining(", "));
    List<String> words = new ArrayList<>();
    words.add(
        "the database has %d MB and %s the %d MB that can be cached"
            .formatted(
                profile.databaseBytes() / MEGABYTE,
                PlannerSettings.fitsMemory(profile) ? "fits into" : "does not fit into",
                PlannerSettings.cacheBytes(profile) / MEGABYTE));
    profile
        .machine()
        .ifPresent(
            machine ->
                words.add(
                    machine.randomPageReads().isPresent()
                        ? "%d MB of memory, a random page takes %.1f times a sequential one"
                            .formatted(
                                machine.memoryBytes() / MEGABYTE,
                                machine.randomPageReads().getAsDouble())
                        : "%d MB of memory, reads of pages not measured"
                            .formatted(machine.memoryBytes() / MEGABYTE)));
    if (!profile.chosen().isEmpty()) {
      words.add("the server's own " + String.join(", ", new TreeSet<>(profile.chosen())) + " stay");
    }
    words.add(
        settings.isEmpty()
            ? "fragments run with the server's settings"
            : "fragments run with " + settings);
    findings.add(Finding.ok(name(), String.join("; ", words)));
  }

  /**
   * @param member the node's position; negative where it is no member
   */
  private void identity(NodeSession session, int member) {
    if (member < 0) {
      findings.add(
          Finding.ok(
              name(),
              "is no member of the cluster yet; SELECT argosy.add_node(%s) makes it one"
                  .formatted(Identifiers.literal(name()))));
      return;
    }
    boolean metadata =
        TextResult.run(session, "SELECT to_regclass('argosy.nodes') IS NOT NULL")
            .rows()
            .getFirst()
            .getFirst()
            .equals("t");
    if (!metadata) {
      findings.add(Finding.ok(name(), "has no metadata yet; the coordinator will make it"));
      return;
    }
    try {
      boolean entered = new Metadata(members).verify(session, member);
      findings.add(
          Finding.ok(
              name(),
              entered
                  ? "argosy.nodes lists the members of the cluster"
                  : "argosy.nodes is empty; the coordinator will fill it"));
    } catch (PostgresException e) {
      findings.add(Finding.wrong(name(), text(e.error()), hint(e.error())));
    }
  }

  private void logIn(String role) {
    try {
      node().byEachWay().forEach(way -> logIn(way, role));
      findings.add(Finding.ok(name(), "role " + Identifiers.quote(role) + " can log in"));
    } catch (PostgresException e) {
      findings.add(
          Finding.wrong(
              name(),
              "role %s cannot log in: %s".formatted(Identifiers.quote(role), text(e.error())),
              adviceFor(e.error(), role)));
    }
  }

  private void logIn(Node way, String role) {
    try (NodeSession session =
        way.open(new SessionOptions(configuration.database(), role, Map.of()))) {
      TextResult.run(session, "SELECT");
    }
  }

  private static String text(PostgresError error) {
    String detail = error.fields().get('D');
    return error.message() + (detail == null ? "" : " (" + detail + ")");
  }

  private static String hint(PostgresError error) {
    return error.fields().getOrDefault('H', "See the log of the node's server or agent.");
  }

  private String adviceFor(PostgresError error, String role) {
    String quoted = Identifiers.quote(role);
    return switch (error.sqlState()) {
      case "08006" ->
          error.fields().containsKey('H')
              ? hint(error)
              : "See that it runs and listens on that address, and that no firewall is between.";
      case "3D000" ->
          "Run on the node: CREATE DATABASE %s;"
              .formatted(Identifiers.quote(configuration.database()));
      case "28P01" ->
          "Give %s's password to who connects to the server: in users of the agent's file, or of the node's entry here for a node with a url. If the role is missing, run on the node: CREATE ROLE %s LOGIN PASSWORD '..';"
              .formatted(quoted, quoted);
      case "42501" ->
          "Run on the node: GRANT CONNECT ON DATABASE %s TO %s;"
              .formatted(Identifiers.quote(configuration.database()), quoted);
      case "28000" ->
          error.fields().containsKey('H')
              ? hint(error)
              : "See that role %s exists and may log in (CREATE ROLE %s LOGIN ..), and that pg_hba.conf lets it in."
                  .formatted(quoted, quoted);
      case "53300" -> "Raise max_connections of the server.";
      default -> hint(error);
    };
  }
}
