package io.argosy.protocol.server;

/**
 * A message that has arrived whole and has not been decoded.
 *
 * @param type its first byte, one of {@link FrameType}'s
 * @param body what follows the length
 */
public record Frame(FrameType type, byte[] body) {}
