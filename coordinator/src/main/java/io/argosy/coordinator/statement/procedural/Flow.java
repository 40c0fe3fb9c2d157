package io.argosy.coordinator.statement.procedural;

import java.util.Optional;

/** How a statement ends: what comes behind it runs next, or the block goes on elsewhere. */
record Flow(Kind kind, Optional<String> label) {
  enum Kind {
    NEXT,
    EXIT,
    CONTINUE,
    RETURN
  }

  static final Flow NEXT = new Flow(Kind.NEXT, Optional.empty());
  static final Flow RETURN = new Flow(Kind.RETURN, Optional.empty());

  /** Whether it is for the loop of a label, and not for one around it. */
  boolean isFor(Optional<String> loop) {
    return label.isEmpty() || label.equals(loop);
  }
}
