package io.argosy.coordinator.execute;

import io.argosy.agent.postgres.Field;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.coordinator.wire.ClientOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The way to a client on which notices wait until it is known that they are to be sent. */
final class HeldNotices implements ClientOutput {
  private final ClientOutput client;
  private final List<PostgresError> held = new ArrayList<>();
  private boolean sends;

  HeldNotices(ClientOutput client) {
    this.client = client;
  }

  /** Sends what was held; from now on nothing is. */
  void send() {
    sends = true;
    held.forEach(client::notice);
    held.clear();
  }

  /** What was held is never sent. */
  void forget() {
    held.clear();
  }

  @Override
  public void notice(PostgresError notice) {
    if (sends) {
      client.notice(notice);
    } else {
      held.add(notice);
    }
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
}
