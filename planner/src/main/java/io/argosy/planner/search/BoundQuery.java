package io.argosy.planner.search;

import io.argosy.planner.bind.Binding;
import org.apache.calcite.sql.SqlNode;

/** A query and what the names in it mean. */
record BoundQuery(SqlNode tree, Binding binding) {}
