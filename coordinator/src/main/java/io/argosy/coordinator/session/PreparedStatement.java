package io.argosy.coordinator.session;

import io.argosy.agent.postgres.Field;
import io.argosy.coordinator.catalog.Description;
import io.argosy.coordinator.wire.ClientSession;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A statement that a client has parsed.
 *
 * @param statement its text and kind
 * @param givenTypes the parameter types that the client gave
 * @param description what a node says of it
 * @param catalogVersion the catalog that it was said of
 * @param settings the session's settings that it was said under
 */
record PreparedStatement(
    SqlStatement statement,
    int[] givenTypes,
    Description description,
    long catalogVersion,
    Map<String, String> settings)
    implements ClientSession.Prepared {
  @Override
  public int[] parameterTypes() {
    return description.parameterTypes();
  }

  @Override
  public Optional<List<Field>> fields() {
    return description.fields();
  }
}
