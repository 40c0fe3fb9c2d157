package io.argosy.planner.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;

/**
 * The sites that are there when the queries that are moved are gone.
 *
 * @param tables those that are read, be it after a move
 * @param queries those that are moved
 */
record ActiveSites(List<Site.Table> tables, List<Site.Nested> queries) {
  static ActiveSites of(List<Site> sites, Map<SqlNode, Choice> choices) {
    ActiveSites active = new ActiveSites(new ArrayList<>(), new ArrayList<>());
    active.add(sites, choices);
    return active;
  }

  private void add(List<Site> sites, Map<SqlNode, Choice> choices) {
    for (Site site : sites) {
      switch (site) {
        case Site.Table table -> tables.add(table);
        case Site.Nested nested -> {
          if (choices.getOrDefault(nested.key(), new Choice.Stay()).moves()) {
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
