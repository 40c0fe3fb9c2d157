package io.argosy.coordinator.activity;

import io.argosy.coordinator.resource.NodeRequest;
import io.argosy.node.ForwardingResult;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A result that counts its bytes as they come. */
final class MeteredResult extends ForwardingResult {
  private final NodeTraffic traffic;
  private final Optional<MeteredRequest> request;
  private NodeRequest.Kind kind = NodeRequest.Kind.STATEMENT;
  private long countedRaw;
  private long countedWire;

  MeteredResult(Result result, NodeTraffic traffic, Optional<MeteredRequest> request) {
    super(result);
    this.traffic = traffic;
    this.request = request;
  }

  @Override
  public ResultEvent next() {
    ResultEvent event = super.next();
    if (event instanceof ResultEvent.Rows
        || event instanceof ResultEvent.CopyData
        || event instanceof ResultEvent.Ready) {
      count();
    }
    if (event instanceof ResultEvent.Ready) {
      ended();
    }
    return event;
  }

  private void count() {
    long raw = rawBytes() - countedRaw;
    long wire = wireBytes() - countedWire;
    countedRaw += raw;
    countedWire += wire;
    traffic.addReceived(raw, wire);
    request.ifPresent(running -> running.received(raw));
  }

  private void ended() {
    request.ifPresent(running -> running.ended(kind, countedRaw, countedWire));
  }

  @Override
  public void copyData(ByteBuffer data) {
    kind = NodeRequest.Kind.LOAD;
    traffic.addShipped(data.remaining());
    super.copyData(data);
  }

  @Override
  public void close() {
    super.close();
    count();
    ended();
  }
}
