package io.argosy.coordinator.catalog;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.Field;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.planner.catalog.StatementFacts;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has PostgreSQL accept what is about to be shipped: the fragment and the last step must be valid
 * and give the types of the original statement. What is rejected is gathered instead.
 */
final class FragmentCheck {
  private static final Logger LOG = LoggerFactory.getLogger(FragmentCheck.class);

  private final StatementAnalyzer analyzer;
  private final NodeSession session;
  private final PlannedStatement planned;
  private final StatementFacts facts;
  private final List<String> parameterTypes;

  FragmentCheck(
      StatementAnalyzer analyzer,
      NodeSession session,
      PlannedStatement planned,
      StatementFacts facts,
      List<String> parameterTypes) {
    this.analyzer = analyzer;
    this.session = session;
    this.planned = planned;
    this.facts = facts;
    this.parameterTypes = parameterTypes;
  }

  PlannedStatement checked() {
    return switch (planned.plan()) {
      case Plan.Pushdown pushdown -> check(pushdown);
      case Plan.Modify modify -> check(modify);
      case Plan.Route ignored -> planned;
      case Plan.Staged ignored -> planned;
      case Plan.Gather ignored -> planned;
      case Plan.Refused ignored -> planned;
    };
  }

  private PlannedStatement check(Plan.Pushdown pushdown) {
    TextResult.run(session, "SAVEPOINT argosy_check");
    try {
      return switch (pushdown.merge()) {
        case Merge.Concatenate ignored -> typesKept(pushdown, 0);
        case Merge.Limited ignored -> typesKept(pushdown, 0);
        case Merge.Ordered ordered -> {
          typesKept(pushdown, ordered.hidden());
          yield withFinish(pushdown, ordered.finish());
        }
        case Merge.Finish finish -> withFinish(pushdown, finish);
      };
    } catch (PostgresException e) {
      LOG.info(
          "fragment rejected, gathering instead: {} ({})", pushdown.fragment(), e.getMessage());
      TextResult.run(session, "ROLLBACK TO SAVEPOINT argosy_check");
      return planned.withPlan(
          StatementAnalyzer.gather(
              facts, "a node did not accept the shipped statement: " + e.error().message()));
    }
  }

  private PlannedStatement check(Plan.Modify modify) {
    Supplier<PostgresException> changed =
        () -> new PostgresException("0A000", "the shipped statement returns other columns");
    sameTypes(analyzer.describe(session, modify.fragment(), types()).fields(), 0, changed);
    return planned;
  }

  private PlannedStatement typesKept(Plan.Pushdown pushdown, int hidden) {
    sameTypes(
        analyzer.describe(session, pushdown.fragment(), types()).fields(),
        hidden,
        () -> new PostgresException("42804", "its columns have other types"));
    return planned;
  }

  private PlannedStatement withFinish(Plan.Pushdown pushdown, Merge.Finish finish) {
    int parameters = parameterTypes.size() + pushdown.once().size();
    List<String> types = new ArrayList<>(parameterTypes);
    pushdown.once().forEach(once -> types.add(once.type()));
    TextResult.run(
        session,
        "PREPARE argosy_fragment"
            + (parameters == 0 ? "" : " (" + String.join(", ", types) + ")")
            + " AS "
            + pushdown.fragment());
    try {
      TextResult.run(
          session,
          "CREATE TEMPORARY TABLE argosy_partial AS EXECUTE argosy_fragment"
              + (parameters == 0
                  ? ""
                  : "(" + String.join(", ", Collections.nCopies(parameters, "NULL")) + ")")
              + " WITH NO DATA");
    } finally {
      deallocate();
    }
    List<String> definitions = new ArrayList<>();
    List<String> columnTypes = new ArrayList<>();
    for (List<String> row : TextResult.run(session, PARTIAL_COLUMNS).rows()) {
      String collation = row.get(2) == null ? "" : " COLLATE " + row.get(2);
      definitions.add(Identifiers.quote(row.get(0)) + " " + row.get(1) + collation);
      columnTypes.add(row.get(1));
    }
    for (int column : finish.notReal()) {
      if (columnTypes.get(column - 1).equals("real")) {
        throw new PostgresException(
            "0A000", "averages of real are summed in another precision when they are partial");
      }
    }
    String sql = finish.sql(columnTypes);
    sameTypes(
        analyzer.describe(session, sql, types()).fields(),
        0,
        () -> new PostgresException("42804", "the last step gives columns of other types"));
    return planned.withFinish(
        new PlannedStatement.FinishStep(
            "CREATE TEMPORARY TABLE argosy_partial ("
                + String.join(", ", definitions)
                + ") ON COMMIT DROP",
            sql));
  }

  private static final String PARTIAL_COLUMNS =
      """
      SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
             CASE WHEN a.attcollation <> t.typcollation
                  THEN pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.collname) END
      FROM pg_catalog.pg_attribute a
      JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_catalog.pg_collation c ON c.oid = a.attcollation
      LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace
      WHERE a.attrelid = 'pg_temp.argosy_partial'::pg_catalog.regclass AND a.attnum > 0
      ORDER BY a.attnum\
      """;

  /** Prepared statements outlive a rollback. */
  private void deallocate() {
    if (session.transactionStatus() == 'E') {
      TextResult.run(session, "ROLLBACK TO SAVEPOINT argosy_check");
    }
    TextResult.run(session, "DEALLOCATE argosy_fragment");
  }

  private int[] types() {
    return planned.description().parameterTypes();
  }

  private void sameTypes(
      Optional<List<Field>> fields, int hidden, Supplier<PostgresException> different) {
    List<Integer> shipped = fields.orElse(List.of()).stream().map(Field::typeOid).toList();
    List<Integer> original =
        planned.description().fields().orElse(List.of()).stream().map(Field::typeOid).toList();
    if (shipped.size() != original.size() + hidden
        || !shipped.subList(0, original.size()).equals(original)) {
      throw different.get();
    }
  }
}
