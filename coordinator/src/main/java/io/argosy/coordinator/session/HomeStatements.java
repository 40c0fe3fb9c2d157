package io.argosy.coordinator.session;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.session.notification.SessionChannels;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.code.CodeBlock;
import io.argosy.coordinator.statement.code.CodeStatements;
import io.argosy.coordinator.statement.cursor.CursorStatements;
import io.argosy.coordinator.statement.definition.DefinitionReach;
import io.argosy.coordinator.statement.definition.DefinitionStatements;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.node.TextResult;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** Starts what belongs to one backend: LISTEN, LOCK, DO, CALL, cursors .. */
final class HomeStatements {
  private final Backends backends;
  private final AnsweredOutput client;
  private final CodeStatements codes;
  private final CursorStatements cursors;
  private final DefinitionStatements definitions;
  private final ProtocolPortals portals;
  private final ReadOnlyRule readOnly;

  HomeStatements(
      Backends backends,
      AnsweredOutput client,
      CodeStatements codes,
      CursorStatements cursors,
      DefinitionStatements definitions,
      ProtocolPortals portals,
      ReadOnlyRule readOnly) {
    this.backends = backends;
    this.client = client;
    this.codes = codes;
    this.cursors = cursors;
    this.definitions = definitions;
    this.portals = portals;
    this.readOnly = readOnly;
  }

  /** Starts a statement as it is. */
  Execution asItIs(SqlStatement statement, Binding binding) {
    return new NodeExecution(backends.home(), binding.request(statement.sql()), client);
  }

  Execution start(PreparedStatement prepared, Binding binding) {
    SqlStatement statement = prepared.statement();
    return switch (statement.word(0)) {
      case "listen", "unlisten" -> {
        backends.transaction().changeChannels(SessionChannels.Change.of(statement));
        yield new ImmediateExecution(statement.word(0).toUpperCase(Locale.ROOT));
      }
      case "load" -> {
        backends.pinnedHome().pin();
        yield asItIs(statement, binding);
      }
      case "notify" -> {
        backends.transaction().beforeNotify();
        yield asItIs(statement, binding);
      }
      case "lock" -> lock(statement);
      case "do", "call" -> code(prepared, binding);
      case "declare" -> cursors.declare(statement, binding);
      case "fetch", "move", "close" ->
          portals.run(statement).orElseGet(() -> asItIs(statement, binding));
      default ->
          new ImmediateExecution(TextResult.run(backends.home(), statement.sql()).tags().getLast());
    };
  }

  private Execution code(PreparedStatement prepared, Binding binding) {
    SqlStatement statement = prepared.statement();
    CodeBlock block = CodeBlock.of(statement);
    if (backends.block() != null) {
      // It takes a snapshot, as all nodes do then.
      backends.transactionSnapshot().beforeQuery();
    }
    Optional<String> obstacle = block.obstacle(backends.asked());
    if (obstacle.isPresent()) {
      return codes.takenApart(prepared, binding, block, obstacle.get());
    }
    if (readOnly.refusesWrites(statement)) {
      readOnly.attempt(statement, binding);
    }
    if (block.defines()) {
      return definitions.define(statement);
    }
    backends.ensureWriting();
    backends.takeNumbers();
    backends.runUnknownFunctions();
    backends.transaction().mayTellOthers();
    return asItIs(statement, binding);
  }

  /** These come to the home node first, where the table is locked. So pg_dump locks tables. */
  private static boolean keepsDefinitionsOutOnly(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    return IntStream.range(1, tokens.size())
        .anyMatch(i -> tokens.get(i - 1).isWord("access") && tokens.get(i).isWord("share"));
  }

  /** The home node first, as all that changes every node does. */
  private Execution lock(SqlStatement statement) {
    DefinitionReach reach = DefinitionReach.of(statement, backends);
    if (!reach.homeOnly() && !keepsDefinitionsOutOnly(statement)) {
      backends.transaction().holdNodes();
    }
    String tag = TextResult.run(backends.home(), statement.sql()).tags().getLast();
    if (reach.homeOnly()) {
      return new ImmediateExecution(tag);
    }
    backends.markTablesLocked();
    String elsewhere = reach.elsewhereAfter();
    for (int node = Cluster.HOME + 1; node < backends.cluster().nodes().size(); node++) {
      TextResult.run(backends.on(node), elsewhere);
    }
    return new ImmediateExecution(tag);
  }
}
