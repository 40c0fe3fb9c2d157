package io.argosy.coordinator.metadata;

import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What must hold of the catalog, so that rows stay where they are looked for and every node can
 * keep its constraints, triggers and rules by itself. A statement may not break a rule. What was
 * broken before it is not its fault: it may run, and perhaps repairs that.
 */
public final class PlacementRules {
  /**
   * The rules, a file of {@code placement/} each: a query that gives a row for everything that
   * breaks it. The row says what it is, in words that stay the same as long as it is broken; the
   * message of the refusal; and its hint. {@code placed.sql} has what they have in common.
   */
  private static final List<String> RULES =
      List.of(
          "distribution_column",
          "inheritance",
          "unique_index",
          "exclusion_constraint",
          "foreign_key",
          "trigger",
          "event_trigger",
          "rule",
          "expression");

  /** Makes a function of them, in which names mean what they mean to who makes it. */
  static final String DEFINITION =
      RULES.stream()
          .map(rule -> Resources.read("placement/" + rule + ".sql"))
          .collect(
              Collectors.joining(
                  "UNION ALL\n",
                  "CREATE OR REPLACE FUNCTION argosy.broken_rules()"
                      + " RETURNS TABLE (what text, message text, hint text) LANGUAGE sql STABLE"
                      + " BEGIN ATOMIC "
                      + Resources.read("placement/placed.sql"),
                  "; END"));

  /**
   * The same, planned once for a backend: to plan the rules takes longer than to look. A function
   * of PL/pgSQL keeps its plans. It runs under the session's search path, by which the messages
   * name tables.
   */
  static final String PLANNED_ONCE =
      """
      CREATE OR REPLACE FUNCTION argosy.broken_rules_planned_once()
          RETURNS TABLE (what text, message text, hint text) LANGUAGE plpgsql STABLE AS $$
      BEGIN
          RETURN QUERY SELECT * FROM argosy.broken_rules();
      END $$\
      """;

  private static final String QUERY = "SELECT * FROM argosy.broken_rules_planned_once()";

  /** The names of values of enums, by the object ids of the values. */
  private static final String LABELS = "SELECT label, name, type FROM argosy.key_labels()";

  private final Set<String> brokenBefore;
  private final Map<String, String> labelsBefore;

  private PlacementRules(Set<String> brokenBefore, Map<String, String> labelsBefore) {
    this.brokenBefore = brokenBefore;
    this.labelsBefore = labelsBefore;
  }

  /**
   * Before a statement that changes the catalog.
   *
   * @param session a backend, in the transaction of the statement
   */
  public static PlacementRules before(NodeSession session) {
    return new PlacementRules(
        TextResult.run(session, QUERY).rows().stream()
            .map(List::getFirst)
            .collect(Collectors.toUnmodifiableSet()),
        TextResult.run(session, LABELS).rows().stream()
            .collect(Collectors.toUnmodifiableMap(row -> row.get(0), row -> row.get(1))));
  }

  /**
   * The same for a table whose distribution column becomes NOT NULL only later in the statement.
   *
   * @param table as the node of the session has it
   */
  public PlacementRules withNullableKeysOf(TableFact table) {
    Set<String> accepted = new HashSet<>(brokenBefore);
    accepted.add("nullable distribution column of " + table.oid());
    return new PlacementRules(accepted, labelsBefore);
  }

  /**
   * Behind the statement: looks for what the rules forbid and was not there before.
   *
   * @param session the backend that was asked before
   * @throws PostgresException 0A000, saying what it is and what to do
   */
  public void check(NodeSession session) {
    for (List<String> row : TextResult.run(session, QUERY).rows()) {
      if (!brokenBefore.contains(row.get(0))) {
        throw new PostgresException("0A000", row.get(1), row.get(2));
      }
    }
    if (!labelsBefore.isEmpty()) {
      checkLabels(session);
    }
  }

  /** What a rule sees at the end does not tell that a value had another name. */
  private void checkLabels(NodeSession session) {
    for (List<String> row : TextResult.run(session, LABELS).rows()) {
      String before = labelsBefore.getOrDefault(row.get(0), row.get(1));
      if (!before.equals(row.get(1))) {
        throw new PostgresException(
            "0A000",
            "value \"%s\" of type %s cannot get another name: it is a distribution key"
                .formatted(before, row.get(2)),
            "Rows lie by the hashes of the names. Add a value of the other name, and UPDATE the"
                + " rows.");
      }
    }
  }
}
