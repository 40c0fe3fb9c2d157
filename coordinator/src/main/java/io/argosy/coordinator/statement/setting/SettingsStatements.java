package io.argosy.coordinator.statement.setting;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.SpooledExecution;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.session.transaction.TransactionModes;
import io.argosy.coordinator.settings.EncodingSetting;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.settings.SetConfigCalls;
import io.argosy.coordinator.settings.SettingChanges;
import io.argosy.coordinator.settings.SettingStatement;
import io.argosy.coordinator.settings.TimeLimits;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.node.CommandTag;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.PostgresException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * SET, RESET and DISCARD. The home node runs them first, so that PostgreSQL checks names and
 * values; what it then has is what every other backend of the session is given.
 */
public final class SettingsStatements {
  /** A backend takes it until it has used temporary tables, as those that work for others have. */
  private static final String TEMP_BUFFERS = "temp_buffers";

  /** In pages; nothing is allocated for them. */
  private static final int SOME_TEMP_BUFFERS = 1_000_000;

  private static final String SEED = "seed";

  /** They are more than one setting, or no setting that keeps its value. */
  private static final Set<String> NOT_BY_FUNCTION =
      Set.of(
          SEED,
          "session_authorization",
          TransactionModes.ISOLATION,
          TransactionModes.READ_ONLY,
          TransactionModes.DEFERRABLE);

  private final Backends backends;
  private final SessionSettings settings;
  private final SettingChanges changes;
  private final TimeLimits limits;
  private final ClientOutput client;

  public SettingsStatements(
      Backends backends,
      SessionSettings settings,
      SettingChanges changes,
      TimeLimits limits,
      ClientOutput client) {
    this.backends = backends;
    this.settings = settings;
    this.changes = changes;
    this.limits = limits;
    this.client = client;
  }

  /**
   * SET.
   *
   * @throws PostgresException as PostgreSQL refuses it; 55P02 for a setting of the operator's
   */
  public Execution set(SqlStatement statement) {
    SettingStatement set = SettingStatement.of(statement);
    List<String> names = set.names();
    names.forEach(changes::requireOwn);
    if (names.contains(SEED)) {
      // It is where random() is called next that the seed counts.
      backends.pinnedHome().pin();
      return new ImmediateExecution(runOnHome(statement.sql()));
    }
    TransactionBlock block = backends.block();
    if (TransactionModes.SETTINGS.containsAll(names)) {
      if (block == null) {
        // They end with the transaction that the statement is by itself.
        return new ImmediateExecution(runOnHome(statement.sql()));
      }
      backends
          .transaction()
          .changeModes(statement.sql(), names.contains(TransactionModes.ISOLATION));
      return new ImmediateExecution("SET");
    }
    if (names.contains(EncodingSetting.NAME)) {
      return new ImmediateExecution(setEncoding(set, statement.sql()));
    }
    if (names.contains(TEMP_BUFFERS)) {
      // A value that hardly any backend has already.
      int pages = SOME_TEMP_BUFFERS + ThreadLocalRandom.current().nextInt(SOME_TEMP_BUFFERS);
      backends.pinnedHome().requireTaking(TEMP_BUFFERS, Integer.toString(pages));
    }
    String tag = runOnHome(statement.sql());
    boolean onNodes = names.stream().noneMatch(limits::isKept);
    if (onNodes) {
      changes.spread(statement.sql());
    }
    if (set.toDefault() && onNodes) {
      returnToStart(names, set.local());
    }
    remember(set);
    return new ImmediateExecution(tag);
  }

  /** A transaction that is rolled back leaves the home node's backend with UTF-8 as well. */
  private String setEncoding(SettingStatement set, String sql) {
    String tag = runOnHome(sql);
    try {
      changes.setEncoding(set);
    } finally {
      runOnHome(EncodingSetting.WITHDRAWAL);
    }
    return tag;
  }

  /** A node's default is its own: what the client has asked for at the start it does not know. */
  private void returnToStart(Collection<String> names, boolean local) {
    Map<String, String> values = new TreeMap<>(settings.initial());
    values.keySet().retainAll(names);
    if (!values.isEmpty()) {
      changes.run(SettingChanges.setConfig(values, local));
    }
  }

