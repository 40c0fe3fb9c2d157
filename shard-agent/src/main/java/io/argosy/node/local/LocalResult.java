package io.argosy.node.local;

import io.argosy.node.EventDecoder;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import java.nio.ByteBuffer;
import java.util.Optional;

/** An exchange as events. */
final class LocalResult implements Result {
  private final Exchange exchange;
  private final EventDecoder decoder;

  LocalResult(Exchange exchange, EventDecoder decoder) {
    this.exchange = exchange;
    this.decoder = decoder;
  }

  @Override
  public ResultEvent next() {
    Optional<ResultEvent> event;
    do {
      event = decoder.decode(exchange.read());
    } while (event.isEmpty());
    return event.get();
  }

  @Override
  public void copyData(ByteBuffer data) {
    exchange.copyData(data);
  }

  @Override
  public void copyDone() {
    exchange.copyDone();
  }

  @Override
  public void copyFail(String message) {
    exchange.copyFail(message);
  }

  @Override
  public long rawBytes() {
    return exchange.rawBytes();
  }

  @Override
  public long wireBytes() {
    return 0;
  }

  @Override
  public void close() {
    exchange.close();
  }
}
