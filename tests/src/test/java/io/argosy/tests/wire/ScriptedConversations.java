package io.argosy.tests.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the clients of the protocol scripts send, without the answers. */
public final class ScriptedConversations {
  private static final String MAIN = "main";

  private ScriptedConversations() {}

  /** The messages of each connection of each script; the first one is its startup message. */
  public static List<List<byte[]>> read(String user, String database) throws IOException {
    List<List<byte[]>> conversations = new ArrayList<>();
    for (Path script : Scripts.all()) {
      conversations.addAll(read(Files.readAllLines(script), user, database).values());
    }
    return conversations;
  }

  private static Map<String, List<byte[]>> read(List<String> lines, String user, String database) {
    Map<String, List<byte[]>> connections = new LinkedHashMap<>();
    String current = MAIN;
    boolean sends = false;
    for (String line : lines) {
      String[] words = line.split(" ");
      if (!line.startsWith(" ")) {
        sends = line.equals("send");
        if (words[0].equals("open")) {
          current = words[1];
          connections.put(current, new ArrayList<>());
        } else if (words[0].equals("on")) {
          current = words[1];
        }
      } else if (sends) {
        connections
            .computeIfAbsent(
                current, started -> new ArrayList<>(List.of(ClientMessage.startup(user, database))))
            .add(
                ClientMessage.encode(
                    line.strip().replace("$user", user).replace("$database", database)));
      }
    }
    return connections;
  }
}
