package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.metadata.Metadata;
import io.argosy.coordinator.metadata.SlotMaps;
import io.argosy.coordinator.schema.RoleCopy;
import io.argosy.coordinator.schema.SchemaComparison;
import io.argosy.coordinator.schema.SchemaCopy;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A server that is to become a member of the cluster, and what it is given for that, in one
 * transaction of its own. It gets the definitions of a member: of one that is not the home node, if
 * there is one, which has those of materialized views as they were given. Used by the session's
 * thread.
 */
final class JoiningNode implements AutoCloseable {
  private static final String NOT_ALIKE = "55000";
  private static final int TABLES_AT_A_TIME = 200;
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final int MOST_PAUSES = 500;

  /** Tables of users, with their names as SQL. */
  private static final String TABLES =
      """
      SELECT pg_catalog.format('%I.%I', n.nspname, c.relname)
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND c.relpersistence <> 't'
        AND n.nspname !~ '^(pg_.*|argosy|argosy_stage|information_schema)$'
      ORDER BY 1\
      """;

  /** What coordinators have committed by now, and may still be prepared here. */
  private static final String PREPARED =
      "SELECT gid FROM pg_catalog.pg_prepared_xacts WHERE database = pg_catalog.current_database()";

  private final Backends backends;
  private final Node node;
  private final NodeSession joining;
  private final NodeSession member;
  private final String memberName;

  private JoiningNode(
      Backends backends, Node node, NodeSession joining, NodeSession member, String memberName) {
    this.backends = backends;
    this.node = node;
    this.joining = joining;
    this.member = member;
    this.memberName = memberName;
  }

  /**
   * Connects to it. A database that is missing there is made.
   *
   * @throws PostgresException when the server cannot be reached, or the database not be made
   */
  static JoiningNode open(Backends backends, Node node) {
    Cluster cluster = backends.cluster();
    int source = Math.min(Cluster.HOME + 1, cluster.nodes().size() - 1);
    // What is in doubt there ends first.
    backends.asked(source);
    NodeSession joining = JoiningServer.connect(backends, node);
    NodeSession member = null;
    try {
      Node named = cluster.nodes().get(source);
      member = backends.openElsewhere(named);
      JoiningServer.requireAlike(joining, node.name(), member, named.name());
      return new JoiningNode(backends, node, joining, member, named.name());
    } catch (RuntimeException e) {
      backends.closeElsewhere(joining);
      if (member != null) {
        backends.closeElsewhere(member);
      }
      throw e;
    }
  }

