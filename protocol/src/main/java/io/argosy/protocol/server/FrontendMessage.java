package io.argosy.protocol.server;

import java.util.List;

/** What a client sends once its connection has been set up. */
public sealed interface FrontendMessage {
  record Query(String sql) implements FrontendMessage {}

  record Parse(String statement, String sql, int[] parameterTypes) implements FrontendMessage {}

  record Bind(
      String portal,
      String statement,
      short[] parameterFormats,
      List<byte[]> values,
      short[] resultFormats)
      implements FrontendMessage {}

  record DescribeStatement(String name) implements FrontendMessage {}

  record DescribePortal(String name) implements FrontendMessage {}

  /**
   * @param maximumRows 0 for all
   */
  record Execute(String portal, int maximumRows) implements FrontendMessage {}

  record CloseStatement(String name) implements FrontendMessage {}

  record ClosePortal(String name) implements FrontendMessage {}

  record Flush() implements FrontendMessage {}

  record Sync() implements FrontendMessage {}

  /**
   * @param function its number
   * @param resultFormat 0 text, 1 binary
   */
  record FunctionCall(int function, short[] formats, List<byte[]> values, short resultFormat)
      implements FrontendMessage {}

  record CopyData(byte[] data) implements FrontendMessage {}

  record CopyDone() implements FrontendMessage {}

  record CopyFail(String reason) implements FrontendMessage {}

  record Terminate() implements FrontendMessage {}

  /** A password, or a step of a SASL exchange: what it is depends on what it answers. */
  record AuthenticationResponse(byte[] content) implements FrontendMessage {}
}
