package io.argosy.planner.movement;

import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Source;
import io.argosy.planner.movement.rows.ComparedColumns;
import io.argosy.planner.movement.rows.Reduction;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.plan.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rows that have been copied to every node, and who reads them there. When all that read them
 * are known, it shows what can be spared:
 *
 * <ul>
 *   <li>Rows whose node has found that its own part of a table has nothing for them need not ask it
 *       again. Where the others only ask, they stay away from the node that they come from.
 *   <li>Of a column that is compared with nothing but the rows of which it has told which there
 *       are, PostgreSQL need not know more than how many it has: those are no more.
 * </ul>
 */
public final class CopiedRows {
  private final ComparedColumns compared;
  private final Map<Source, StagedTable> tables = new HashMap<>();
  private final Set<Column> told = new HashSet<>();

  public CopiedRows(ComparedColumns compared) {
    this.compared = compared;
  }

  /** A table's rows have been moved, be they copied or not. */
  public void add(Site.Table table, StagedTable staged) {
    tables.put(table.source(), staged);
    for (Reduction.Partner partner : staged.toldBy()) {
      if (compared.isComparedOnce(partner.other()) && compared.isComparedOnce(partner.column())) {
        told.add(partner.other());
      }
    }
  }

  /** What has been moved that has all of what a table's rows are moved for, if there is such. */
  public Optional<StagedTable> having(StagedTable wanted) {
    return tables.values().stream().filter(staged -> staged.has(wanted)).findFirst();
  }

  /**
   * A table's rows are read where another's have been moved. Nothing is spared of these then.
   *
   * @param before the other's
   * @param both the same for both
   */
  public void share(StagedTable before, StagedTable both, Site.Table table) {
    tables.replaceAll((source, staged) -> staged == before ? both : staged);
    tables.put(table.source(), both);
  }

  /**
   * The stages without what can be spared.
   *
   * @param home whether the last step runs on the home node alone
   */
  public List<Stage> spare(List<Stage> stages, boolean home) {
    List<Stage> spared = new ArrayList<>(stages);
    tables.forEach(
        (source, staged) -> {
          if (tablesOf(staged.stage()).size() > 1) {
            return;
          }
          int index = spared.indexOf(staged.stage());
          Stage stage = analyzedLess(source, staged.stage());
          boolean copied = stage.movement() instanceof Stage.Movement.Broadcast;
          if (copied && home && isOnlyAsked(staged, stages)) {
            stage = stage.with(new Stage.Movement.BroadcastToOthers());
          }
          spared.set(index, stage);
        });
    return spared;
  }

  private Stage analyzedLess(Source source, Stage stage) {
    List<String> known =
        told.stream()
            .filter(column -> column.source() == source)
            .map(column -> source.columns().get(column.index()))
            .toList();
    return stage.withAnalyzed(
        stage.analyzed().stream().filter(name -> !known.contains(name)).toList());
  }

  /** Whether no stage reads the rows but those of tables that have nothing for them beside them. */
  private boolean isOnlyAsked(StagedTable copied, List<Stage> stages) {
    String table = copied.stage().table();
    List<Stage> readers = stages.stream().filter(stage -> stage.query().reads(table)).toList();
    return !readers.isEmpty()
        && readers.stream()
            .map(this::tablesOf)
            .allMatch(read -> !read.isEmpty() && copied.absent().containsAll(read));
  }

  /** The tables whose rows a stage moves, which may be several that read the same. */
  private List<Source> tablesOf(Stage stage) {
    return tables.entrySet().stream()
        .filter(entry -> entry.getValue().stage().equals(stage))
        .map(Map.Entry::getKey)
        .toList();
  }
}
