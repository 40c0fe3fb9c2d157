package io.argosy.coordinator.settings;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.message.PostgresException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Changes of settings that the home node's backend has made: the session's other backends make them
 * too, those of now and those to come, and the session remembers what is set.
 */
public final class SettingChanges {
  private static final String SUPERUSER = "is_superuser";

  private final SettingBackends backends;
  private final SessionSettings settings;
  private final TimeLimits limits;

  /** What PostgreSQL shows of {@code is_superuser} for whom the session has acted as. */
  private final Map<List<String>, String> superuser = new HashMap<>();

  public SettingChanges(SettingBackends backends, SessionSettings settings, TimeLimits limits) {
    this.backends = backends;
    this.settings = settings;
    this.limits = limits;
  }

  /**
   * Before a setting is changed.
   *
   * @throws PostgresException 55P02 when the operator alone can
   */
  public void requireOwn(String name) {
    if (settings.isFollowed(name)) {
      throw new PostgresException(
          "55P02",
          "parameter \"" + name + "\" cannot be changed now",
          "It is in the coordinator's file, which is read again on SIGHUP.");
    }
  }

  /** Runs what the home node has run on every other node of the transaction, also on later ones. */
  public void spread(String sql) {
    for (NodeSession session : backends.joinedSessions()) {
      if (session != backends.asked()) {
        session.discardOnClose();
        TextResult.run(session, sql);
      }
    }
    if (backends.block() != null) {
      backends.block().rememberSetting(sql);
    }
  }

  /** The same for statements of our own, which the home node has not run either. */
  public void run(String sql) {
    TextResult.run(backends.asked(), sql);
    spread(sql);
  }

  /** The settings now have values of the session. */
  public void setInSession(List<String> names) {
    for (String name : names) {
      settings.set(name, show(name));
      forgetLocal(name);
    }
    learnWhoActs(names);
  }

  /** The settings are now as the session started. */
  public void reset(List<String> names) {
    for (String name : names) {
      settings.reset(name);
      forgetLocal(name);
    }
    learnWhoActs(names);
  }

  /** The settings now have values of the transaction. */
  public void setLocally(List<String> names) {
    if (backends.block() != null) {
      names.forEach(name -> backends.block().setLocally(name, show(name)));
      learnWhoActs(names);
    }
  }

  /**
   * The home node has another encoding for the client.
   *
   * @throws PostgresException 0A000 for one that we do not have
   */
  public void setEncoding(SettingStatement set) {
    String name = EncodingSetting.NAME;
    String value = set.toDefault() ? settings.shownAtStart(name) : show(name);
    ClientEncoding.of(value);
    if (set.local()) {
      if (backends.block() != null) {
        backends.block().setLocally(name, value);
      }
    } else if (set.toDefault()) {
      settings.reset(name);
      forgetLocal(name);
    } else {
      settings.set(name, value);
      forgetLocal(name);
    }
  }

  /** Whether the client has UTF-8 and keeps it. */
  public boolean staysUtf8(String shown) {
    return shown.equals(ClientEncoding.UTF8.name()) && EncodingSetting.of(this).isUtf8();
  }

  /** Unlike a query, this takes no snapshot. */
  private String show(String name) {
    return TextResult.run(backends.asked(), "SHOW " + quoted(name)).single();
  }

  private static String quoted(String name) {
    return Arrays.stream(name.split("\\."))
        .map(Identifiers::quote)
        .collect(Collectors.joining("."));
  }

  public void forgetLocal(String name) {
    if (backends.block() != null) {
      backends.block().setInSession(name);
    }
  }

  /** What nodes are not to know of limits is taken from them. */
  public void withdrawLimits() {
    limits.withdrawals(backends.block()).forEach(this::run);
  }

  private void learnWhoActs(List<String> names) {
    if (names.stream().anyMatch(SessionSettings.IDENTITY::contains)) {
      superuser.put(acting(InForce.of(settings, backends.block())), show(SUPERUSER));
    }
  }

  private List<String> acting(InForce inForce) {
    return SessionSettings.IDENTITY.stream()
        .map(name -> String.valueOf(shown(name, inForce)))
        .toList();
  }

  private String shown(String name, InForce inForce) {
    String local = inForce.local().get(name);
    return local != null ? local : settings.shown(name, inForce.session());
  }

  /** The settings that PostgreSQL goes by now. */
  InForce inForce() {
    return InForce.of(settings, backends.block());
  }

  /** What PostgreSQL shows of a setting that is reported to clients; null for none. */
  String reported(String name, InForce inForce) {
    return name.equals(SUPERUSER)
        ? superuser.getOrDefault(acting(inForce), settings.shown(SUPERUSER))
        : shown(name, inForce);
  }

  /**
   * Settings that are in force.
   *
   * @param session those of the session
   * @param local those of its transaction
   */
  record InForce(Map<String, String> session, Map<String, String> local) {
    private static InForce of(SessionSettings settings, TransactionBlock block) {
      if (block == null) {
        return new InForce(settings.current(), Map.of());
      }
      return block.failed()
          ? new InForce(block.settingsAfterFailure(), block.localSettingsAfterFailure())
          : new InForce(settings.current(), block.localSettings());
    }

    /** Whether nothing has changed in between. */
    boolean isSame(InForce other) {
      return session == other.session && local == other.local;
    }
  }

  /** A statement that gives settings values. */
  public static String setConfig(Map<String, String> values, boolean local) {
    return values.entrySet().stream()
        .map(
            setting ->
                "pg_catalog.set_config("
                    + Identifiers.literal(setting.getKey())
                    + ", "
                    + Identifiers.literal(setting.getValue())
                    + ", "
                    + local
                    + ")")
        .collect(Collectors.joining(", ", "SELECT ", ""));
  }
}
