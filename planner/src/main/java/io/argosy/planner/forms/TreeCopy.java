package io.argosy.planner.forms;

import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Copies trees so that each occurrence of a name is a node of its own and can be bound alone. */
final class TreeCopy extends SqlShuttle {
  private final Map<SqlNode, SqlNode> originals;

  private TreeCopy(Map<SqlNode, SqlNode> originals) {
    this.originals = originals;
  }

  /**
   * A copy.
   *
   * @param originals by a tree, the one that it is a copy of; copies of these are added, by
   *     identity
   */
  static SqlNode of(SqlNode node, Map<SqlNode, SqlNode> originals) {
    SqlNode copy = node.accept(new TreeCopy(originals));
    originals.put(copy, node);
    return copy;
  }

  @Override
  public @Nullable SqlNode visit(SqlIdentifier name) {
    return name.clone(name.getParserPosition());
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    CallCopyingArgHandler handler = new CallCopyingArgHandler(call, true);
    call.getOperator().acceptCall(this, call, false, handler);
    SqlNode copy = handler.result();
    SqlNode original = originals.get(call);
    if (original != null) {
      originals.put(copy, original);
    }
    return copy;
  }
}