  /**
   * Gives it the roles and definitions of the members, in a new transaction.
   *
   * @param changing whether others have changed definitions meanwhile, so that it may have others
   * @return what will be the copies of the tables that all members have copies of
   * @throws PostgresException 55000 when it has others, they cannot all be made, or tables have
   *     rows
   */
  JoiningCopies define(BooleanSupplier changing) {
    awaitPrepared();
    // No trigger fires, of tables or of definitions, and no foreign key is checked.
    TextResult.run(
        joining,
        "ROLLBACK; BEGIN; SET LOCAL session_replication_role = replica;"
            + " SET LOCAL idle_in_transaction_session_timeout = 0");
    Metadata.define(joining);
    requireNoOtherCluster();
    // Others go on to define something.
    TextResult.run(member, "ROLLBACK; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    RoleCopy.make(member, joining);
    SchemaCopy.make(member, joining);
    List<String> differences = differences();
    if (!differences.isEmpty() && !changing.getAsBoolean()) {
      throw new PostgresException(
          PostgresError.of(
                  NOT_ALIKE,
                  "node \"%s\" cannot be given the same definitions as node \"%s\""
                      .formatted(node.name(), memberName))
              .withDetail(Definitions.firstOf(differences))
              .withHint(
                  "Make them equal on the new server, for example by pg_dump --schema-only of node "
                      + memberName
                      + ", or drop the database there if nothing in it is needed; then add the node"
                      + " again."));
    }
    TextResult.run(member, "COMMIT");
    return copies();
  }

  /**
   * Gives it those that are new since, in the same transaction.
   *
   * @throws ChangedDefinitionsException when it has not the same as the members then
   */
  void defineAgain() {
    awaitPrepared();
    try {
      RoleCopy.make(member, joining);
      SchemaCopy.make(member, joining);
    } catch (PostgresException e) {
      throw e.error().sqlState().equals(NOT_ALIKE) ? new ChangedDefinitionsException(e) : e;
    }
    if (!differences().isEmpty()) {
      throw new ChangedDefinitionsException();
    }
  }

  /**
   * The same for roles, which are defined in other databases, too.
   *
   * @throws ChangedDefinitionsException as {@link #defineAgain}
   */
  void defineRolesAgain() {
    RoleCopy.make(member, joining);
    if (!RoleCopy.differences(member, joining).isEmpty()) {
      throw new ChangedDefinitionsException();
    }
  }

  private List<String> differences() {
    return Stream.concat(
            RoleCopy.differences(member, joining).stream(),
            SchemaComparison.differences(member, joining).stream())
        .toList();
  }

  /** Definers commit on the home node first, and end what they have prepared elsewhere after it. */
  private void awaitPrepared() {
    List<List<String>> before = TextResult.run(member, PREPARED).rows();
    List<List<String>> left = before;
    for (int pauses = 0; !left.isEmpty(); pauses++) {
      if (pauses == MOST_PAUSES) {
        throw new PostgresException(
            "55P03",
            "node \"%s\" has prepared transactions that do not end: %s"
                .formatted(memberName, left.getFirst().getFirst()),
            "argosy.transactions says what is in doubt; end what is not Argosy's yourself.");
      }
      backends.timeout().pause(PAUSE);
      left = TextResult.run(member, PREPARED).rows().stream().filter(before::contains).toList();
    }
  }

  /** It may have been about to join this one before. */
  private void requireNoOtherCluster() {
    List<List<String>> known =
        TextResult.run(joining, "SELECT name, self FROM argosy.nodes ORDER BY position").rows();
    if (known.isEmpty()) {
      return;
    }
    List<String> members = backends.cluster().nodes().stream().map(Node::name).toList();
    List<String> others = known.subList(0, known.size() - 1).stream().map(List::getFirst).toList();
    boolean ofThisCluster =
        known.getLast().equals(List.of(node.name(), "t"))
            && !others.isEmpty()
            && others.equals(members.subList(0, Math.min(others.size(), members.size())));
    if (!ofThisCluster) {
      throw new PostgresException(
          NOT_ALIKE,
          "the server of node \"%s\" belongs to a cluster of the nodes %s"
              .formatted(
                  node.name(),
                  known.stream().map(List::getFirst).collect(Collectors.joining(", "))),
          "Give a server that belongs to none; if that one is gone, drop the database there.");
    }
  }

  private JoiningCopies copies() {
    if (TextResult.run(joining, "SELECT EXISTS (SELECT FROM argosy.nodes)").single().equals("t")) {
      // What an attempt before has copied.
      TextResult.run(joining, JoiningCopies.TABLES)
          .rows()
          .forEach(table -> TextResult.run(joining, "DELETE FROM " + table.getLast()));
    }
    List<String> tables =
        TextResult.run(joining, TABLES).rows().stream().map(List::getFirst).toList();
    for (int first = 0; first < tables.size(); first += TABLES_AT_A_TIME) {
      requireEmpty(tables.subList(first, Math.min(first + TABLES_AT_A_TIME, tables.size())));
    }
    return new JoiningCopies(joining);
  }

  private void requireEmpty(List<String> tables) {
    String question =
        tables.stream()
            .map(
                table ->
                    "SELECT %s WHERE EXISTS (SELECT FROM %s)"
                        .formatted(Identifiers.literal(table), table))
            .collect(Collectors.joining(" UNION ALL "));
    List<List<String>> filled = TextResult.run(joining, question).rows();
    if (!filled.isEmpty()) {
      throw new PostgresException(
          NOT_ALIKE,
          "table %s has rows on node \"%s\" already"
              .formatted(filled.getFirst().getFirst(), node.name()),
          "A node joins without rows: TRUNCATE the table there, and what it refers to.");
    }
  }

  /** Gives it the metadata of a member at this position. */
  void enter(int position) {
    List<String> names =
        Stream.concat(backends.cluster().nodes().stream(), Stream.of(node))
            .map(Node::name)
            .toList();
    MemberMetadata.copy(member, joining, names, position);
    MemberMetadata.enterMap(
        SlotMaps.of(TextResult.run(backends.home(), SlotMaps.QUESTION)).joined(), joining);
  }

  /** What it was given stays. */
  void commit() {
    TextResult.run(joining, "COMMIT");
  }

  @Override
  public void close() {
    backends.closeElsewhere(joining);
    backends.closeElsewhere(member);
  }
}
