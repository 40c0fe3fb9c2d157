package io.argosy.tests.wire;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * A server's message in words. What differs between two servers that answer equally is left out:
 * table oids, keys, the place in the source code that an error names.
 */
record ServerMessage(char type, byte[] body) {
  /** How scripts call it. */
  String name() {
    return switch (type) {
      case 'R' -> "Authentication";
      case 'S' -> "ParameterStatus";
      case 'K' -> "BackendKeyData";
      case 'Z' -> "ReadyForQuery";
      case 'T' -> "RowDescription";
      case 'D' -> "DataRow";
      case 'C' -> "CommandComplete";
      case 'E' -> "ErrorResponse";
      case 'N' -> "NoticeResponse";
      case 'A' -> "NotificationResponse";
      case 'I' -> "EmptyQueryResponse";
      case '1' -> "ParseComplete";
      case '2' -> "BindComplete";
      case '3' -> "CloseComplete";
      case 'n' -> "NoData";
      case 's' -> "PortalSuspended";
      case 't' -> "ParameterDescription";
      case 'G' -> "CopyInResponse";
      case 'H' -> "CopyOutResponse";
      case 'd' -> "CopyData";
      case 'c' -> "CopyDone";
      case 'v' -> "NegotiateProtocolVersion";
      case '\0' -> "Closed";
      default -> "Unknown " + type;
    };
  }

  @Override
  public String toString() {
    ByteBuffer in = ByteBuffer.wrap(body);
    String content =
        switch (type) {
          case 'R' -> Integer.toString(in.getInt());
          case 'S' -> text(in) + " " + text(in);
          case 'K' -> body.length - Integer.BYTES + " bytes of key";
          case 'Z' -> Character.toString((char) in.get());
          case 'T' -> columns(in);
          case 'D' -> values(in);
          case 'C' -> text(in);
          case 'E', 'N' -> fields(in);
          case 'A' -> in.getInt() == 0 ? "" : text(in) + " " + text(in);
          case 't' -> integers(in, in.getShort());
          case 'G', 'H' -> in.get() + " columns" + shorts(in);
          case 'd' -> Tokens.quote(body);
          case 'v' -> negotiation(in);
          default -> "";
        };
    return content.isEmpty() ? name() : name() + " " + content;
  }

  private static String columns(ByteBuffer in) {
    StringJoiner columns = new StringJoiner(" ");
    for (int i = in.getShort(); i > 0; i--) {
      String name = text(in);
      boolean ofTable = in.getInt() != 0;
      int number = in.getShort();
      columns.add(
          "%s(%stype %d size %d modifier %d format %d)"
              .formatted(
                  name,
                  ofTable ? "column " + number + " " : "",
                  in.getInt(),
                  in.getShort(),
                  in.getInt(),
                  in.getShort()));
    }
    return columns.toString();
  }

  private static String values(ByteBuffer in) {
    StringJoiner values = new StringJoiner(" ");
    for (int i = in.getShort(); i > 0; i--) {
      int length = in.getInt();
      if (length < 0) {
        values.add("NULL");
      } else {
        byte[] value = new byte[length];
        in.get(value);
        values.add(Tokens.quote(value));
      }
    }
    return values.toString();
  }

  private static String fields(ByteBuffer in) {
    Map<Character, String> fields = new LinkedHashMap<>();
    for (char code = (char) in.get(); code != 0; code = (char) in.get()) {
      fields.put(code, text(in));
    }
    StringBuilder words = new StringBuilder();
    words.append(fields.get('V')).append(' ').append(fields.get('C')).append(' ');
    words.append(fields.get('M'));
    Map.of('D', "detail", 'H', "hint", 'P', "position", 'n', "constraint").entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .filter(name -> fields.containsKey(name.getKey()))
        .forEach(
            name ->
                words
                    .append(" ")
                    .append(name.getValue())
                    .append(' ')
                    .append(fields.get(name.getKey())));
    return words.toString();
  }

  private static String negotiation(ByteBuffer in) {
    int version = in.getInt();
    StringJoiner words = new StringJoiner(" ");
    words.add((version >>> 16) + "." + (version & 0xFFFF));
    for (int i = in.getInt(); i > 0; i--) {
      words.add(text(in));
    }
    return words.toString();
  }

  private static String integers(ByteBuffer in, int count) {
    StringJoiner integers = new StringJoiner(" ");
    for (int i = 0; i < count; i++) {
      integers.add(Integer.toString(in.getInt()));
    }
    return integers.toString();
  }

  private static String shorts(ByteBuffer in) {
    StringBuilder shorts = new StringBuilder();
    for (int i = in.getShort(); i > 0; i--) {
      shorts.append(' ').append(in.getShort());
    }
    return shorts.toString();
  }

  private static String text(ByteBuffer in) {
    int start = in.position();
    int end = start;
    while (in.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - start];
    in.get(bytes);
    in.get();
    String quoted = Tokens.quote(bytes);
    return quoted.substring(1, quoted.length() - 1);
  }
}
