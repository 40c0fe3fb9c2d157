package io.argosy.coordinator.gateway;

import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;

/**
 * The way to one client. Used by the session's thread. Every method blocks while the client does
 * not read, so that nothing piles up in memory, and throws {@link ClientGoneException} once the
 * client has gone.
 */
public interface ClientOutput {
  /** RowDescription. */
  void columns(List<Field> fields);

  /**
   * Rows that are already encoded.
   *
   * @param messages whole DataRow messages, which the callee may keep
   */
  void rows(ByteBuffer messages);

  /** CommandComplete. */
  void complete(String tag);

  /**
   * FunctionCallResponse.
   *
   * @param value in the format that the client has asked for; null for NULL
   */
  void functionResult(byte[] value);

  /** EmptyQueryResponse. */
  void empty();

  void notice(PostgresError notice);

  void notification(int processId, String channel, String payload);

  /** ParameterStatus. */
  void parameter(String name, String value);

  /** CopyOutResponse. */
  void copyOut(int format, short[] columnFormats);

  /** CopyData messages that are already encoded. */
  void copyData(ByteBuffer messages);

  /** CopyDone. */
  void copyDone();

  /** CopyInResponse; the data is then read from what is returned until it ends. */
  CopySource copyIn(int format, short[] columnFormats);

  /**
   * Ends the wait for data of a client that sends none in its COPY: {@link CopySource#next} throws
   * 57014. Any thread may call it; it does not wait, and means nothing to the next COPY.
   */
  void cancelCopyIn();

  /** Sends what was buffered. */
  void flush();

  /**
   * The client's encoding, in which rows and COPY data are to be; what is given as a string is
   * converted here.
   */
  default ClientEncoding encoding() {
    return ClientEncoding.UTF8;
  }

  /** Told once, at the start: who knows the client's encoding as it is now. */
  default void encodes(Supplier<ClientEncoding> encoding) {}

  /** The data that a client sends for COPY FROM STDIN. */
  interface CopySource {
    /**
     * The next piece of data, cut where the client happened to cut it; null after CopyDone. Blocks.
     *
     * @throws io.argosy.protocol.message.PostgresException 57014 when the client sent CopyFail, or
     *     {@link #cancelCopyIn} was called and it sends nothing
     */
    ByteBuffer next();
  }
}
