package io.argosy.node;

import java.nio.ByteBuffer;

/** A result that passes everything on from another one; what it does besides is its subclass's. */
public abstract class ForwardingResult implements Result {
  private final Result result;

  /**
   * @param result where the events come from
   */
  protected ForwardingResult(Result result) {
    this.result = result;
  }

  @Override
  public ResultEvent next() {
    return result.next();
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
