package io.argosy.coordinator.session;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.ImmediateExecution;
import io.argosy.coordinator.execute.NodeExecution;
import io.argosy.coordinator.wire.ClientOutput;
import io.argosy.planner.parse.Token;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * SET, RESET and DISCARD. The home node runs them first, so that PostgreSQL checks names and
 * values; what it then has is what every other backend of the session is given.
 */
final class SettingsStatements {
  private final Backends backends;
  private final SessionSettings settings;
  private final TimeLimits limits;
  private final ClientOutput client;

  SettingsStatements(
      Backends backends, SessionSettings settings, TimeLimits limits, ClientOutput client) {
    this.backends = backends;
    this.settings = settings;
    this.limits = limits;
    this.client = client;
  }

  Execution set(SqlStatement statement) {
    boolean local = statement.word(1).equals("local");
    List<String> names = names(statement);
    for (String name : names) {
      if (settings.isFollowed(name)) {
        throw new PostgresException(
            "55P02",
            "parameter \"" + name + "\" cannot be changed now",
            "It is in the coordinator's file, which is read again on SIGHUP.");
      }
    }
    TransactionBlock block = backends.block();
    if (TransactionModes.SETTINGS.containsAll(names)) {
      if (block == null) {
        // They end with the transaction that the statement is by itself.
        return new ImmediateExecution(runOnHome(statement.sql()));
      }
      backends.changeModes(statement.sql(), names.contains(TransactionModes.ISOLATION));
      return new ImmediateExecution("SET");
    }
    String tag = runOnHome(statement.sql());
    if (names.stream().noneMatch(limits::isKept)) {
      onOthers(statement.sql());
      if (local && block != null) {
        block.remember(statement.sql());
      }
    }
    for (String name : names) {
      if (!local) {
        settings.set(name, show(name));
        forgetLocal(name);
      } else if (block != null) {
        block.setLocally(name, show(name));
      }
    }
    withdrawLimits();
    return new ImmediateExecution(tag);
  }

  /** Unlike a query, this takes no snapshot. */
  private String show(String name) {
    return TextResult.run(backends.home(), "SHOW " + quoted(name)).single();
  }

  private void forgetLocal(String name) {
    if (backends.block() != null) {
      backends.block().setInSession(name);
    }
  }

  private void withdrawLimits() {
    for (String sql : limits.withdrawals(backends.block())) {
      TextResult.run(backends.home(), sql);
      onOthers(sql);
    }
  }

  /** SHOW of what the home node does not know; empty where it is to be asked. */
  Optional<Execution> shown(SqlStatement statement) {
    String name = statement.word(1);
    if (name.equals(TransactionModes.READ_ONLY)
        && backends.block() != null
        && backends.block().refusesWrites()) {
      return Optional.of(new ImmediateExecution("SHOW", List.of(List.of("on"))));
    }
    if (limits.isKept(name)) {
      return Optional.of(
          new ImmediateExecution("SHOW", List.of(List.of(limits.shown(name, backends.block())))));
    }
    Map<String, String> kept = limits.kept(backends.block());
    return name.equals("all") && !kept.isEmpty()
        ? Optional.of(new ImmediateExecution("SHOW", showAll(statement.sql(), kept)))
        : Optional.empty();
  }

  /** The settings by name with their values and descriptions. */
  private List<List<String>> showAll(String sql, Map<String, String> kept) {
    return TextResult.run(backends.home(), sql).rows().stream()
        .map(
            row -> Arrays.asList(row.get(0), kept.getOrDefault(row.get(0), row.get(1)), row.get(2)))
        .toList();
  }

  Execution reset(SqlStatement statement) {
    String tag = runOnHome(statement.sql());
    onOthers(statement.sql());
    if (statement.word(1).equals("all")) {
      settings.resetAll();
      settings.initial().entrySet().stream()
          .filter(setting -> !SessionSettings.IDENTITY.contains(setting.getKey()))
          .forEach(setting -> apply(setting.getKey(), setting.getValue()));
      if (backends.block() != null) {
        backends.block().localSettings().keySet().stream()
            .filter(name -> !SessionSettings.IDENTITY.contains(name))
            .forEach(this::forgetLocal);
      }
    } else {
      for (String name : names(statement)) {
        forgetLocal(name);
        String value = settings.reset(name);
        if (value != null) {
          apply(name, value);
        }
      }
    }
    withdrawLimits();
    return new ImmediateExecution(tag);
  }

  Execution discard(SqlStatement statement) {
    if (statement.word(1).equals("all")) {
      if (backends.block() != null && !backends.block().implicit()) {
        throw new PostgresException("25001", "DISCARD ALL cannot run inside a transaction block");
      }
      settings.discard();
      backends.home().discardOnClose();
      backends.unpinHome();
      return new ImmediateExecution("DISCARD ALL");
    }
    return new ImmediateExecution(runOnHome(statement.sql()));
  }

  /** Runs a statement on the home node's backend, which is then not as others expect it. */
  private String runOnHome(String sql) {
    NodeSession home = backends.home();
    home.discardOnClose();
    try (Execution execution = new NodeExecution(home, new Request.Simple(sql), client)) {
      while (execution.next() != null) {
        // These statements return no rows.
      }
      return execution.tag(0);
    }
  }

  private void onOthers(String sql) {
    for (NodeSession session : backends.joinedSessions()) {
      if (session != backends.home()) {
        session.discardOnClose();
        TextResult.run(session, sql);
      }
    }
  }

  private void apply(String name, String value) {
    String sql =
        "SELECT pg_catalog.set_config("
            + Identifiers.literal(name)
            + ", "
            + Identifiers.literal(value)
            + ", false)";
    TextResult.run(backends.home(), sql);
    onOthers(sql);
  }

  private static String quoted(String name) {
    return Arrays.stream(name.split("\\."))
        .map(Identifiers::quote)
        .collect(Collectors.joining("."));
  }

  /** The settings that a SET or RESET is about. */
  private static List<String> names(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    int index = statement.word(1).equals("session") || statement.word(1).equals("local") ? 2 : 1;
    if (statement.word(index).equals("session")) {
      // SET LOCAL SESSION AUTHORIZATION
      index++;
    }
    return switch (statement.word(index)) {
      case "time" -> List.of("timezone");
      case "names" -> List.of("client_encoding");
      case "schema" -> List.of("search_path");
      case "authorization" -> List.of("session_authorization", "role");
      case "xml" -> List.of("xmloption");
      case "characteristics" ->
          List.of(
              "default_transaction_isolation",
              "default_transaction_read_only",
              "default_transaction_deferrable");
      default -> {
        StringBuilder name = new StringBuilder(tokens.get(index).value());
        while (index + 2 < tokens.size() && tokens.get(index + 1).isSymbol(".")) {
          name.append('.').append(tokens.get(index + 2).value());
          index += 2;
        }
        yield List.of(name.toString());
      }
    };
  }
}
