package io.argosy.protocol.server;

import io.argosy.protocol.encoding.ClientEncoding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Decodes the bodies of clients' messages. The layouts show what follows the type byte and the four
 * bytes of length: {@code text\0} is text in the client's encoding, ended by a zero byte, {@code
 * i16} and {@code i32} are big-endian integers, {@code n*} repeats by the count before it.
 */
public final class FrontendDecoder {
  private FrontendDecoder() {}

  /**
   * @param encoding the client's
   * @throws ProtocolException 08P01 when the body is not as its type wants it
   */
  public static FrontendMessage decode(Frame frame, ClientEncoding encoding) {
    MessageBody body = new MessageBody(frame.body(), encoding);
    FrontendMessage message = decode(frame.type(), body);
    body.end();
    return message;
  }

  private static FrontendMessage decode(FrameType type, MessageBody body) {
    return switch (type) {
      case QUERY -> new FrontendMessage.Query(body.string());
      case PARSE -> parse(body);
      case BIND -> bind(body);
      case DESCRIBE -> describe(body);
      case EXECUTE -> execute(body);
      case CLOSE -> close(body);
      case FLUSH -> new FrontendMessage.Flush();
      case SYNC -> new FrontendMessage.Sync();
      case FUNCTION_CALL -> functionCall(body);
      case COPY_DATA -> new FrontendMessage.CopyData(body.rest());
      case COPY_DONE -> new FrontendMessage.CopyDone();
      case COPY_FAIL -> new FrontendMessage.CopyFail(body.string());
      case TERMINATE -> new FrontendMessage.Terminate();
      case AUTHENTICATION -> new FrontendMessage.AuthenticationResponse(body.rest());
    };
  }

  /*
   * Parse 'P'
   * | statement text\0 | query text\0 | count i16 | n* type oid i32 |
   */
  private static FrontendMessage parse(MessageBody body) {
    String statement = body.string();
    String sql = body.string();
    int[] types = new int[body.count()];
    for (int i = 0; i < types.length; i++) {
      types[i] = body.int32();
    }
    return new FrontendMessage.Parse(statement, sql, types);
  }

  /*
   * Bind 'B'
   * | portal text\0 | statement text\0
   * | count i16 | n* format i16                  (parameters: 0 text, 1 binary)
   * | count i16 | n* ( length i32 | bytes )      (length -1: NULL, no bytes)
   * | count i16 | n* format i16                  (result columns)
   */
  private static FrontendMessage bind(MessageBody body) {
    String portal = body.string();
    String statement = body.string();
    short[] parameterFormats = body.shorts();
    int count = body.count();
    if (parameterFormats.length > 1 && parameterFormats.length != count) {
      throw ProtocolException.violation(
          "bind message has %d parameter formats but %d parameters"
              .formatted(parameterFormats.length, count));
    }
    return new FrontendMessage.Bind(
        portal, statement, parameterFormats, values(body, count), body.shorts());
  }

  private static List<byte[]> values(MessageBody body, int count) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int length = body.int32();
      values.add(length == -1 ? null : body.bytes(length));
    }
    return Collections.unmodifiableList(values);
  }

  /*
   * FunctionCall 'F'
   * | function oid i32
   * | count i16 | n* format i16                  (arguments: 0 text, 1 binary)
   * | count i16 | n* ( length i32 | bytes )      (length -1: NULL, no bytes)
   * | format i16                                 (result)
   */
  private static FrontendMessage functionCall(MessageBody body) {
    int function = body.int32();
    short[] formats = body.shorts();
    int count = body.count();
    if (formats.length > 1 && formats.length != count) {
      throw ProtocolException.violation(
          "function call message contains %d argument formats but %d arguments"
              .formatted(formats.length, count));
    }
    return new FrontendMessage.FunctionCall(
        function, formats, values(body, count), (short) body.int16());
  }

  /*
   * Describe 'D'
   * | 'S' statement or 'P' portal | name text\0 |
   */
  private static FrontendMessage describe(MessageBody body) {
    char subtype = body.character();
    String name = body.string();
    return switch (subtype) {
      case 'S' -> new FrontendMessage.DescribeStatement(name);
      case 'P' -> new FrontendMessage.DescribePortal(name);
      default ->
          throw ProtocolException.violation("invalid DESCRIBE message subtype " + (int) subtype);
    };
  }

  /*
   * Execute 'E'
   * | portal text\0 | maximum rows i32 |         (not positive: all)
   */
  private static FrontendMessage execute(MessageBody body) {
    return new FrontendMessage.Execute(body.string(), Math.max(0, body.int32()));
  }

  /*
   * Close 'C'
   * | 'S' statement or 'P' portal | name text\0 |
   */
  private static FrontendMessage close(MessageBody body) {
    char subtype = body.character();
    String name = body.string();
    return switch (subtype) {
      case 'S' -> new FrontendMessage.CloseStatement(name);
      case 'P' -> new FrontendMessage.ClosePortal(name);
      default ->
          throw ProtocolException.violation("invalid CLOSE message subtype " + (int) subtype);
    };
  }
}
