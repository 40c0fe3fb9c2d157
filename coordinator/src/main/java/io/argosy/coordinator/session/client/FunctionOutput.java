package io.argosy.coordinator.session.client;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ForwardingOutput;
import java.nio.ByteBuffer;

/**
 * The way to a client that may have called a function by message: it is told the value of the query
 * that calls it, and neither rows nor that the query is complete.
 */
public final class FunctionOutput extends ForwardingOutput {
  /** Of a DataRow message: its type, its length, and how many values there are. */
  private static final int BEFORE_VALUES = 1 + 4 + 2;

  private boolean calling;
  private byte[] value;

  public FunctionOutput(ClientOutput client) {
    super(client);
  }

  /** What is executed until {@link #ends} calls a function. */
  public void calls() {
    calling = true;
    value = null;
  }

  public void ends() {
    calling = false;
    value = null;
  }

  @Override
  public void rows(ByteBuffer messages) {
    if (!calling) {
      super.rows(messages);
      return;
    }
    ByteBuffer row = messages.duplicate();
    row.position(row.position() + BEFORE_VALUES);
    int length = row.getInt();
    value = length < 0 ? null : new byte[length];
    if (value != null) {
      row.get(value);
    }
  }

  @Override
  public void complete(String tag) {
    if (calling) {
      functionResult(value);
    } else {
      super.complete(tag);
    }
  }
}
