package io.argosy.coordinator.execute.move;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.protocol.message.PostgresException;
import java.util.List;

/** Copies rows from one backend into a table of another one. */
public final class TableMove {
  private TableMove() {}

  /**
   * @param query reads the rows, in binary format
   * @param columns the target's columns that the rows have
   * @return how many rows were copied
   */
  public static long copy(
      NodeSession source,
      Request.Extended query,
      NodeSession target,
      String table,
      List<String> columns) {
    PostgresException failure = null;
    try (Result result = source.execute(query);
        RowLoader loader = new RowLoader(target, table, columns)) {
      ResultEvent event;
      do {
        event = result.next();
        if (event instanceof ResultEvent.Rows rows) {
          loader.load(new Execution.Batch(rows.messages(), rows.count()));
        } else if (event instanceof ResultEvent.Failed failed) {
          failure = BinaryForms.told(failed.error());
        }
      } while (!(event instanceof ResultEvent.Ready));
      if (failure != null) {
        throw failure;
      }
      return loader.finish();
    }
  }
}
