package io.argosy.coordinator.activity;

import io.argosy.agent.node.Result;
import io.argosy.agent.node.ResultEvent;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A result that counts its bytes as they come. */
final class MeteredResult implements Result {
  private final Result result;
  private final NodeTraffic traffic;
  private final Optional<StatementActivity> statement;
  private long countedRaw;
  private long countedWire;

  MeteredResult(Result result, NodeTraffic traffic, Optional<StatementActivity> statement) {
    this.result = result;
    this.traffic = traffic;
    this.statement = statement;
  }

  @Override
  public ResultEvent next() {
    ResultEvent event = result.next();
    if (event instanceof ResultEvent.Rows
        || event instanceof ResultEvent.CopyData
        || event instanceof ResultEvent.Ready) {
      count();
    }
    return event;
  }

  private void count() {
    long raw = result.rawBytes() - countedRaw;
    long wire = result.wireBytes() - countedWire;
    countedRaw += raw;
    countedWire += wire;
    traffic.addReceived(raw, wire);
    statement.ifPresent(running -> running.addBytes(raw));
  }

  @Override
  public void copyData(ByteBuffer data) {
    traffic.addShipped(data.remaining());
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
    count();
  }
}
