package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.statement.DefinitionTargets;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.TemporaryObjects;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;
import java.util.Set;

/**
 * What the other nodes run of a DDL or utility statement. Temporary objects are on the home node
 * only, where a name may mean another object than on the others. A session that has none pays
 * nothing for it.
 */
public final class DefinitionReach {
  private static final String INHERITS_PLACED =
      "SELECT i.inhparent::pg_catalog.regclass FROM pg_catalog.pg_inherits i"
          + " JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) i.inhrelid"
          + " JOIN argosy.tables t ON t.relation OPERATOR(pg_catalog.=) i.inhparent"
          + " WHERE c.relnamespace OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema()";

  private final String elsewhere;
  private final boolean creates;
  private final Optional<TemporaryState> before;

  private DefinitionReach(String elsewhere, boolean creates, Optional<TemporaryState> before) {
    this.elsewhere = elsewhere;
    this.creates = creates;
    this.before = before;
  }

  /**
   * Before the statement runs.
   *
   * @throws PostgresException 0A000 when temporary and other objects cannot be told apart in it
   */
  public static DefinitionReach of(SqlStatement statement, Backends backends) {
    DefinitionReach everywhere = new DefinitionReach(statement.sql(), false, Optional.empty());
    if (!backends.pinnedHome().mayHaveTemporaryObjects()) {
      return everywhere;
    }
    NodeSession home = backends.home();
    TemporaryObjects objects = TemporaryObjects.read(home);
    boolean creates = statement.word(0).equals("create");
    if (!objects.mayBeIn(statement.tokens()) && !(creates && objects.firstInPath())) {
      return everywhere;
    }
    DefinitionTargets targets = new DefinitionTargets(statement);
    if (!targets.understood()) {
      throw new PostgresException(
          "0A000",
          "this statement could mean a temporary object, which is on the home node only",
          "Rename the temporary object, or run the statement in a session without temporary"
              + " objects.");
    }
    Set<DefinitionTargets.Name> temporary = objects.temporary(targets.names());
    if (statement.word(0).equals("lock")) {
      objects.requireNoViews(temporary);
    }
    String elsewhere = targets.without(temporary::contains);
    if (elsewhere.isEmpty()) {
      return new DefinitionReach("", creates, Optional.empty());
    }
    objects.temporary(targets.copied()).stream()
        .findFirst()
        .ifPresent(
            name -> {
              throw new PostgresException(
                  "0A000",
                  "the definition of the temporary table \""
                      + name.last()
                      + "\" cannot be copied into something permanent",
                  "The other nodes do not know the table. Write its columns out.");
            });
    return new DefinitionReach(elsewhere, creates, Optional.of(TemporaryState.now(home)));
  }

  /** Whether it is about temporary objects and nothing else. */
  public boolean homeOnly() {
    return elsewhere.isEmpty();
  }

  /** What the others are to run, as far as is known before. */
  String elsewhere() {
    return elsewhere;
  }

  /**
   * When the home node has run it: what the others are to run, or nothing if what it has made is
   * temporary by what it is made of.
   *
   * @throws PostgresException 0A000 when something permanent depends on a temporary object now
   */
  public String elsewhereAfter() {
    return before.isPresent() && before.get().hasMadeTemporary() && creates ? "" : elsewhere;
  }

  /**
   * Before a statement that makes something and cannot be undone.
   *
   * @throws PostgresException 0A000 when only what it makes will tell whether that is possible
   */
  void requireCertain() {
    if (creates && before.isPresent()) {
      throw new PostgresException(
          "0A000",
          "an index that could depend on a temporary object is not created concurrently",
          "Leave CONCURRENTLY out, or use a session without temporary objects.");
    }
  }

  /**
   * After a statement about temporary tables: their rows are on the home node, and rows of a placed
   * table are not looked for there only because a table inherits from it.
   *
   * @throws PostgresException 0A000
   */
  static void requireNoPlacedParent(NodeSession home) {
    TextResult.run(home, INHERITS_PLACED).rows().stream()
        .findFirst()
        .ifPresent(
            row -> {
              throw new PostgresException(
                  "0A000",
                  "a temporary table cannot inherit from "
                      + row.getFirst()
                      + ", whose rows are not on the home node alone",
                  "Create the temporary table with LIKE instead of INHERITS.");
            });
  }
}
