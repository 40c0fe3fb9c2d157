package io.argosy.coordinator.write;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.StatementPlanner;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.write.TailRule.Way;
import io.argosy.planner.facts.Volatility;
import io.argosy.planner.function.CalledFunctions;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out where ON CONFLICT and RETURNING of an INSERT are to be evaluated. */
final class TailPlanner {
  private static final String VOLATILE_HINT =
      "Compute the value in a statement of its own first, and give it to the INSERT.";

  private final InsertStatement insert;
  private final PlannedStatement planned;
  private final TableFact target;
  private final StatementPlanner planner;
  private final Map<String, Volatility> builtins;

  /**
   * @param planner says of the tail, as a statement of its own, whether it is the nodes' to do
   * @param builtins the volatility of pg_catalog's functions by name
   */
  TailPlanner(
      InsertStatement insert,
      PlannedStatement planned,
      TableFact target,
      StatementPlanner planner,
      Map<String, Volatility> builtins) {
    this.insert = insert;
    this.planned = planned;
    this.target = target;
    this.planner = planner;
    this.builtins = builtins;
  }

  /**
   * @throws PostgresException 0A000 where no way is proven to give PostgreSQL's answer
   */
  TailRule find() {
    CalledFunctions.WithOnce replaced =
        CalledFunctions.once(
            InsertTail.parse(insert.tail()).withDefaults(target).text(),
            planned.description().parameterTypes().length);
    InsertTail tail = InsertTail.parse(replaced.text());
    String with =
        insert.namesOfWith().stream().anyMatch(n -> mentions(tail, n)) ? insert.with() : "";
    Way way = target.partitioned() ? ofDistributed(tail, with) : ofReplicated(tail);
    return new TailRule(
        target.partitioned() || target.replicated() ? way : Way.OVER_COPIES,
        tail,
        replaced.once(),
        with,
        identity());
  }

  private static boolean mentions(InsertTail tail, String name) {
    return SqlLexer.tokens(tail.text()).stream().anyMatch(token -> token.value().equals(name));
  }

  private Way ofDistributed(InsertTail tail, String with) {
    if (tail.changes(target.distributionColumn())) {
      throw refusal(
          "ON CONFLICT DO UPDATE assigns the distribution column \""
              + target.distributionColumn()
              + "\" of \""
              + target.name()
              + "\", which could move the row to another node",
          "Run an UPDATE of the column as a statement of its own.");
    }
    CalledFunctions functions = CalledFunctions.of(with + tail.text(), builtins);
    functions
        .depending()
        .ifPresent(
            name -> {
              throw refusal(
                  name
                      + " in ON CONFLICT or RETURNING depends on the node that inserts into \""
                      + target.name()
                      + "\"",
                  VOLATILE_HINT);
            });
    if (!TailRule.readsTables(tail.text())) {
      return Way.ON_EACH_NODE;
    }
    functions
        .random()
        .ifPresent(
            name -> {
              throw refusal(
                  "the volatile function "
                      + name
                      + " beside a subquery in ON CONFLICT or RETURNING of \""
                      + target.name()
                      + "\" is not supported",
                  VOLATILE_HINT);
            });
    return isLocal(tail) ? Way.ON_EACH_NODE : Way.OVER_COPIES;
  }

  private Way ofReplicated(InsertTail tail) {
    String conflict = tail.onConflict();
    CalledFunctions functions = CalledFunctions.of(conflict, builtins);
    boolean varies =
        functions.random().isPresent()
            || functions.depending().isPresent()
            || planned.sideEffects().mayWrite() && callsUserFunction(conflict);
    boolean reads =
        TailRule.readsTables(conflict)
            || callsUserFunction(conflict)
            || callsCurrentSetting(conflict);
    return !varies && (!reads || isTheSameEverywhere(tail)) ? Way.ON_EACH_NODE : carried(tail);
  }

