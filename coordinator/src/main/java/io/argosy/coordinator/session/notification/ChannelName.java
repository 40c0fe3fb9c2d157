package io.argosy.coordinator.session.notification;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;

/** Names as PostgreSQL keeps them: whole characters of at most 63 bytes. */
final class ChannelName {
  private static final int LONGEST = 63;

  private ChannelName() {}

  static String of(String identifier) {
    CharBuffer characters = CharBuffer.wrap(identifier);
    ByteBuffer bytes = ByteBuffer.allocate(LONGEST);
    UTF_8.newEncoder().encode(characters, bytes, true);
    return identifier.substring(0, characters.position());
  }
}
