package io.argosy.protocol.server;

import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Appends a server's messages to a buffer. The layouts show what follows the type byte and the four
 * bytes of length, in the notation of {@link FrontendDecoder}.
 */
public final class BackendEncoder {
  private final ByteBuf out;
  private final ClientEncoding encoding;

  public BackendEncoder(ByteBuf out) {
    this(out, ClientEncoding.UTF8);
  }

  /**
   * @param encoding the client's; a text that it has not makes what writes it fail with 22P05
   */
  public BackendEncoder(ByteBuf out, ClientEncoding encoding) {
    this.out = out;
    this.encoding = encoding;
  }

  /*
   * RowDescription 'T'
   * | count i16 | n* ( name text\0 | table oid i32 | column i16 | type oid i32 | type size i16
   *                    | type modifier i32 | format i16 )
   */
  public void rowDescription(List<Field> fields) {
    int start = begin('T');
    out.writeShort(fields.size());
    for (Field field : fields) {
      text(field.name());
      out.writeInt(field.tableOid());
      out.writeShort(field.columnNumber());
      out.writeInt(field.typeOid());
      out.writeShort(field.typeSize());
      out.writeInt(field.typeModifier());
      out.writeShort(field.format());
    }
    end(start);
  }

  /*
   * ParameterDescription 't'
   * | count i16 | n* type oid i32 |
   */
  public void parameterDescription(int[] types) {
    int start = begin('t');
    out.writeShort(types.length);
    for (int type : types) {
      out.writeInt(type);
    }
    end(start);
  }

  /*
   * CommandComplete 'C'
   * | tag text\0 |
   */
  public void commandComplete(String tag) {
    int start = begin('C');
    text(tag);
    end(start);
  }

  /*
   * FunctionCallResponse 'V'
   * | length i32 | bytes |                       (length -1: NULL, no bytes)
   */
  public void functionCallResponse(byte[] value) {
    int start = begin('V');
    out.writeInt(value == null ? -1 : value.length);
    if (value != null) {
      out.writeBytes(value);
    }
    end(start);
  }

  public void emptyQueryResponse() {
    end(begin('I'));
  }

  public void parseComplete() {
    end(begin('1'));
  }

  public void bindComplete() {
    end(begin('2'));
  }

  public void closeComplete() {
    end(begin('3'));
  }

  public void noData() {
    end(begin('n'));
  }

  public void portalSuspended() {
    end(begin('s'));
  }

  public void copyDone() {
    end(begin('c'));
  }

  /*
   * ReadyForQuery 'Z'
   * | status: 'I' idle, 'T' in a transaction, 'E' in a failed one |
   */
  public void readyForQuery(char status) {
    int start = begin('Z');
    out.writeByte(status);
    end(start);
  }

  /*
   * ErrorResponse 'E'
   * | n* ( field code byte | text\0 ) | \0 |
   */
  public void error(PostgresError error) {
    errorOrNotice('E', error, "ERROR");
  }

  /* NoticeResponse 'N', laid out like ErrorResponse. */
  public void notice(PostgresError notice) {
    errorOrNotice('N', notice, "NOTICE");
  }

  /**
   * Severity, SQLSTATE and message are always there and come first, since some clients rely on it.
   */
  private void errorOrNotice(char type, PostgresError error, String defaultSeverity) {
    Map<Character, String> fields = error.fields();
    String severity = fields.getOrDefault('V', fields.getOrDefault('S', defaultSeverity));
    int start = begin(type);
    field('S', fields.getOrDefault('S', severity));
    field('V', severity);
    field('C', error.sqlState());
    field('M', error.message());
    fields.forEach(
        (code, text) -> {
          if ("SVCM".indexOf(code) < 0) {
            field(code, text);
          }
        });
    out.writeByte(0);
    end(start);
  }

  private void field(char code, String text) {
    out.writeByte(code);
    text(text);
  }

  /*
   * NotificationResponse 'A'
   * | process id i32 | channel text\0 | payload text\0 |
   */
  public void notification(int processId, String channel, String payload) {
    int start = begin('A');
    out.writeInt(processId);
    text(channel);
    text(payload);
    end(start);
  }

  /*
   * ParameterStatus 'S'
   * | name text\0 | value text\0 |
   */
  public void parameterStatus(String name, String value) {
    int start = begin('S');
    text(name);
    // No message of its own, whose failure could be told.
    out.writeBytes(encoding.encodeLossy(value)).writeByte(0);
    end(start);
  }

  /*
   * CopyInResponse 'G', CopyOutResponse 'H'
   * | format byte | count i16 | n* format i16 |
   */
  public void copyInResponse(int format, short[] columnFormats) {
    copyResponse('G', format, columnFormats);
  }

  public void copyOutResponse(int format, short[] columnFormats) {
    copyResponse('H', format, columnFormats);
  }

  private void copyResponse(char type, int format, short[] columnFormats) {
    int start = begin(type);
    out.writeByte(format);
    out.writeShort(columnFormats.length);
    for (short columnFormat : columnFormats) {
      out.writeShort(columnFormat);
    }
    end(start);
  }

  /*
   * BackendKeyData 'K'
   * | process id i32 | secret key bytes |
   */
  public void backendKeyData(int processId, byte[] secretKey) {
    int start = begin('K');
    out.writeInt(processId);
    out.writeBytes(secretKey);
    end(start);
  }

  /*
   * NegotiateProtocolVersion 'v'
   * | version i32 | count i32 | n* unknown option text\0 |
   */
  public void negotiateProtocolVersion(ProtocolVersion version, List<String> unknownOptions) {
    int start = begin('v');
    out.writeInt(version.code());
    out.writeInt(unknownOptions.size());
    unknownOptions.forEach(this::text);
    end(start);
  }

  /*
   * Authentication 'R'
   * | 0 i32 |                                    AuthenticationOk
   * | 10 i32 | n* mechanism text\0 | \0 |        AuthenticationSASL
   * | 11 i32 | data bytes |                      AuthenticationSASLContinue
   * | 12 i32 | data bytes |                      AuthenticationSASLFinal
   */
  public void authenticationOk() {
    authentication(0, new byte[0]);
  }

  public void authenticationSasl(List<String> mechanisms) {
    int start = begin('R');
    out.writeInt(10);
    mechanisms.forEach(this::text);
    out.writeByte(0);
    end(start);
  }

  public void authenticationSaslContinue(byte[] data) {
    authentication(11, data);
  }

  public void authenticationSaslFinal(byte[] data) {
    authentication(12, data);
  }

  private void authentication(int code, byte[] data) {
    int start = begin('R');
    out.writeInt(code);
    out.writeBytes(data);
    end(start);
  }

  private int begin(char type) {
    out.writeByte(type);
    out.writeInt(0);
    return out.writerIndex() - Integer.BYTES;
  }

  private void end(int start) {
    out.setInt(start, out.writerIndex() - start);
  }

  private void text(String text) {
    if (encoding.isUtf8()) {
      out.writeCharSequence(text, StandardCharsets.UTF_8);
    } else {
      out.writeBytes(encoding.encode(text));
    }
    out.writeByte(0);
  }
}