  private void remember(SettingStatement set) {
    if (set.local()) {
      changes.setLocally(set.names());
    } else if (set.toDefault()) {
      changes.reset(set.names());
    } else {
      changes.setInSession(set.names());
    }
    changes.withdrawLimits();
  }

  /**
   * A SELECT that calls set_config. The home node answers it, and is then asked what has been set.
   *
   * @throws PostgresException 0A000 when that cannot be known, or needs rows of other nodes
   */
  public Execution setByFunction(
      PreparedStatement prepared, PlannedStatement planned, Binding binding) {
    SetConfigCalls calls =
        SetConfigCalls.of(prepared.statement()).orElseThrow(SetConfigCalls::refused);
    boolean atHome =
        planned.plan() instanceof Plan.Route route
            && !(route.target() instanceof Plan.Target.KeyOwner);
    if (!atHome) {
      throw SetConfigCalls.refused();
    }
    if (planned.sideEffects().mayWrite()) {
      backends.ensureTransaction();
    }
    backends.beginImplicitly();
    NodeSession home = backends.home();
    home.discardOnClose();
    Execution answer =
        new SpooledExecution(
            new NodeExecution(home, binding.request(prepared.statement().sql()), client));
    if (CommandTag.rows(answer.tag(0)) > 0) {
      follow(calls, binding);
    } else if (calls.callsOthers()) {
      throw SetConfigCalls.refused();
    }
    return answer;
  }

  private void follow(SetConfigCalls calls, Binding binding) {
    List<List<String>> set =
        TextResult.run(backends.home(), binding.withResultFormat(0).request(calls.asking())).rows();
    Map<String, Boolean> scopes = new HashMap<>();
    for (List<String> row : set) {
      String name = row.getFirst();
      boolean local = row.getLast().equals("t");
      changes.requireOwn(name);
      Boolean other = scopes.put(name, local);
      if (NOT_BY_FUNCTION.contains(name)
          || (name.equals(EncodingSetting.NAME) && !changes.staysUtf8(row.get(1)))
          || (other != null && other != local)) {
        throw new PostgresException(
            "0A000", "set_config('" + name + "', ..) is not supported here", "Use SET.");
      }
      if (!limits.isKept(name)) {
        changes.spread(SettingChanges.setConfig(Map.of(name, row.get(1)), local));
      }
      remember(new SettingStatement(List.of(name), local, false));
    }
  }

  /** SHOW of what the home node does not know; empty where it is to be asked. */
  public Optional<Execution> shown(SqlStatement statement) {
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
    if (name.equals(EncodingSetting.NAME)) {
      return Optional.of(
          new ImmediateExecution("SHOW", List.of(List.of(EncodingSetting.shown(changes)))));
    }
    Map<String, String> kept = new HashMap<>(limits.kept(backends.block()));
    kept.put(EncodingSetting.NAME, EncodingSetting.shown(changes));
    return name.equals("all")
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

  public Execution reset(SqlStatement statement) {
    if (!statement.word(1).equals("all")) {
      return set(statement);
    }
    String tag = runOnHome(statement.sql());
    changes.spread(statement.sql());
    settings.resetAll();
    returnToStart(
        settings.initial().keySet().stream()
            .filter(
                name ->
                    !SessionSettings.IDENTITY.contains(name)
                        && !limits.isKept(name)
                        && !name.equals(EncodingSetting.NAME))
            .toList(),
        false);
    if (backends.block() != null) {
      backends.block().localSettings().keySet().stream()
          .filter(name -> !SessionSettings.IDENTITY.contains(name))
          .forEach(changes::forgetLocal);
    }
    changes.withdrawLimits();
    return new ImmediateExecution(tag);
  }

  public Execution discard(SqlStatement statement) {
    if (statement.word(1).equals("all")) {
      if (backends.block() != null) {
        throw new PostgresException("25001", "DISCARD ALL cannot run inside a transaction block");
      }
      settings.discard();
      backends.home().discardOnClose();
      backends.pinnedHome().unpin();
      backends.channels().unlistenAll();
      return new ImmediateExecution("DISCARD ALL");
    }
    return new ImmediateExecution(runOnHome(statement.sql()));
  }

  /** Runs a statement on the home node's backend, which is then not as others expect it. */
  private String runOnHome(String sql) {
    NodeSession home = backends.asked();
    home.discardOnClose();
    return NodeExecution.run(home, sql, client);
  }
}
