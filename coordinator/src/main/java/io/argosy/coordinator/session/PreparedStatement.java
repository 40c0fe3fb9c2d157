package io.argosy.coordinator.session;

import io.argosy.agent.postgres.Field;
import io.argosy.coordinator.catalog.Description;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.wire.ClientSession;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A statement that a client has parsed.
 *
 * @param statement its text and kind, with parameters where it has constants
 * @param givenTypes the parameter types that the client gave, or those of the constants
 * @param description what a node says of it
 * @param catalogVersion the catalog that it was said of
 * @param settings the session's settings that it was said under
 * @param text as the client has sent it
 * @param constants the values of the parameters that the client knows nothing of, as text; none
 *     where the parameters are the client's
 */
record PreparedStatement(
    SqlStatement statement,
    int[] givenTypes,
    Description description,
    long catalogVersion,
    Map<String, String> settings,
    String text,
    List<byte[]> constants)
    implements ClientSession.Prepared {
  /** A statement with the client's parameters. */
  PreparedStatement(
      SqlStatement statement,
      int[] givenTypes,
      Description description,
      long catalogVersion,
      Map<String, String> settings) {
    this(statement, givenTypes, description, catalogVersion, settings, statement.sql(), List.of());
  }

  /** The same for a statement that has constants in place of its parameters. */
  PreparedStatement withConstants(SqlStatement original, List<byte[]> values) {
    return new PreparedStatement(
        statement, givenTypes, description, catalogVersion, settings, original.sql(), values);
  }

  @Override
  public int[] parameterTypes() {
    return constants.isEmpty() ? description.parameterTypes() : new int[0];
  }

  /** Its parameters with the values that the client gave, or that were its constants. */
  Binding bound(ClientSession.Values values, short[] resultFormats) {
    int[] types = description.parameterTypes();
    return constants.isEmpty()
        ? new Binding(types, values.formats(), values.values(), resultFormats)
        : new Binding(types, new short[0], constants, resultFormats);
  }

  @Override
  public Optional<List<Field>> fields() {
    return description.fields();
  }
}
