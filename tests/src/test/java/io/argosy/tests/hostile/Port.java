package io.argosy.tests.hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** A port that anything is sent to. */
interface Port {
  /**
   * Has a conversation of its own connection with it. The other side may hang up.
   *
   * @throws AssertionError when what it answers is not of its protocol, or nothing is answered
   * @throws IOException when it cannot be connected to
   */
  void converse(List<Message> messages) throws IOException;

  /** The bytes of messages, one after the other. */
  static byte[] joined(List<Message> messages) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    messages.forEach(message -> bytes.writeBytes(message.bytes()));
    return bytes.toByteArray();
  }
}
