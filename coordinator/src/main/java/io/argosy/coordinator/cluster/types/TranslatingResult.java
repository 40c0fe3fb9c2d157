package io.argosy.coordinator.cluster.types;

import io.argosy.node.ForwardingResult;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;

/** Rows of a node with the home node's numbers of types in them. */
final class TranslatingResult extends ForwardingResult {
  private final RowTranslation rows;
  private final boolean described;

  /**
   * @param result whose columns are described
   * @param described whether the reader wants to know the columns
   */
  TranslatingResult(Result result, RowTranslation rows, boolean described) {
    super(result);
    this.rows = rows;
    this.described = described;
  }

  @Override
  public ResultEvent next() {
    while (true) {
      ResultEvent event = super.next();
      switch (event) {
        case ResultEvent.Columns columns -> {
          rows.of(columns.fields());
          if (described) {
            return new ResultEvent.Columns(rows.fields());
          }
        }
        case ResultEvent.NoColumns none -> {
          if (described) {
            return none;
          }
        }
        case ResultEvent.Rows batch -> {
          return rows.translated(batch);
        }
        default -> {
          return event;
        }
      }
    }
  }
}
