package io.argosy.coordinator.gateway;

import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;

/** A way to a client that passes everything on; what it does besides is its subclass's. */
public abstract class ForwardingOutput implements ClientOutput {
  private final ClientOutput client;

  /**
   * @param client who is told
   */
  protected ForwardingOutput(ClientOutput client) {
    this.client = client;
  }

  @Override
  public void notice(PostgresError notice) {
    client.notice(notice);
  }

  @Override
  public void columns(List<Field> fields) {
    client.columns(fields);
  }

  @Override
  public void rows(ByteBuffer messages) {
    client.rows(messages);
  }

  @Override
  public void complete(String tag) {
    client.complete(tag);
  }

  @Override
  public void functionResult(byte[] value) {
    client.functionResult(value);
  }

  @Override
  public void empty() {
    client.empty();
  }

  @Override
  public void notification(int processId, String channel, String payload) {
    client.notification(processId, channel, payload);
  }

  @Override
  public void parameter(String name, String value) {
    client.parameter(name, value);
  }

  @Override
  public void copyOut(int format, short[] columnFormats) {
    client.copyOut(format, columnFormats);
  }

  @Override
  public void copyData(ByteBuffer messages) {
    client.copyData(messages);
  }

  @Override
  public void copyDone() {
    client.copyDone();
  }

  @Override
  public CopySource copyIn(int format, short[] columnFormats) {
    return client.copyIn(format, columnFormats);
  }

  @Override
  public void cancelCopyIn() {
    client.cancelCopyIn();
  }

  @Override
  public void flush() {
    client.flush();
  }

  @Override
  public ClientEncoding encoding() {
    return client.encoding();
  }

  @Override
  public void encodes(Supplier<ClientEncoding> encoding) {
    client.encodes(encoding);
  }
}
