package io.argosy.coordinator.statement.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;

/**
 * The options of a COPY statement that say how its data is cut into rows and fields.
 *
 * @param delimiter one byte, between fields
 * @param nullText what stands for NULL
 * @param quote one byte, only for CSV
 * @param escape one byte, only for CSV
 * @param header whether the first line is a header
 * @param encoding the data's encoding, if it is not the client's
 * @param fieldsByNode whether an option changes what a field's text means (FORCE_NULL, DEFAULT,
 *     ON_ERROR ..), so that only PostgreSQL can read them
 */
record CopyOptions(
    Format format,
    byte delimiter,
    byte[] nullText,
    byte quote,
    byte escape,
    boolean header,
    Optional<String> encoding,
    boolean fieldsByNode) {

  /**
   * The encoding that the client has its data in, unless the statement names one, which the nodes
   * then convert.
   *
   * @throws PostgresException 0A000 for binary data in another encoding than UTF-8
   */
  ClientEncoding encodingOf(ClientOutput client) {
    ClientEncoding clients = client.encoding();
    if (format == Format.BINARY && !clients.isUtf8()) {
      throw new PostgresException(
          "0A000",
          "COPY in binary format is not supported with client_encoding " + clients.name(),
          "Use the text or CSV format, or client_encoding UTF8.");
    }
    return encoding.isPresent() ? ClientEncoding.UTF8 : clients;
  }

  /** The formats of PostgreSQL. */
  enum Format {
    TEXT,
    CSV,
    BINARY
  }

  /** Collects options in the order in which they are written. */
  static final class Builder {
    private Format format = Format.TEXT;
    private String delimiter;
    private String nullText;
    private String quote = "\"";
    private String escape;
    private boolean header;
    private String encoding;
    private boolean fieldsByNode;

    /**
     * Takes one option.
     *
     * @param name in lower case, with underscores
     * @param value its value; empty if it has none
     */
    void set(String name, String value) {
      switch (name) {
        case "format" -> format = format(value);
        case "delimiter" -> delimiter = value;
        case "null" -> nullText = value;
        case "quote" -> quote = value;
        case "escape" -> escape = value;
        case "header" -> header = !isFalse(value);
        case "encoding" -> encoding = value;
        case "force_null", "force_not_null", "default", "on_error", "reject_limit" ->
            fieldsByNode = true;
        default -> {
          // What does not change how data is read, or what PostgreSQL will refuse.
        }
      }
    }

    private static Format format(String name) {
      return switch (name) {
        case "csv" -> Format.CSV;
        case "binary" -> Format.BINARY;
        default -> Format.TEXT;
      };
    }

    private static boolean isFalse(String value) {
      return value.equals("false") || value.equals("off") || value.equals("0");
    }

    CopyOptions build() {
      boolean csv = format == Format.CSV;
      return new CopyOptions(
          format,
          first(delimiter == null ? (csv ? "," : "\t") : delimiter),
          (nullText == null ? (csv ? "" : "\\N") : nullText).getBytes(UTF_8),
          first(quote),
          first(escape == null ? quote : escape),
          header,
          Optional.ofNullable(encoding),
          fieldsByNode);
    }

    /** PostgreSQL refuses what is not exactly one byte. */
    private static byte first(String text) {
      return text.isEmpty() ? 0 : text.getBytes(UTF_8)[0];
    }
  }
}
