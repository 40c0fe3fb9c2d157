package io.argosy.coordinator.analysis;

import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.SearchSummary;
import io.argosy.sql.template.SqlTemplate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A statement with everything that is needed to run it. Immutable, shared by sessions.
 *
 * @param sql the original text
 * @param description what it takes and gives
 * @param canonical PostgreSQL's own text of it, with every name qualified; empty when it cannot be
 *     the body of a function
 * @param usesPrimaryKey whether it is valid only because of a primary key
 * @param relations what it reads or writes
 * @param modified which of them it modifies
 * @param sideEffects what it does besides giving and changing rows
 * @param plan how it is answered
 * @param search what the search for the plan has tried; empty if none was needed
 * @param expectations what was expected of its stages that were estimated by themselves, by the
 *     names of their tables; empty where nothing is learned of them
 * @param checked what PostgreSQL has made of the plan
 */
public record PlannedStatement(
    String sql,
    Description description,
    Optional<String> canonical,
    boolean usesPrimaryKey,
    List<RelationFact> relations,
    ModifiedRelations modified,
    SideEffects sideEffects,
    Plan plan,
    Optional<SearchSummary> search,
    Map<String, CardinalityFeedback.Expectation> expectations,
    Checked checked) {

  /**
   * What PostgreSQL has made of a plan.
   *
   * @param scanFilters conditions that the rows of a table must meet to matter at all, over the
   *     alias {@code argosy_row}, by its schema-qualified name as SQL; only for a plan that gathers
   * @param finish the last step on a node; only for a plan whose merge needs one
   * @param ordered the merge in order; only for a plan whose rows the coordinator can compare
   * @param stages the stages of a staged plan, in its order
   */
  public record Checked(
      Map<String, String> scanFilters,
      Optional<FinishStep> finish,
      Optional<OrderedStep> ordered,
      List<StageTable> stages) {
    /** A plan of which nothing is to be said. */
    static final Checked PLAIN =
        new Checked(Map.of(), Optional.empty(), Optional.empty(), List.of());

    static Checked gathered(Map<String, String> scanFilters) {
      return new Checked(scanFilters, Optional.empty(), Optional.empty(), List.of());
    }

    static Checked staged(List<StageTable> stages) {
      return new Checked(Map.of(), Optional.empty(), Optional.empty(), List.copyOf(stages));
    }

    Checked with(FinishStep step) {
      return new Checked(scanFilters, Optional.of(step), ordered, stages);
    }

    Checked with(OrderedStep step) {
      return new Checked(scanFilters, finish, Optional.of(step), stages);
    }
  }

  /**
   * The step of a merge that runs on a node.
   *
   * @param tableDefinition creates {@link Merge.Finish#ROWS} with the types and collations of the
   *     fragment's columns
   * @param sql the statement over it
   * @param fragment what the nodes run for it; empty for the plan's own
   */
  public record FinishStep(
      String tableDefinition, SqlTemplate sql, Optional<SqlTemplate> fragment) {}

  /**
   * A stage as PostgreSQL has accepted it.
   *
   * @param name the temporary table's name, without its schema
   * @param columnDefinitions the types and collations of the query's columns, as CREATE TABLE takes
   *     them
   * @param columns the columns' names
   * @param query the stage's query, with the types that it names in place
   */
  public record StageTable(
      String name,
      String columnDefinitions,
      List<String> columns,
      List<String> types,
      SqlTemplate query) {
    /** The name as SQL. */
    public String qualifiedName() {
      return "pg_temp." + name;
    }
  }

  /** A statement whose plan has not been checked yet. */
  PlannedStatement(
      String sql,
      Description description,
      Optional<String> canonical,
      boolean usesPrimaryKey,
      List<RelationFact> relations,
      ModifiedRelations modified,
      SideEffects sideEffects,
      Plan plan,
      Optional<SearchSummary> search,
      Map<String, CardinalityFeedback.Expectation> expectations) {
    this(
        sql,
        description,
        canonical,
        usesPrimaryKey,
        relations,
        modified,
        sideEffects,
        plan,
        search,
        expectations,
        Checked.PLAIN);
  }

  /** The same statement answered in another way. */
  public PlannedStatement withPlan(Plan newPlan) {
    return with(newPlan, Checked.PLAIN);
  }

  PlannedStatement with(Checked check) {
    return with(plan, check);
  }

  private PlannedStatement with(Plan newPlan, Checked check) {
    return new PlannedStatement(
        sql,
        description,
        canonical,
        usesPrimaryKey,
        relations,
        modified,
        sideEffects,
        newPlan,
        search,
        expectations,
        check);
  }

  /**
   * Whether it is an INSERT whose rows are sent to their nodes: it is not run as it is planned, its
   * query is.
   */
  public boolean insertsRows() {
    return plan instanceof Plan.Gather && modified.isInsertIntoTable(relations);
  }

  /**
   * Whether it changes nothing but temporary tables, as far as is known of it. It may have to be
   * run to find out.
   */
  public boolean writesTemporaryOnly() {
    return !sideEffects.mayWrite()
        && !modified.entries().isEmpty()
        && modified.entries().stream().allMatch(entry -> entry.schema().equals(Relation.TEMPORARY))
        && relations.stream().noneMatch(relation -> "v".equals(relation.kind()));
  }

  /** Whether no rows lie on nodes other than those whose partitions it needs. */
  public boolean readsPartitionsOnly() {
    return !sideEffects.runsAnything() && relations.stream().allMatch(RelationFact::partitioned);
  }

  /** Whether it uses a temporary object, as far as its text tells; it may say so once too often. */
  public boolean usesTemporary() {
    return canonical.isEmpty() || canonical.get().contains(Relation.TEMPORARY);
  }

  /** Whether a query may change something: it calls a function that may, or names a sequence. */
  public boolean mayChangeMore() {
    return sideEffects.mayWrite()
        || relations.stream()
            .anyMatch(
                relation ->
                    "S".equals(relation.kind()) && !relation.schema().equals(Relation.TEMPORARY));
  }

  /** Whether it certainly changes nothing, neither by itself nor by what it calls. */
  public boolean changesNothing() {
    return modified.entries().isEmpty() && !sideEffects.callsWriters() && !mayChangeMore();
  }

  /** Whether it reads system catalogs, or Argosy's, and nothing else. */
  public boolean readsCatalogsOnly() {
    return !relations.isEmpty() && relations.stream().allMatch(RelationFact::catalog);
  }

  /** How it is answered, in the word that EXPLAIN has for it. */
  public String strategy() {
    return switch (plan) {
      case Plan.Route ignored -> "ROUTE";
      case Plan.Pushdown ignored -> "PUSHDOWN";
      case Plan.Modify ignored -> "PUSHDOWN";
      case Plan.Carried ignored -> "CARRIED";
      case Plan.Staged ignored -> "STAGED";
      case Plan.Gather ignored -> insertsRows() ? "INSERT" : "GATHER";
      case Plan.Refused ignored -> "REFUSED";
    };
  }

  /**
   * Whether what it does depends on nothing that others can change but the rows of its target, and
   * the rows that these refer to.
   */
  public boolean standsAlone() {
    return relations.size() == 1 && !sideEffects.callsUsers() && !mayReadSettings();
  }

  /**
   * Whether it may read settings by name: its text or that of a view says so, or a function of a
   * user's that is VOLATILE may do so.
   */
  public boolean mayReadSettings() {
    return sideEffects.mayWrite()
        || mentionsSettings(sql)
        || relations.stream()
            .map(RelationFact::definition)
            .anyMatch(definition -> definition != null && mentionsSettings(definition));
  }

  /** {@code current_setting}, {@code pg_settings} and {@code pg_show_all_settings}, in any case. */
  private static boolean mentionsSettings(String text) {
    return text.toLowerCase(Locale.ROOT).contains("_setting");
  }

  /**
   * What the nodes run for a plan's fragment: where the coordinator merges the rows in order, sort
   * keys stand behind its columns; where a node sorts all of them, they come in any order.
   */
  public SqlTemplate shipped(SqlTemplate fragment) {
    return checked
        .ordered()
        .map(OrderedStep::fragment)
        .or(() -> checked.finish().flatMap(FinishStep::fragment))
        .orElse(fragment);
  }
}
