package io.argosy.planner.search;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Copies trees so that each occurrence of a name is a node of its own and can be bound alone. */
final class TreeCopy extends SqlShuttle {
  static SqlNode of(SqlNode node) {
    return node.accept(new TreeCopy());
  }

  @Override
  public @Nullable SqlNode visit(SqlIdentifier name) {
    return name.clone(name.getParserPosition());
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    CallCopyingArgHandler handler = new CallCopyingArgHandler(call, true);
    call.getOperator().acceptCall(this, call, false, handler);
    return handler.result();
  }
}