  private static boolean callsCurrentSetting(String sql) {
    return SqlLexer.tokens(sql).stream().anyMatch(token -> token.isWord("current_setting"));
  }

  private static boolean callsUserFunction(String sql) {
    List<Token> tokens = SqlLexer.tokens(sql);
    for (int i = 0; i + 2 < tokens.size(); i++) {
      if (tokens.get(i).isSymbol(".") && tokens.get(i + 2).isSymbol("(")) {
        return true;
      }
    }
    return false;
  }

  /**
   * The tail as an UPDATE of the rows in conflict, which the planner knows to prove: they have the
   * key of the row that was to be inserted.
   */
  private boolean isLocal(InsertTail tail) {
    if (!tail.assignments().isEmpty() && otherColumns(tail).isEmpty()) {
      return false;
    }
    String key = "." + Identifiers.quote(target.distributionColumn());
    String condition = tail.condition().isEmpty() ? "" : " AND (" + tail.condition() + ")";
    return isProven(
        tail.assignments().isEmpty()
            ? "DELETE FROM " + insert.target() + " " + tail.returning()
            : "UPDATE "
                + insert.target()
                + " SET "
                + otherColumns(tail)
                + " FROM "
                + target.qualifiedName()
                + " AS excluded WHERE "
                + insert.alias()
                + key
                + " = excluded"
                + key
                + condition
                + " "
                + tail.returning());
  }

  private String otherColumns(InsertTail tail) {
    InsertTail others =
        new InsertTail(
            "",
            tail.assignments().stream()
                .filter(a -> !a.columns().contains(target.distributionColumn()))
                .toList(),
            "",
            "");
    return others.assigned();
  }

  /** What is read of the excluded row is the same everywhere, as what is read of the target's. */
  private boolean isTheSameEverywhere(InsertTail tail) {
    String condition = tail.condition().isEmpty() ? "" : " WHERE " + tail.condition();
    List<Token> tokens = SqlLexer.tokens(tail.assigned() + condition);
    StringBuilder own = new StringBuilder();
    for (int i = 0; i < tokens.size(); i++) {
      boolean excluded =
          tokens.get(i).isWord("excluded")
              && i + 1 < tokens.size()
              && tokens.get(i + 1).isSymbol(".");
      own.append(excluded ? insert.alias() : tokens.get(i).text()).append(' ');
    }
    return isProven("UPDATE " + insert.target() + " SET " + own);
  }

  private boolean isProven(String statement) {
    try {
      return planner.attempt(statement, planned.description().parameterTypes()).plan()
          instanceof Plan.Modify;
    } catch (PostgresException e) {
      if (e.error().tellsOfCircumstances()) {
        throw e;
      }
      // Not an UPDATE of the same meaning: nothing is proven.
      return false;
    }
  }

  private Way carried(InsertTail tail) {
    List<String> identity = identity();
    Optional<String> changed = identity.stream().filter(tail::changes).findFirst();
    if (target.triggered() || identity.isEmpty() || changed.isPresent()) {
      String why =
          target.triggered()
              ? "the table has triggers, which would see the rows of the home node"
              : identity.isEmpty()
                  ? "the table has no unique key without NULLs, by which its rows are found"
                  : "it assigns the key column \"" + changed.get() + "\"";
      throw refusal(
          "ON CONFLICT DO UPDATE could give each copy of \""
              + target.name()
              + "\" another value, and cannot be computed once: "
              + why,
          VOLATILE_HINT);
    }
    return Way.CARRIED;
  }

  private List<String> identity() {
    return planned.relations().stream()
        .filter(relation -> relation.oid().equals(target.oid()))
        .map(RelationFact::uniqueKeys)
        .filter(keys -> !keys.isEmpty())
        .map(List::getFirst)
        .findFirst()
        .orElse(List.of());
  }

  private static PostgresException refusal(String message, String hint) {
    return new PostgresException("0A000", message, hint);
  }
}
