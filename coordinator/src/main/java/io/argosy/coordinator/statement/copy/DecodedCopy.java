package io.argosy.coordinator.statement.copy;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.protocol.encoding.ClientEncoding;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A client's COPY data in UTF-8. The client may cut it in the middle of a character. */
public final class DecodedCopy implements ClientOutput.CopySource {
  private final ClientOutput.CopySource source;
  private final ClientEncoding encoding;
  private byte[] unfinished = {};
  private boolean ended;

  private DecodedCopy(ClientOutput.CopySource source, ClientEncoding encoding) {
    this.source = source;
    this.encoding = encoding;
  }

  /** The data of a source in UTF-8. */
  public static ClientOutput.CopySource of(
      ClientOutput.CopySource source, ClientEncoding encoding) {
    return encoding.isUtf8() ? source : new DecodedCopy(source, encoding);
  }

  @Override
  public ByteBuffer next() {
    if (ended) {
      return null;
    }
    ByteBuffer data = source.next();
    if (data == null) {
      ended = true;
      return unfinished.length == 0 ? null : ByteBuffer.wrap(encoding.toUtf8(unfinished));
    }
    byte[] text = Arrays.copyOf(unfinished, unfinished.length + data.remaining());
    data.get(text, unfinished.length, data.remaining());
    int whole = text.length - encoding.unfinished(text, text.length);
    unfinished = Arrays.copyOfRange(text, whole, text.length);
    return ByteBuffer.wrap(encoding.toUtf8(Arrays.copyOf(text, whole)));
  }
}
