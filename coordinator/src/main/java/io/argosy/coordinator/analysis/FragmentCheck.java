package io.argosy.coordinator.analysis;

import io.argosy.coordinator.analysis.PlannedStatement.Checked;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.NodeShares;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import io.argosy.planner.route.FactsRouter;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has PostgreSQL accept what is about to be shipped: stages, fragment and last step must be valid
 * and give the types of the original statement. What is rejected is gathered instead.
 */
final class FragmentCheck {
  private static final String GENERATED =
      "SELECT EXISTS (SELECT FROM pg_catalog.pg_attribute a"
          + " WHERE a.attrelid OPERATOR(pg_catalog.=) %s::pg_catalog.regclass"
          + " AND a.attgenerated OPERATOR(pg_catalog.<>) ''"
          + " AND a.attname OPERATOR(pg_catalog.=) ANY ($1::pg_catalog.text[]))";

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
      case Plan.Pushdown pushdown ->
          orUnchanged(
              pushdown.fragment().toString(),
              () ->
                  merged(
                      Checked.PLAIN,
                      pushdown.fragment(),
                      NodeShares.none(),
                      pushdown.merge(),
                      allTypes(pushdown.once())));
      case Plan.Modify modify -> check(modify);
      case Plan.Carried carried -> orUnchanged(planned.sql(), () -> check(carried));
      case Plan.Staged staged -> orUnchanged(planned.sql(), () -> check(staged));
      case Plan.Route ignored -> planned;
      case Plan.Gather ignored -> planned;
      case Plan.Refused ignored -> planned;
    };
  }

  /** A plan that PostgreSQL rejects is replaced by one that ships the statement as it is. */
  private PlannedStatement orUnchanged(String shipped, Supplier<Checked> check) {
    TextResult.run(session, "SAVEPOINT argosy_check");
    try {
      return planned.with(check.get());
    } catch (PostgresException e) {
      if (e.error().tellsOfCircumstances()) {
        throw e;
      }
      // The statement holds what the client wrote, which is nobody's business by default.
      LOG.info("a shipped statement was rejected and is not shipped: {}", e.error().sqlState());
      LOG.debug("rejected: {} ({})", shipped, e.getMessage());
      TextResult.run(session, "ROLLBACK TO SAVEPOINT argosy_check");
      String reason = "a node did not accept the shipped statement: " + e.error().message();
      return planned.withPlan(unchanged(reason));
    }
  }

  /** What changes rows is computed over copies then, if that can be done. */
  private Plan unchanged(String reason) {
    return planned.modified().entries().isEmpty()
        ? FactsRouter.unchanged(facts, reason)
        : FactsRouter.overCopies(facts, reason);
  }

  /**
   * @throws PostgresException 42501 where the role may not read what is to be carried
   */
  private Checked check(Plan.Carried carried) {
    CarriedTable table = new CarriedTable(carried);
    columns(carried.sql(), table.columns().size());
    if (!carried.assigned().isEmpty()
        && TextResult.run(
                session,
                GENERATED.formatted(Identifiers.literal(table.target())),
                List.of(Identifiers.array(carried.key())))
            .single()
            .equals("t")) {
      throw new PostgresException("0A000", "a column of the key is generated, and may change");
    }
    TextResult.run(
        session,
        // PostgreSQL looks at rights when it runs a statement only.
        "SELECT "
            + Identifiers.list(table.columns())
            + " FROM "
            + table.target()
            + " LIMIT 0;"
            + " CREATE TEMPORARY TABLE argosy_carried "
            + table.definition());
    analyzer.describe(session, table.changing("pg_temp.argosy_carried"), new int[0]);
    return planned.checked();
  }

  private PlannedStatement check(Plan.Modify modify) {
    Supplier<PostgresException> changed =
        () -> new PostgresException("0A000", "the shipped statement returns other columns");
    sameTypes(analyzer.describe(session, modify.fragment(), types()).fields(), 0, changed);
    return planned;
  }

  /** The stages' tables are made as they will be, so that what reads them can be checked too. */
  private Checked check(Plan.Staged staged) {
    // Where rows go to is told by the slots of each run; here, any will do.
    NodeShares shares = new NodeShares(staged.shares(), SlotMap.even(facts.nodes()));
    List<String> parameters = allTypes(staged.once());
    Map<String, QueryTable> tables = new HashMap<>();
    List<PlannedStatement.StageTable> stages = new ArrayList<>();
    for (Stage stage : staged.stages()) {
      SqlTemplate query = typed(stage.query(), tables);
      QueryTable table =
          QueryTable.create(session, stage.table(), shares.sql(query, Cluster.HOME), parameters);
      table.requireNotReal(stage.notReal());
      tables.put(stage.table(), table);
      List<String> columns = table.columns().stream().map(QueryTable.Column::name).toList();
      if (stage.movement() instanceof Stage.Movement.Repartition repartition) {
        String key = columns.get(repartition.column());
        SqlTemplate sent = shares.addressed(query, repartition.division(), key);
        analyzer.describe(session, shares.sql(sent, Cluster.HOME), types());
      }
      stages.add(
          new PlannedStatement.StageTable(
              stage.table(), table.columnDefinitions(), columns, table.types(), query));
    }
    Checked checked = Checked.staged(stages);
    return switch (staged.last()) {
      case Plan.Last.Merged last ->
          merged(checked, last.fragment(), shares, last.merge(), parameters);
      case Plan.Last.Modified last -> typesKept(checked, shares.sql(last.fragment(), Cluster.HOME));
      case Plan.Last.OneNode last -> typesKept(checked, shares.sql(last.sql(), Cluster.HOME));
    };
  }

  /** With the names of the types of columns, in the tables as PostgreSQL has made them. */
  private static SqlTemplate typed(SqlTemplate statement, Map<String, QueryTable> tables) {
    return statement.filled(
        part ->
            part instanceof SqlTemplate.Part.Type type
                ? Optional.of(SqlTemplate.of(tables.get(type.table()).type(type.column())))
                : Optional.empty());
  }

  private Checked merged(
      Checked checked,
      SqlTemplate fragment,
      NodeShares shares,
      Merge merge,
      List<String> parameters) {
    String onHome = shares.sql(fragment, Cluster.HOME);
    return switch (merge) {
      case Merge.Concatenate ignored -> typesKept(checked, onHome);
      case Merge.Limited ignored -> typesKept(checked, onHome);
      case Merge.Ordered ordered -> ordered(checked, fragment, shares, ordered, parameters);
      case Merge.Finish finish ->
          withFinish(checked, finish, partials(onHome, parameters), Optional.empty());
    };
  }

  private Checked typesKept(Checked checked, String fragment) {
    columns(fragment, 0);
    return checked;
  }

  /** The fragment's columns: the original statement's, and so many more. */
  private List<Field> columns(String fragment, int hidden) {
    Optional<List<Field>> fields = analyzer.describe(session, fragment, types()).fields();
    sameTypes(fields, hidden, () -> new PostgresException("42804", "its columns have other types"));
    return fields.orElse(List.of());
  }

  private Checked ordered(
      Checked checked,
      SqlTemplate fragment,
      NodeShares shares,
      Merge.Ordered merge,
      List<String> parameters) {
    String onHome = shares.sql(fragment, Cluster.HOME);
    List<Field> fields = columns(onHome, merge.hidden());
    QueryTable partials = partials(onHome, parameters);
    Optional<OrderedStep> step =
        OrderedStep.of(
            fragment,
            merge,
            fields,
            partials.columns().stream().map(QueryTable.Column::byteOrder).toList());
    if (step.isEmpty()) {
      return withFinish(checked, merge.finish(), partials, Optional.of(merge.unsorted()));
    }
    analyzer.describe(session, shares.sql(step.get().fragment(), Cluster.HOME), types());
    return checked.with(step.get());
  }

  private QueryTable partials(String fragment, List<String> parameters) {
    return QueryTable.create(session, Merge.Finish.TABLE, fragment, parameters);
  }

  private Checked withFinish(
      Checked checked, Merge.Finish finish, QueryTable partials, Optional<SqlTemplate> fragment) {
    partials.requireNotReal(finish.notReal());
    SqlTemplate sql = typed(finish.template(), Map.of(Merge.Finish.TABLE, partials));
    sameTypes(
        analyzer.describe(session, NodeShares.none().sql(sql, Cluster.HOME), types()).fields(),
        0,
        () -> new PostgresException("42804", "the last step gives columns of other types"));
    return checked.with(new PlannedStatement.FinishStep(partials.definition(), sql, fragment));
  }

  /** The types of the statement's parameters and of the values that are computed once. */
  private List<String> allTypes(List<Plan.Once> once) {
    List<String> types = new ArrayList<>(parameterTypes);
    once.forEach(o -> types.add(o.type()));
    return types;
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
