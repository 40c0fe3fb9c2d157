package io.argosy.coordinator.gateway.server;

import io.argosy.coordinator.gateway.ClientSession.Names;
import io.argosy.coordinator.gateway.ClientSession.Portal;
import io.argosy.coordinator.gateway.ClientSession.Prepared;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.server.ProtocolException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The prepared statements and portals of one connection by name; the empty name is the unnamed one,
 * which may be replaced. Not thread-safe.
 */
final class NamedObjects implements Names {
  private static final Logger LOG = LoggerFactory.getLogger(NamedObjects.class);

  private final Map<String, Prepared> statements = new HashMap<>();
  private final Map<String, Portal> portals = new HashMap<>();
  private final Set<String> finishedPortals = new HashSet<>();
  private boolean statementsDiscarded;
  private boolean portalsDiscarded;
  private boolean transactionEnded;

  @Override
  public Map<String, Prepared> statements() {
    return statementsDiscarded ? Map.of() : Collections.unmodifiableMap(statements);
  }

  @Override
  public Map<String, Portal> portals() {
    return portalsDiscarded || transactionEnded ? Map.of() : Collections.unmodifiableMap(portals);
  }

  @Override
  public void forgetStatement(String name) {
    removeStatement(name);
  }

  Optional<Prepared> statement(String name) {
    return Optional.ofNullable(statements.get(name));
  }

  Optional<Portal> portal(String name) {
    return Optional.ofNullable(portals.get(name));
  }

  /** 42P05 when the name is taken. */
  void add(String name, Prepared statement) {
    if (!name.isEmpty() && statements.containsKey(name)) {
      throw taken(name);
    }
    statements.put(name, statement);
  }

  static ProtocolException taken(String name) {
    return new ProtocolException(
        "42P05", "prepared statement \"%s\" already exists".formatted(name));
  }

  void removeStatement(String name) {
    statements.remove(name);
  }

  /** Makes the name free for a new portal: the unnamed one is closed. 42P03 when it is taken. */
  void makeRoomForPortal(String name) {
    if (name.isEmpty()) {
      closePortal(name);
    } else if (portals.containsKey(name)) {
      throw new ProtocolException("42P03", "cursor \"%s\" already exists".formatted(name));
    }
  }

  void add(String name, Portal portal) {
    portals.put(name, portal);
  }

  /** The portal has run to its end. */
  void finish(String portal) {
    finishedPortals.add(portal);
  }

  boolean isFinished(String portal) {
    return finishedPortals.contains(portal);
  }

  @Override
  public void closePortal(String name) {
    finishedPortals.remove(name);
    Portal portal = portals.remove(name);
    if (portal != null) {
      portal.close();
    }
  }

  /** The transaction is over: only holdable portals stay. */
  void endTransaction() {
    closePortals(false);
  }

  /**
   * Some statements throw away what was prepared before: their command tags tell. What runs is not
   * closed under way, so the effect waits for {@link #applyDiscards}.
   */
  void completed(String tag) {
    switch (tag) {
      case "DISCARD ALL" -> {
        statementsDiscarded = true;
        portalsDiscarded = true;
      }
      case "DEALLOCATE ALL" -> statementsDiscarded = true;
      case "CLOSE CURSOR ALL" -> portalsDiscarded = true;
      default -> {}
    }
  }

  @Override
  public void transactionEnded() {
    transactionEnded = true;
  }

  void applyDiscards() {
    if (transactionEnded) {
      transactionEnded = false;
      closePortals(false);
    }
    if (statementsDiscarded) {
      statementsDiscarded = false;
      statements.keySet().removeIf(name -> !name.isEmpty());
    }
    if (portalsDiscarded) {
      portalsDiscarded = false;
      closePortals(true);
    }
  }

  /** The connection ends. */
  void closeAll() {
    closePortals(true);
    statements.clear();
  }

  /** Nobody asked for these to be closed, so a failure is not the client's to see. */
  private void closePortals(boolean holdableToo) {
    for (String name : portals.keySet().toArray(String[]::new)) {
      if (holdableToo || !portals.get(name).holdable()) {
        try {
          closePortal(name);
        } catch (PostgresException e) {
          LOG.warn("portal \"{}\" could not be closed", name, e);
        }
      }
    }
  }
}
