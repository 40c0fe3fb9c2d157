package io.argosy.tests.wire;

import io.argosy.tests.wire.Tokens.Token;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Makes the bytes of a message from a line of a script; the forms are in the scripts' README. */
final class ClientMessage {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream body = new DataOutputStream(bytes);
  private final List<Token> words;

  private ClientMessage(List<Token> words) {
    this.words = words;
  }

  static byte[] encode(String line) {
    List<Token> tokens = Tokens.split(line);
    ClientMessage message = new ClientMessage(tokens.subList(1, tokens.size()));
    try {
      return message.encodeAs(tokens.get(0).text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The startup message of a connection for which a script has none. */
  static byte[] startup(String user, String database) {
    return encode("Startup 3.0 user \"%s\" database \"%s\"".formatted(user, database));
  }

  private byte[] encodeAs(String name) throws IOException {
    return switch (name) {
      case "Query" -> texts('Q');
      case "Parse" -> parse();
      case "Bind" -> bind();
      case "Describe" -> named('D');
      case "Close" -> named('C');
      case "Execute" -> {
        text(0);
        body.writeInt(words.size() > 1 ? number(1) : 0);
        yield message('E');
      }
      case "Flush" -> message('H');
      case "Sync" -> message('S');
      case "Terminate" -> message('X');
      case "CopyData" -> raw('d', 0);
      case "CopyDone" -> message('c');
      case "CopyFail" -> texts('f');
      case "Message" -> raw(words.get(0).text().charAt(0), 1);
      case "Bytes" -> words.get(0).bytes();
      case "SslRequest" -> request(80877103);
      case "GssEncRequest" -> request(80877104);
      case "Startup" -> startup();
      default -> throw new IllegalArgumentException("no message is called " + name);
    };
  }

  private byte[] texts(char type) throws IOException {
    text(0);
    return message(type);
  }

  private byte[] raw(char type, int word) throws IOException {
    body.write(words.get(word).bytes());
    return message(type);
  }

  private byte[] named(char type) throws IOException {
    body.write(words.get(0).bytes());
    text(1);
    return message(type);
  }

  private byte[] parse() throws IOException {
    text(0);
    text(1);
    body.writeShort(words.size() - 2);
    for (int i = 2; i < words.size(); i++) {
      body.writeInt(number(i));
    }
    return message('P');
  }

  /** Bind portal statement [formats n..] [values v..] [results n..]. */
  private byte[] bind() throws IOException {
    text(0);
    text(1);
    List<Token> formats = new ArrayList<>();
    List<Token> values = new ArrayList<>();
    List<Token> results = new ArrayList<>();
    List<Token> current = values;
    for (Token word : words.subList(2, words.size())) {
      if (word.is("formats")) {
        current = formats;
      } else if (word.is("values")) {
        current = values;
      } else if (word.is("results")) {
        current = results;
      } else {
        current.add(word);
      }
    }
    shorts(formats);
    body.writeShort(values.size());
    for (Token value : values) {
      if (value.is("NULL")) {
        body.writeInt(-1);
      } else {
        body.writeInt(value.bytes().length);
        body.write(value.bytes());
      }
    }
    shorts(results);
    return message('B');
  }

  private void shorts(List<Token> numbers) throws IOException {
    body.writeShort(numbers.size());
    for (Token number : numbers) {
      body.writeShort(Integer.parseInt(number.text()));
    }
  }

  /** Startup major.minor [name value].. */
  private byte[] startup() throws IOException {
    String[] version = words.get(0).text().split("\\.");
    body.writeInt(Integer.parseInt(version[0]) << 16 | Integer.parseInt(version[1]));
    for (int i = 1; i < words.size(); i++) {
      text(i);
    }
    body.write(0);
    return prefixed();
  }

  private byte[] request(int code) throws IOException {
    body.writeInt(code);
    return prefixed();
  }

  private void text(int word) throws IOException {
    body.write(words.get(word).bytes());
    body.write(0);
  }

  private int number(int word) {
    return Integer.parseInt(words.get(word).text());
  }

  private byte[] message(char type) throws IOException {
    byte[] prefixed = prefixed();
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.write(type);
    message.write(prefixed);
    return message.toByteArray();
  }

  private byte[] prefixed() throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    new DataOutputStream(message).writeInt(bytes.size() + Integer.BYTES);
    message.write(bytes.toByteArray());
    return message.toByteArray();
  }
}
