package io.argosy.protocol.server;

import io.argosy.protocol.message.PostgresError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The first packet of a connection, which has no type byte. After {@link SslRequest} and {@link
 * GssEncryptionRequest} another one follows.
 */
public sealed interface StartupPacket {
  /** Bytes of the largest packet, its length field included (PostgreSQL's limit is the same). */
  int LIMIT = 10_000;

  int SSL_REQUEST = 80877103;
  int GSS_ENCRYPTION_REQUEST = 80877104;
  int CANCEL_REQUEST = 80877102;

  record SslRequest() implements StartupPacket {}

  record GssEncryptionRequest() implements StartupPacket {}

  /**
   * @param secretKey 4 bytes up to protocol 3.1, up to 256 from 3.2 on
   */
  record CancelRequest(int processId, byte[] secretKey) implements StartupPacket {}

  /**
   * @param version what the client asks for
   * @param parameters user, database, settings, without those of the protocol itself
   * @param protocolOptions the names that start with {@code _pq_.}
   */
  record Startup(
      ProtocolVersion version, Map<String, String> parameters, List<String> protocolOptions)
      implements StartupPacket {}

  /*
   * | length i32 | code i32 | ..                 (body: everything after the length)
   * SSLRequest, GSSENCRequest: nothing more
   * CancelRequest:  | process id i32 | secret key bytes |
   * StartupMessage: code is major i16, minor i16
   *                 | n* ( name text\0 | value text\0 ) | \0 |
   */
  static StartupPacket decode(byte[] packet) {
    MessageBody body = new MessageBody(packet);
    int code = body.int32();
    return switch (code) {
      case SSL_REQUEST -> new SslRequest();
      case GSS_ENCRYPTION_REQUEST -> new GssEncryptionRequest();
      case CANCEL_REQUEST -> new CancelRequest(body.int32(), body.rest());
      default -> startup(new ProtocolVersion(code >>> 16, code & 0xFFFF), body);
    };
  }

  private static Startup startup(ProtocolVersion version, MessageBody body) {
    if (version.major() != ProtocolVersion.LATEST.major()) {
      throw new ProtocolException(
          PostgresError.of(
              "FATAL",
              "0A000",
              "unsupported frontend protocol %s: server supports 3.0 to %s"
                  .formatted(version, ProtocolVersion.LATEST)));
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    List<String> protocolOptions = new ArrayList<>();
    while (true) {
      if (!body.hasRemaining()) {
        throw ProtocolException.fatalViolation(
            "invalid startup packet layout: expected terminator as last byte");
      }
      String name = body.string();
      if (name.isEmpty()) {
        break;
      }
      String value = body.string();
      if (name.startsWith("_pq_.")) {
        protocolOptions.add(name);
      } else {
        parameters.put(name, value);
      }
    }
    if (body.hasRemaining()) {
      throw ProtocolException.fatalViolation(
          "invalid startup packet layout: expected terminator as last byte");
    }
    return new Startup(version, parameters, protocolOptions);
  }
}
