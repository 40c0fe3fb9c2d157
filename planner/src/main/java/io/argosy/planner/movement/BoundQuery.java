package io.argosy.planner.movement;

import io.argosy.planner.bind.Binding;
import org.apache.calcite.sql.SqlNode;

/** A query and what the names in it mean. */
public record BoundQuery(SqlNode tree, Binding binding) {}
