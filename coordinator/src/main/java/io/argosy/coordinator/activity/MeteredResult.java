package io.argosy.coordinator.activity;

import io.argosy.node.ForwardingResult;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A result that counts its bytes as they come. */
final class MeteredResult extends ForwardingResult {
  private final NodeTraffic traffic;
  private final Optional<StatementActivity> statement;
  private long countedRaw;
  private long countedWire;

  MeteredResult(Result result, NodeTraffic traffic, Optional<StatementActivity> statement) {
    super(result);
    this.traffic = traffic;
    this.statement = statement;
  }

  @Override
  public ResultEvent next() {
    ResultEvent event = super.next();
    if (event instanceof ResultEvent.Rows
        || event instanceof ResultEvent.CopyData
        || event instanceof ResultEvent.Ready) {
      count();
    }
    return event;
  }

  private void count() {
    long raw = rawBytes() - countedRaw;
    long wire = wireBytes() - countedWire;
    countedRaw += raw;
    countedWire += wire;
    traffic.addReceived(raw, wire);
    statement.ifPresent(running -> running.addBytes(raw));
  }

  @Override
  public void copyData(ByteBuffer data) {
    traffic.addShipped(data.remaining());
    super.copyData(data);
  }

  @Override
  public void close() {
    super.close();
    count();
  }
}
