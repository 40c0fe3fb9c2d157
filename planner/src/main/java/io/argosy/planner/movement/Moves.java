package io.argosy.planner.movement;

import io.argosy.planner.plan.Share;
import io.argosy.sql.parse.OwnNames;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives numbers to stages and shares while a statement is planned, so that no two alternatives have
 * one in common, and consecutive ones to those of the plan that is taken.
 */
public final class Moves {
  private final OwnNames names;
  private final Set<String> tables = new HashSet<>();
  private final List<Share> shares = new ArrayList<>();

  public Moves(OwnNames names) {
    this.names = names;
  }

  /** The name of a new stage's table. */
  public String stage() {
    String table = table(tables.size() + 1);
    tables.add(table);
    return table;
  }

  private String table(int number) {
    return names.of("stage_" + number);
  }

  /** The number of a new share. */
  int share(Share share) {
    shares.add(share);
    return shares.size();
  }

  /** Numbers what the steps of one plan use, in the order in which it comes. */
  public final class Renumbering {
    private final Map<String, String> stageNames = new HashMap<>();
    private int tablesUsed;
    private final Map<Share, Integer> shareNumbers = new LinkedHashMap<>();

    /** The name of a table in the plan, which may be no stage's. */
    public String table(String name) {
      return tables.contains(name)
          ? stageNames.computeIfAbsent(name, old -> Moves.this.table(++tablesUsed))
          : name;
    }

    /** Whether no step of the plan so far has made or read a table. */
    public boolean isNew(String name) {
      return !stageNames.containsKey(name);
    }

    /** From here on a table is read where another would be, which has the same rows. */
    public void sameAs(String name, String inPlan) {
      stageNames.put(name, inPlan);
    }

    /** A step with the numbers of the plan. */
    public SqlTemplate step(SqlTemplate step) {
      return step.filled(part -> Optional.of(SqlTemplate.of(numbered(part))));
    }

    private SqlTemplate.Part numbered(SqlTemplate.Part part) {
      return switch (part) {
        case SqlTemplate.Part.Text text -> text;
        case SqlTemplate.Part.Table table ->
            new SqlTemplate.Part.Table(table(table.name()), table.named());
        case SqlTemplate.Part.Type type ->
            new SqlTemplate.Part.Type(table(type.table()), type.column());
        case SqlTemplate.Part.Share share ->
            new SqlTemplate.Part.Share(
                shareNumbers.computeIfAbsent(
                    shares.get(share.number() - 1), each -> shareNumbers.size() + 1));
      };
    }

    /** The shares that the steps so far use; those that are alike are one. */
    public List<Share> shares() {
      return List.copyOf(shareNumbers.keySet());
    }
  }
}
