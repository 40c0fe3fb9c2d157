package io.argosy.tests.hostile;

import io.argosy.protocol.message.FrontendMessages;
import io.argosy.tests.hostile.Message.Layout;
import io.argosy.tests.wire.ScriptedConversations;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Conversations with the port that PostgreSQL clients connect to. */
final class WireCorpus {
  /** The types of clients' messages. */
  static final byte[] TYPES = "QPBFdDECHScfXp".getBytes(StandardCharsets.US_ASCII);

  private static final int PREFIX = 5;

  private WireCorpus() {}

  /** Those of the protocol scripts that do not wait, and one with many short batches. */
  static List<List<Message>> ofUser(String user, String database) throws IOException {
    List<List<Message>> conversations = new ArrayList<>();
    for (List<byte[]> sent : ScriptedConversations.read(user, database)) {
      if (isWhole(sent) && sent.stream().noneMatch(WireCorpus::waits)) {
        List<Message> conversation = new ArrayList<>();
        conversation.add(new Message(Layout.STARTUP, sent.getFirst()));
        for (byte[] message : sent.subList(1, sent.size())) {
          conversation.add(new Message(Layout.POSTGRES, message));
        }
        conversations.add(conversation);
      }
    }
    for (int i = 0; i < 40; i++) {
      conversations.add(batches(user, database));
    }
    return conversations;
  }

  private static boolean isWhole(List<byte[]> sent) {
    return sent.getFirst().length >= Layout.STARTUP.head()
        && sent.stream()
            .skip(1)
            .allMatch(
                bytes ->
                    bytes.length >= PREFIX && ByteBuffer.wrap(bytes).getInt(1) == bytes.length - 1);
  }

  private static boolean waits(byte[] message) {
    return new String(message, StandardCharsets.ISO_8859_1).contains("pg_sleep");
  }

  /** Statements and portals by name, over and over: most of what goes wrong in them is cheap. */
  private static List<Message> batches(String user, String database) {
    List<Message> conversation = new ArrayList<>();
    conversation.add(startup(user, database));
    for (int i = 0; i < 12; i++) {
      String name = i % 3 == 0 ? "" : "s" + i;
      conversation.add(
          message(new FrontendMessages().parse(name, "SELECT $1::int + 1", new int[] {23})));
      conversation.add(
          message(
              new FrontendMessages()
                  .bind(
                      name,
                      name,
                      new short[] {1},
                      List.of(new byte[] {0, 0, 0, 7}),
                      new short[] {(short) (i % 2)})));
      conversation.add(message(new FrontendMessages().describePortal(name)));
      conversation.add(message(new FrontendMessages().describeStatement(name)));
      conversation.add(message(new FrontendMessages().execute(name, i % 2)));
      conversation.add(
          message(i % 4 == 0 ? new FrontendMessages().sync() : new FrontendMessages().flush()));
    }
    conversation.add(message(new FrontendMessages().sync()));
    conversation.add(message(new FrontendMessages().terminate()));
    return conversation;
  }

  /**
   * What somebody sends who cannot authenticate, and tries nevertheless.
   *
   * @param statement what must not happen
   */
  static List<List<Message>> ofIntruder(String user, String database, String statement) {
    Message startup = startup(user, database);
    Message first =
        message(
            new FrontendMessages()
                .saslInitialResponse("SCRAM-SHA-256", "n,,n=,r=fyko+d2lbbFgONRv9qkxdawL"));
    Message proof =
        message(
            new FrontendMessages()
                .saslResponse(
                    "c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,"
                        + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="));
    Message query = message(new FrontendMessages().query(statement));
    Message parse = message(new FrontendMessages().parse("", statement, new int[0]));
    Message bind =
        message(new FrontendMessages().bind("", "", new short[0], List.of(), new short[0]));
    Message execute = message(new FrontendMessages().execute("", 0));
    Message sync = message(new FrontendMessages().sync());
    Message password = message(new FrontendMessages().password("guess"));
    Message copy = message(new FrontendMessages().copyData(ByteBuffer.wrap(new byte[100])));
    Message ssl = packet(new FrontendMessages().sslRequest());
    Message cancel = packet(new FrontendMessages().cancelRequest(1, new byte[] {1, 2, 3, 4}));
    return List.of(
        List.of(startup, first, proof, query, parse, bind, execute, sync),
        List.of(startup, first, query, proof, query, query),
        List.of(startup, query, query, sync),
        List.of(startup, parse, bind, execute, sync, query),
        List.of(startup, password, query, query),
        List.of(ssl, startup, first, proof, query),
        List.of(ssl, ssl, startup, query),
        List.of(startup, first, first, copy, query, sync),
        List.of(cancel, startup, query),
        List.of(query, query, query));
  }

  private static Message startup(String user, String database) {
    return packet(
        new FrontendMessages()
            .startup(Map.of("user", user, "database", database, "application_name", "stranger")));
  }

  private static Message packet(FrontendMessages message) {
    return new Message(Layout.STARTUP, bytes(message));
  }

  private static Message message(FrontendMessages message) {
    return new Message(Layout.POSTGRES, bytes(message));
  }

  private static byte[] bytes(FrontendMessages message) {
    ByteBuffer bytes = message.toByteBuffer();
    return Arrays.copyOfRange(bytes.array(), bytes.position(), bytes.limit());
  }
}
