package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ForwardingOutput;
import io.argosy.protocol.message.PostgresError;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The way to the client of a statement that one node runs after the other: what the home node has
 * said already, other nodes do not say again. What a statement reports (INFO, of VACUUM VERBOSE) is
 * each node's own.
 */
final class NoticesOfNodes extends ForwardingOutput {
  private final Set<List<String>> said = new HashSet<>();
  private boolean elsewhere;

  NoticesOfNodes(ClientOutput client) {
    super(client);
  }

  /** What comes from now on comes of other nodes than the home node. */
  void elsewhere() {
    elsewhere = true;
  }

  @Override
  public void notice(PostgresError notice) {
    List<String> text = List.of(notice.severity(), notice.sqlState(), notice.message());
    if (!elsewhere) {
      said.add(text);
    } else if (!notice.severity().equals("INFO") && said.contains(text)) {
      return;
    }
    super.notice(notice);
  }
}
