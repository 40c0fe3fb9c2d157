package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.statement.DefinitionTargets;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.placement.OwnerTriggers;
import io.argosy.coordinator.statement.placement.PlacementStatements;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;

/**
 * What a definition does to the partitions of placed tables: those that it makes or attaches are
 * placed as their table is, those that it detaches keep their placement.
 */
final class PartitionStatements {
  private static final String OBJECT_ID =
      "SELECT pg_catalog.to_regclass(%s)::pg_catalog.oid::pg_catalog.text";

  private final Backends backends;
  private final ClientOutput client;
  private final SqlStatement statement;
  private final boolean concerned;

  PartitionStatements(Backends backends, ClientOutput client, SqlStatement statement) {
    this.backends = backends;
    this.client = client;
    this.statement = statement;
    this.concerned = statement.tokens().stream().anyMatch(token -> token.isWord("partition"));
  }

  /**
   * Before ATTACH PARTITION runs: the rows of the table that it attaches move to where those of a
   * partition belong.
   */
  void placeAttached() {
    Optional<String> attached = AlteredColumns.attachedPartition(statement);
    if (attached.isEmpty()) {
      return;
    }
    Optional<TableFact> parent =
        new DefinitionTargets(statement)
            .names().stream().findFirst().flatMap(name -> table(name.sql()));
    Optional<TableFact> partition = table(attached.get());
    if (parent.isEmpty() || parent.get().placement() == null || partition.isEmpty()) {
      return;
    }
    requireAttachable(parent.get(), partition.get());
    if (partition.get().placement() == null) {
      new PlacementStatements(backends, client).placeLike(parent.get(), partition.get());
    }
    // It gets that of its table.
    OwnerTriggers.drop(backends, partition.get());
  }

  private void requireAttachable(TableFact parent, TableFact partition) {
    TextResult.run(
        backends.home(),
        "SELECT argosy.require_owner(%s::pg_catalog.oid)".formatted(partition.oid()));
    if (partition.isForeign()) {
      throw new PostgresException(
          "0A000",
          "foreign table \"%s\" cannot be a partition of table \"%s\", whose rows are placed"
              .formatted(partition.name(), parent.name()),
          "Each node would read all of its rows. Attach an ordinary table that has them.");
    }
  }

  /** When all nodes have run the statement. */
  void placeNew() {
    if (!concerned) {
      return;
    }
    backends.runOnEach("SELECT argosy.place_partitions()");
    OwnerTriggers.make(backends);
  }

  private Optional<TableFact> table(String name) {
    return Optional.ofNullable(
            TextResult.run(backends.home(), OBJECT_ID.formatted(Identifiers.literal(name)))
                .single())
        .map(oid -> TableFact.read(backends.home(), oid));
  }
}
