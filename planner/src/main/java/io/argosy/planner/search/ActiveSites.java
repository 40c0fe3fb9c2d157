package io.argosy.planner.search;

import io.argosy.planner.movement.Choice;
import io.argosy.planner.movement.rows.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;

/**
 * The sites that are there when the queries that are moved are gone.
 *
 * @param tables those that are read, be it after a move
 * @param queries those that are moved
 * @param untouched the outermost queries over partitioned rows of which everything is read where it
 *     is
 */
record ActiveSites(
    List<Site.Table> tables, List<Site.Nested> queries, List<Site.Nested> untouched) {
  static ActiveSites of(List<Site> sites, Map<SqlNode, Choice> choices) {
    ActiveSites active = new ActiveSites(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    active.add(sites, choices);
    active.addUntouched(sites, choices);
    return active;
  }

  private void addUntouched(List<Site> sites, Map<SqlNode, Choice> choices) {
    for (Site site : sites) {
      if (site instanceof Site.Nested nested) {
        if (stays(nested, choices)) {
          if (nested.isApart()) {
            untouched.add(nested);
          }
        } else if (Choice.of(nested, choices) instanceof Choice.Stay) {
          addUntouched(nested.within(), choices);
        }
      }
    }
  }

  private static boolean stays(Site site, Map<SqlNode, Choice> choices) {
    return Choice.of(site, choices) instanceof Choice.Stay
        && (!(site instanceof Site.Nested nested)
            || nested.within().stream().allMatch(inner -> stays(inner, choices)));
  }

  private void add(List<Site> sites, Map<SqlNode, Choice> choices) {
    for (Site site : sites) {
      switch (site) {
        case Site.Table table -> tables.add(table);
        case Site.Nested nested -> {
          if (Choice.of(nested, choices).moves()) {
            add(nested);
          } else {
            add(nested.within(), choices);
          }
        }
      }
    }
  }

  /** One definition at several places is moved once. */
  private void add(Site.Nested query) {
    for (int i = 0; i < queries.size(); i++) {
      if (queries.get(i).key() == query.key()) {
        queries.set(i, queries.get(i).and(query));
        return;
      }
    }
    queries.add(query);
  }
}
