package io.argosy.protocol.server;

/**
 * A client's first step of a SASL exchange.
 *
 * @param data empty when the client sent none
 */
public record SaslInitialResponse(String mechanism, byte[] data) {
  /*
   * SASLInitialResponse 'p'
   * | mechanism text\0 | length i32 | data bytes |     (length -1: no data)
   */
  public static SaslInitialResponse decode(byte[] content) {
    MessageBody body = new MessageBody(content);
    String mechanism = body.string();
    int length = body.int32();
    byte[] data = body.bytes(Math.max(0, length));
    body.end();
    return new SaslInitialResponse(mechanism, data);
  }
}
