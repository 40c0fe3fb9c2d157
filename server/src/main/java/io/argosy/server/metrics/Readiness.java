package io.argosy.server.metrics;

import java.util.List;

/** Whether a process can serve. Thread-safe. */
@FunctionalInterface
public interface Readiness {
  /** What keeps it from serving, a line each; empty when nothing does. May block for a while. */
  List<String> problems();
}
