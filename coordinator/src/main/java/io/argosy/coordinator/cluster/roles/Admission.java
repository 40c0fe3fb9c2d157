package io.argosy.coordinator.cluster.roles;

import io.argosy.coordinator.cluster.LoggedInRole;

/**
 * A client's place among the sessions of its role, until it is left; once.
 *
 * @param role whom the client has logged in as
 * @param end gives the place back
 */
public record Admission(LoggedInRole role, Runnable end) implements AutoCloseable {
  /** The same with something else to be done at the end, in any case. */
  public Admission alsoAtEnd(Runnable other) {
    return new Admission(
        role,
        () -> {
          try {
            end.run();
          } finally {
            other.run();
          }
        });
  }

  @Override
  public void close() {
    end.run();
  }
}
