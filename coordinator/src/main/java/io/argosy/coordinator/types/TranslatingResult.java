package io.argosy.coordinator.types;

import io.argosy.agent.node.Result;
import io.argosy.agent.node.ResultEvent;
import java.nio.ByteBuffer;

/** Rows of a node with the home node's numbers of types in them. */
final class TranslatingResult implements Result {
  private final Result result;
  private final RowTranslation rows;
  private final boolean described;

  /**
   * @param result whose columns are described
   * @param described whether the reader wants to know the columns
   */
  TranslatingResult(Result result, RowTranslation rows, boolean described) {
    this.result = result;
    this.rows = rows;
    this.described = described;
  }

  @Override
  public ResultEvent next() {
    while (true) {
      ResultEvent event = result.next();
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

  @Override
  public void copyData(ByteBuffer data) {
    result.copyData(data);
  }

  @Override
  public void copyDone() {
    result.copyDone();
  }

  @Override
  public void copyFail(String message) {
    result.copyFail(message);
  }

  @Override
  public long rawBytes() {
    return result.rawBytes();
  }

  @Override
  public long wireBytes() {
    return result.wireBytes();
  }

  @Override
  public void close() {
    result.close();
  }
}
