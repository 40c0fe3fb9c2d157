package io.argosy.coordinator.session;

import io.argosy.agent.node.TextResult;
import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.wire.ClientOutput;
import io.argosy.planner.parse.Token;
import java.util.List;
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
    Optional<String> attached = attached();
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
    if (partition.get().placement() == null) {
      new PlacementStatements(backends, client).placeLike(parent.get(), partition.get());
    }
    // It gets that of its table.
    OwnerTriggers.drop(backends, partition.get());
  }

  /** When all nodes have run the statement. */
  void placeNew() {
    if (!concerned) {
      return;
    }
    for (int node : backends.cluster().positions()) {
      TextResult.run(backends.on(node), "SELECT argosy.place_partitions()");
    }
    OwnerTriggers.make(backends);
  }

  private Optional<TableFact> table(String name) {
    return Optional.ofNullable(
            TextResult.run(backends.home(), OBJECT_ID.formatted(Identifiers.literal(name)))
                .single())
        .map(oid -> TableFact.read(backends.home(), oid));
  }

  /** The name behind ATTACH PARTITION, as SQL. */
  private Optional<String> attached() {
    List<Token> tokens = statement.tokens();
    if (!concerned || !statement.word(0).equals("alter") || !statement.word(1).equals("table")) {
      return Optional.empty();
    }
    for (int i = 0; i + 2 < tokens.size(); i++) {
      if (tokens.get(i).isWord("attach") && tokens.get(i + 1).isWord("partition")) {
        int end = i + 2;
        while (end + 2 < tokens.size() && tokens.get(end + 1).isSymbol(".")) {
          end += 2;
        }
        return Optional.of(
            statement.sql().substring(tokens.get(i + 2).start(), tokens.get(end).end()));
      }
    }
    return Optional.empty();
  }
}
