package io.argosy.protocol.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.protocol.message.PostgresException;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An encoding that a client has asked for (client_encoding). Everything behind the wire protocol is
 * UTF-8. Immutable.
 */
public final class ClientEncoding {
  /** What the coordinator and the nodes have. */
  public static final ClientEncoding UTF8 = new ClientEncoding("UTF8", EncodedForm.SINGLE, null);

  /** UTF8 by the name that PostgreSQL leaves to clients that ask for it in these letters. */
  public static final String UNICODE = "UNICODE";

  /** PostgreSQL does not convert what clients call by this name. */
  private static final String ANY = "SQL_ASCII";

  private static final Map<String, ClientEncoding> KNOWN = new ConcurrentHashMap<>();
  private static final int MOST_BYTES_TOLD = 8;

  private final String name;
  private final EncodedForm form;
  private final EncodingTable table;

  private ClientEncoding(String name, EncodedForm form, EncodingTable table) {
    this.name = name;
    this.form = form;
    this.table = table;
  }

  /**
   * The encoding of a name.
   *
   * @param name as PostgreSQL shows it
   * @throws PostgresException 0A000 for one that is not known here
   */
  public static ClientEncoding of(String name) {
    return name.equals(UTF8.name) ? UTF8 : KNOWN.computeIfAbsent(name, ClientEncoding::read);
  }

  private static ClientEncoding read(String name) {
    if (name.equals(ANY) || name.equals(UNICODE)) {
      return new ClientEncoding(name, EncodedForm.SINGLE, null);
    }
    KnownEncodings.Known known =
        KnownEncodings.find(name)
            .orElseThrow(
                () ->
                    new PostgresException(
                        "0A000",
                        "client_encoding " + name + " is not supported",
                        "Use UTF8, which every client can."));
    return new ClientEncoding(name, known.form(), known.table());
  }

  /** As PostgreSQL shows it. */
  public String name() {
    return name;
  }

  /** Whether nothing is converted. */
  public boolean isUtf8() {
    return table == null;
  }

  /**
   * Text of a client, in UTF-8.
   *
   * @throws PostgresException 22021 for what is no character, 22P05 for one that UTF-8 has not
   */
  public byte[] toUtf8(byte[] text) {
    return isUtf8() || isAscii(text) ? text : decode(text).getBytes(UTF_8);
  }

  /** The same as a string; only where something is converted. */
  public String decode(byte[] text) {
    return decoded(text, 0, text.length).toString();
  }

  private StringBuilder decoded(byte[] text, int from, int to) {
    StringBuilder decoded = new StringBuilder(to - from);
    int at = from;
    while (at < to) {
      int first = text[at] & 0xFF;
      int length = form.announced(first);
      if (first == 0 || length > to - at) {
        throw invalid(text, at, Math.min(length, to - at));
      }
      decoded.append(EncodedForm.isAscii(first) ? (char) first : character(text, at, length));
      at += length;
    }
    return decoded;
  }

  private char character(byte[] text, int at, int length) {
    if (!form.isValid(text, at, length)) {
      throw invalid(text, at, length);
    }
    int number = 0;
    for (int i = 0; i < length; i++) {
      number = number << Byte.SIZE | text[at + i] & 0xFF;
    }
    int character = table.character(number);
    if (character == EncodingTable.NONE) {
      throw untranslatable(text, at, length, name, UTF8.name);
    }
    return (char) character;
  }

  /** How many bytes at the end of a part of a text are the beginning of a character. */
  public int unfinished(byte[] text, int length) {
    int at = 0;
    while (at < length) {
      int next = at + form.announced(text[at] & 0xFF);
      if (next > length) {
        return length - at;
      }
      at = next;
    }
    return 0;
  }

  /**
   * Text for a client.
   *
   * @param text in UTF-8
   * @throws PostgresException 22P05 for a character that the encoding has not
   */
  public byte[] fromUtf8(byte[] text) {
    return isUtf8() || isAscii(text) ? text : encode(new String(text, UTF_8));
  }

  /** The same of a string. */
  public byte[] encode(String text) {
    if (isUtf8()) {
      return text.getBytes(UTF_8);
    }
    ByteArrayOutputStream encoded = new ByteArrayOutputStream(text.length() + 16);
    text.codePoints().forEach(character -> encode(character, encoded));
    return encoded.toByteArray();
  }

  private void encode(int character, ByteArrayOutputStream encoded) {
    if (EncodedForm.isAscii(character)) {
      encoded.write(character);
      return;
    }
    int number = table.bytes(character);
    if (number == EncodingTable.NONE) {
      byte[] written = Character.toString(character).getBytes(UTF_8);
      throw untranslatable(written, 0, written.length, UTF8.name, name);
    }
    for (int shift = EncodingTable.length(number) - 1; shift >= 0; shift--) {
      encoded.write(number >> Byte.SIZE * shift);
    }
  }

  /** For a text that must arrive: other characters are question marks. */
  public byte[] encodeLossy(String text) {
    if (isUtf8()) {
      return encode(text);
    }
    StringBuilder known = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            character ->
                known.appendCodePoint(
                    EncodedForm.isAscii(character) || table.bytes(character) != EncodingTable.NONE
                        ? character
                        : '?'));
    return encode(known.toString());
  }

  /** Whether the bytes are the same text in every encoding. */
  static boolean isAscii(byte[] text) {
    for (byte value : text) {
      if (value <= 0) {
        return false;
      }
    }
    return true;
  }

  private PostgresException invalid(byte[] text, int at, int length) {
    return new PostgresException(
        "22021", "invalid byte sequence for encoding \"" + name + "\": " + shown(text, at, length));
  }

  private static PostgresException untranslatable(
      byte[] text, int at, int length, String from, String to) {
    return new PostgresException(
        "22P05",
        "character with byte sequence %s in encoding \"%s\" has no equivalent in encoding \"%s\""
            .formatted(shown(text, at, length), from, to));
  }

  private static String shown(byte[] text, int at, int length) {
    StringBuilder shown = new StringBuilder();
    for (int i = at; i < at + Math.min(length, MOST_BYTES_TOLD); i++) {
      shown.append(i == at ? "" : " ").append("0x%02x".formatted(text[i] & 0xFF));
    }
    return shown.toString();
  }
}
