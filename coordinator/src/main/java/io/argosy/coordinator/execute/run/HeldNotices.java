package io.argosy.coordinator.execute.run;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ForwardingOutput;
import io.argosy.protocol.message.PostgresError;
import java.util.ArrayList;
import java.util.List;

/** The way to a client on which notices wait until it is known that they are to be sent. */
public final class HeldNotices extends ForwardingOutput {
  private final List<PostgresError> held = new ArrayList<>();
  private boolean sends;

  public HeldNotices(ClientOutput client) {
    super(client);
  }

  /** Sends what was held; from now on nothing is. */
  void send() {
    sends = true;
    held.forEach(super::notice);
    held.clear();
  }

  /** Whether nothing is held. */
  public boolean isEmpty() {
    return held.isEmpty();
  }

  /** What was held is never sent. */
  void forget() {
    held.clear();
  }

  @Override
  public void notice(PostgresError notice) {
    if (sends) {
      super.notice(notice);
    } else {
      held.add(notice);
    }
  }
}
