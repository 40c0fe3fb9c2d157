package io.argosy.coordinator.statement.prepared;

import io.argosy.coordinator.gateway.ClientSession.Names;
import io.argosy.coordinator.gateway.ClientSession.Portal;
import io.argosy.coordinator.gateway.ClientSession.Prepared;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** What the protocol has named in the session; nothing until the connection has told it. */
public final class ProtocolNames {
  private Optional<Names> names = Optional.empty();

  public void set(Names told) {
    names = Optional.of(told);
  }

  Map<String, Prepared> statements() {
    return names.map(Names::statements).orElse(Map.of());
  }

  public Map<String, Portal> portals() {
    return names.map(Names::portals).orElse(Map.of());
  }

  /** Tells the connection what SQL has done with them. */
  public void tell(Consumer<Names> change) {
    names.ifPresent(change);
  }
}
