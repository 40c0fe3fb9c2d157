package io.argosy.server.cli;

import java.util.List;

/**
 * A module that adds commands to {@code ./argosy} without the server knowing it. Found by {@link
 * java.util.ServiceLoader}.
 */
public interface CommandContributor {
  /** New instances of classes annotated with picocli's {@code @Command}, with their names. */
  List<Object> commands();
}
