package io.argosy.planner.search;

import io.argosy.planner.facts.Relation;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/**
 * The table that an UPDATE or DELETE changes. Its rows are not moved.
 *
 * @param entry its entry in FROM
 * @param copied the table as it is if every node has a copy; empty for a distributed one
 */
record ModifiedTable(SqlNode entry, Optional<Relation> copied) {}
