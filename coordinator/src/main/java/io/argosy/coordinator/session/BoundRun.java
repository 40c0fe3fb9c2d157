package io.argosy.coordinator.session;

import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import java.util.Arrays;

/** A statement with the values that it is to run with. */
record BoundRun(PreparedStatement prepared, Binding binding) {
  static BoundRun of(ClientSession.Run run) {
    PreparedStatement prepared = (PreparedStatement) run.statement();
    return new BoundRun(prepared, prepared.bound(run.values(), run.resultFormats()));
  }

  boolean isSame(BoundRun other) {
    return prepared == other.prepared
        && Arrays.deepEquals(binding.values().toArray(), other.binding.values().toArray())
        && hasFormatsOf(other);
  }

  /** Whether the values and the result have the formats that those of another run have. */
  boolean hasFormatsOf(BoundRun other) {
    return Arrays.equals(binding.formats(), other.binding.formats()) && hasResultFormatsOf(other);
  }

  boolean hasResultFormatsOf(BoundRun other) {
    return Arrays.equals(binding.resultFormats(), other.binding.resultFormats());
  }
}
