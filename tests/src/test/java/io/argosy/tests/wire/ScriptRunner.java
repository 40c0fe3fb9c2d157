package io.argosy.tests.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a script and returns the same text with the answers that really came, so that a script
 * passes when the two texts are equal, and so that a new script is written by running it against a
 * PostgreSQL. The language is in the scripts' README.
 */
final class ScriptRunner {
  private static final String INDENT = "  ";
  private static final String MAIN = "main";

  private final ScriptTarget target;
  private final Map<String, ScriptConnection> connections = new LinkedHashMap<>();
  private final StringBuilder transcript = new StringBuilder();
  private String current = MAIN;
  private boolean together;
  private final ByteArrayOutputStream collected = new ByteArrayOutputStream();

  private ScriptRunner(ScriptTarget target) {
    this.target = target;
  }

  /** The script with the answers of the target. */
  static String run(List<String> lines, ScriptTarget target) throws IOException {
    ScriptRunner runner = new ScriptRunner(target);
    try {
      runner.run(lines);
    } finally {
      for (ScriptConnection connection : runner.connections.values()) {
        connection.close();
      }
    }
    return runner.transcript.toString();
  }

  private void run(List<String> lines) throws IOException {
    boolean answers = false;
    for (String line : lines) {
      boolean indented = line.startsWith(INDENT);
      if (indented && answers) {
        continue;
      }
      transcript.append(line).append('\n');
      answers = false;
      if (!indented) {
        sendCollected();
      }
      if (indented) {
        send(line.strip());
      } else if (!line.isBlank() && !line.startsWith("#")) {
        answers = direct(line.split(" "));
      }
    }
    sendCollected();
  }

  /** Follows a directive; returns whether expected answers come below it. */
  private boolean direct(String[] words) throws IOException {
    switch (words[0]) {
      case "send" -> {
        together = words.length > 1 && words[1].equals("together");
        return false;
      }
      case "open" -> {
        current = words[1];
        connections.put(current, new ScriptConnection(target));
        return false;
      }
      case "on" -> {
        current = words[1];
        return false;
      }
      case "cancel" -> {
        connection(words[1]).cancel(words.length > 2 && words[2].equals("wrong"));
        return false;
      }
      case "answer" -> {
        transcript.append(INDENT).append(connection(current).answer()).append('\n');
        return true;
      }
      case "until" -> {
        until(words[1], words.length > 2 ? Integer.parseInt(words[2]) : 1);
        return true;
      }
      default -> throw new IllegalArgumentException("no directive is called " + words[0]);
    }
  }

  private void send(String line) throws IOException {
    byte[] message =
        ClientMessage.encode(
            line.replace("$user", target.user()).replace("$database", target.database()));
    if (together) {
      collected.write(message);
    } else {
      connection(current).send(message);
    }
  }

  private void sendCollected() throws IOException {
    if (collected.size() > 0) {
      connection(current).send(collected.toByteArray());
      collected.reset();
    }
  }

  private void until(String name, int count) throws IOException {
    int seen = 0;
    while (seen < count) {
      ServerMessage message = connection(current).read();
      transcript.append(INDENT).append(message).append('\n');
      if (message.name().equals(name)) {
        seen++;
      } else if (message.name().equals("Closed")) {
        return;
      }
    }
  }

  /** A connection that the script did not open itself is opened and started. */
  private ScriptConnection connection(String name) throws IOException {
    ScriptConnection known = connections.get(name);
    if (known != null) {
      return known;
    }
    ScriptConnection connection = new ScriptConnection(target);
    connections.put(name, connection);
    connection.send(ClientMessage.startup(target.user(), target.database()));
    ServerMessage message = connection.read();
    while (message.type() != 'Z') {
      if (message.type() == '\0' || message.type() == 'E') {
        throw new IOException("the server refuses to start: " + message);
      }
      message = connection.read();
    }
    return connection;
  }
}
