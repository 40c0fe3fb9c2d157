package io.argosy.coordinator.execute.gather;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.PlannedStatement.StageTable;
import io.argosy.coordinator.cluster.NodeShares;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;
import io.argosy.planner.plan.Stage;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A statement that a plan sends to nodes, for EXPLAIN.
 *
 * @param purpose what it is for
 * @param place which nodes run it
 * @param text what is sent, where the gaps of each node are filled
 * @param shares the nodes' shares of replicated tables
 * @param stage the temporary table that its rows go to, if it is a stage
 */
public record ShippedStatement(
    String purpose, Place place, SqlTemplate text, NodeShares shares, Optional<Stage> stage) {
  /** Which nodes run a statement. */
  public sealed interface Place {
    /** The nodes that the plan is about. */
    record Targets() implements Place {}

    record Home() implements Place {}

    /** One node, no matter which. */
    record AnyNode() implements Place {}

    record Owners(Pruning pruning) implements Place {}
  }

  private static final String VIEW = "View";
  private static final Place TARGETS = new Place.Targets();
  private static final Place HOME = new Place.Home();

  private ShippedStatement(String purpose, Place place, SqlTemplate sql) {
    this(purpose, place, sql, NodeShares.none(), Optional.empty());
  }

  private ShippedStatement(String purpose, Place place, String sql) {
    this(purpose, place, SqlTemplate.of(sql));
  }

  /** Whether PostgreSQL can tell a plan of it, before anything of the plan has been run. */
  public boolean hasPlan() {
    return !purpose.equals(VIEW);
  }

  /** The statement that a node gets. */
  public String sql(int node) {
    return shares.sql(text, node);
  }

  /** Where its rows come from and go to, in words; empty for those of a last step. */
  public String movement(PlannedStatement planned) {
    List<String> words = new ArrayList<>();
    String carved =
        text.gaps(SqlTemplate.Part.Share.class)
            .map(share -> shares.shares().get(share.number() - 1).column())
            .distinct()
            .collect(Collectors.joining(", "));
    if (!carved.isEmpty()) {
      words.add("CARVE (" + carved + ")");
    }
    stage.ifPresent(moved -> words.add(words(moved, planned)));
    return String.join(", ", words);
  }

  private static String words(Stage stage, PlannedStatement planned) {
    return switch (stage.movement()) {
      case Stage.Movement.Broadcast ignored -> "BROADCAST";
      case Stage.Movement.BroadcastToOthers ignored -> "BROADCAST to others";
      case Stage.Movement.Repartition repartition ->
          "REPARTITION ("
              + repartition.division().words(column(stage, repartition.column(), planned))
              + ")";
      case Stage.Movement.Gather ignored -> "GATHER";
      case Stage.Movement.Keep ignored -> "KEEP";
      case Stage.Movement.Parameters ignored -> "PARAMETERS";
    };
  }

  private static String column(Stage stage, int column, PlannedStatement planned) {
    return planned.checked().stages().stream()
        .filter(table -> table.name().equals(stage.table()))
        .map(table -> table.columns().get(column))
        .findFirst()
        .orElseThrow();
  }

  /** What a plan ships, in order. */
  public static List<ShippedStatement> of(PlannedStatement planned, SlotMap slots) {
    return switch (planned.plan()) {
      case Plan.Route ignored -> List.of(new ShippedStatement("Statement", TARGETS, planned.sql()));
      case Plan.Pushdown pushdown -> pushdown(planned, pushdown);
      case Plan.Modify modify ->
          List.of(new ShippedStatement("Statement", TARGETS, modify.fragment()));
      case Plan.Staged staged -> staged(planned, staged, new NodeShares(staged.shares(), slots));
      case Plan.Carried ignored -> List.of(new ShippedStatement("Statement", HOME, planned.sql()));
      case Plan.Gather ignored -> gather(planned);
      case Plan.Refused ignored -> List.of();
    };
  }

  private static List<ShippedStatement> pushdown(PlannedStatement planned, Plan.Pushdown pushdown) {
    List<ShippedStatement> shipped = new ArrayList<>();
    shipped.add(new ShippedStatement("Fragment", TARGETS, planned.shipped(pushdown.fragment())));
    addFinish(planned, shipped);
    return shipped;
  }

  private static void addFinish(PlannedStatement planned, List<ShippedStatement> shipped) {
    planned
        .checked()
        .finish()
        .ifPresent(step -> shipped.add(new ShippedStatement("Last step", HOME, step.sql())));
  }

  private static List<ShippedStatement> staged(
      PlannedStatement planned, Plan.Staged staged, NodeShares shares) {
    List<ShippedStatement> shipped = new ArrayList<>();
    for (int i = 0; i < staged.stages().size(); i++) {
      Stage stage = staged.stages().get(i);
      StageTable table = planned.checked().stages().get(i);
      Place place =
          switch (stage.source()) {
            case Stage.Source.EveryNode every -> TARGETS;
            case Stage.Source.HomeNode ignored -> HOME;
            case Stage.Source.AnyNode ignored -> new Place.AnyNode();
          };
      shipped.add(
          new ShippedStatement(
              "Stage " + table.qualifiedName() + ", " + stage.purpose(),
              place,
              table.query(),
              shares,
              Optional.of(stage)));
    }
    switch (staged.last()) {
      case Plan.Last.Merged last -> {
        shipped.add(
            new ShippedStatement(
                "Fragment", TARGETS, planned.shipped(last.fragment()), shares, Optional.empty()));
        addFinish(planned, shipped);
      }
      case Plan.Last.Modified last ->
          shipped.add(
              new ShippedStatement(
                  "Statement",
                  new Place.Owners(last.pruning()),
                  last.fragment(),
                  shares,
                  Optional.empty()));
      case Plan.Last.OneNode last ->
          shipped.add(
              new ShippedStatement(
                  "Last step",
                  last.home() ? HOME : new Place.AnyNode(),
                  last.sql(),
                  shares,
                  Optional.empty()));
    }
    return shipped;
  }

  private static List<ShippedStatement> gather(PlannedStatement planned) {
    GatherScript script = GatherScript.of(planned, "argosy_gather", Map.of());
    List<ShippedStatement> shipped = new ArrayList<>();
    script
        .tables()
        .forEach(
            copy ->
                shipped.add(
                    new ShippedStatement("Rows for " + copy.name(), TARGETS, copy.source())));
    script.views().forEach(view -> shipped.add(new ShippedStatement(VIEW, HOME, view)));
    shipped.add(new ShippedStatement("Last step", HOME, script.statement()));
    return shipped;
  }
}
