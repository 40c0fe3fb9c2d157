package io.argosy.coordinator.statement.prepared;

import io.argosy.coordinator.analysis.Description;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.planner.facts.Relation;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A statement that a client has parsed.
 *
 * @param statement its text and kind, with parameters where it has constants
 * @param givenTypes the parameter types that the client gave, or those of the constants
 * @param description what a node says of it
 * @param catalogVersion the catalog that it was said of; UNSHARED for one that only the session
 *     sees
 * @param settings the session's settings that it was said under
 * @param temporaryNames the names of temporary objects that it may mean; changes as it is run
 * @param text as the client has sent it
 * @param comments those that stood before and behind it
 * @param constants the values of the parameters that the client knows nothing of, as text; none
 *     where the parameters are the client's
 */
public record PreparedStatement(
    SqlStatement statement,
    int[] givenTypes,
    Description description,
    long catalogVersion,
    Map<String, String> settings,
    Set<String> temporaryNames,
    String text,
    String comments,
    List<byte[]> constants,
    Instant preparedAt,
    Successor successor)
    implements ClientSession.Prepared {
  /** The version of a catalog with temporary objects, or with changes that are not committed. */
  static final long UNSHARED = -1;

  /** A statement with the client's parameters. */
  public PreparedStatement(
      SqlStatement statement,
      int[] givenTypes,
      Description description,
      long catalogVersion,
      Map<String, String> settings,
      Set<String> temporaryNames) {
    this(
        statement,
        givenTypes,
        description,
        catalogVersion,
        settings,
        new HashSet<>(temporaryNames),
        statement.sql(),
        "",
        List.of(),
        Instant.now(),
        new Successor());
  }

  /** What a statement is since it has turned out to be outdated, and whether it can be another. */
  static final class Successor {
    private Optional<PreparedStatement> statement = Optional.empty();
    private boolean told;
  }

  /**
   * What has been prepared before the session had a temporary table goes on, in PostgreSQL, with
   * the table that it has meant then. The nodes would take the temporary one.
   *
   * @param relations what its text means now
   * @throws PostgresException 0A000, from which drivers know that they have to prepare it anew
   */
  public void requireSameMeaning(List<RelationFact> relations) {
    List<String> temporary = new ArrayList<>();
    for (RelationFact relation : relations) {
      if (relation.schema().equals(Relation.TEMPORARY)) {
        temporary.add(relation.name());
      }
    }
    if (temporary.isEmpty() && temporaryNames.isEmpty()) {
      return;
    }
    for (String name : temporary) {
      if (!temporaryNames.contains(name)) {
        throw new PostgresException(
            PostgresError.of(
                    "0A000",
                    "the prepared statement is older than the temporary table \""
                        + name
                        + "\", which its text means now")
                .withHint("Prepare it again.")
                .with('R', "RevalidateCachedQuery"));
      }
    }
    relations.stream()
        .map(RelationFact::name)
        .filter(name -> !temporary.contains(name))
        .forEach(temporaryNames::remove);
  }

  /** The same for a statement that has constants in place of its parameters. */
  PreparedStatement withConstants(SqlStatement original, List<byte[]> values) {
    return written(original.sql(), comments, values);
  }

  /** The same with the comments that stand before and behind it. */
  public PreparedStatement commented(String newComments) {
    return comments.equals(newComments) ? this : written(text, newComments, constants);
  }

  /** The same as the client has written it. */
  private PreparedStatement written(String newText, String newComments, List<byte[]> newConstants) {
    return new PreparedStatement(
        statement,
        givenTypes,
        description,
        catalogVersion,
        settings,
        temporaryNames,
        newText,
        newComments,
        newConstants,
        preparedAt,
        successor);
  }

  /** Whether the client knows of it, and may go by what it was told. */
  public boolean isTold() {
    return successor.told;
  }

  /** From now on it is another one. */
  public void replaceBy(PreparedStatement other) {
    successor.statement = Optional.of(other);
  }

  @Override
  public void told() {
    latest().successor.told = true;
    successor.told = true;
  }

  @Override
  public PreparedStatement latest() {
    return successor
        .statement
        .filter(other -> other != this)
        .map(PreparedStatement::latest)
        .orElse(this);
  }

  @Override
  public int[] parameterTypes() {
    return constants.isEmpty() ? description.parameterTypes() : new int[0];
  }

  /** The types that the client gave for its parameters. */
  public int[] clientTypes() {
    return constants.isEmpty() ? givenTypes : new int[0];
  }

  /** Its parameters with the values that the client gave, or that were its constants. */
  public Binding bound(ClientSession.Values values, short[] resultFormats) {
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
