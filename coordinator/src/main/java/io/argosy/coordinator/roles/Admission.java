package io.argosy.coordinator.roles;

import io.argosy.coordinator.cluster.LoggedInRole;

/**
 * A client's place among the sessions of its role, until it is left; once.
 *
 * @param role whom the client has logged in as
 * @param end gives the place back
 */
public record Admission(LoggedInRole role, Runnable end) implements AutoCloseable {
  @Override
  public void close() {
    end.run();
  }
}
