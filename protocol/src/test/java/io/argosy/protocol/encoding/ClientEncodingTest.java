package io.argosy.protocol.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.protocol.message.PostgresException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every character, and every sequence of bytes, is what PostgreSQL makes of it, errors included.
 */
@DisabledIfSystemProperty(
    named = "quick",
    matches = "true",
    disabledReason = "it starts a PostgreSQL")
class ClientEncodingTest {
  private static final HexFormat HEX = HexFormat.of();

  private static final String FUNCTIONS =
      """
      CREATE FUNCTION pg_temp.encoded(encoding name, texts bytea[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
      DECLARE one bytea; BEGIN
        FOREACH one IN ARRAY texts LOOP
          BEGIN RETURN NEXT encode(convert(one, 'UTF8', encoding), 'hex');
          EXCEPTION WHEN OTHERS THEN RETURN NEXT SQLSTATE || ' ' || SQLERRM; END;
        END LOOP; END $$;
      CREATE FUNCTION pg_temp.decoded(encoding name, texts bytea[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
      DECLARE one bytea; BEGIN
        FOREACH one IN ARRAY texts LOOP
          BEGIN RETURN NEXT encode(convert(one, encoding, 'UTF8'), 'hex');
          EXCEPTION WHEN OTHERS THEN RETURN NEXT SQLSTATE || ' ' || SQLERRM; END;
        END LOOP; END $$\
      """;

  private static final Map<String, KnownEncodings.Known> ALL = new TreeMap<>();

  static {
    for (String name : KnownEncodings.names()) {
      ALL.put(name, KnownEncodings.find(name).orElseThrow());
    }
  }

  private static EmbeddedPostgres server;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  static Set<String> names() {
    return ALL.keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void isPostgres(String name) throws Exception {
    ClientEncoding encoding = ClientEncoding.of(name);
    EncodedForm form = ALL.get(name).form();
    List<byte[]> characters = characters(form);
    List<byte[]> sequences = sequences(form);
    try (Connection postgres = server.getPostgresDatabase().getConnection();
        Statement statement = postgres.createStatement()) {
      statement.execute(FUNCTIONS);
      compare(
          characters,
          asked(postgres, "encoded", name, characters),
          text -> told(() -> encoding.fromUtf8(text)));
      compare(
          sequences,
          asked(postgres, "decoded", name, sequences),
          text -> told(() -> encoding.toUtf8(text)));
    }
  }

  /** A comparison of lists would show all of them. */
  private static void compare(
      List<byte[]> texts, List<String> expected, Function<byte[], String> converted) {
    assertThat(expected).hasSameSizeAs(texts);
    List<String> different = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      String own = converted.apply(texts.get(i));
      if (!own.equals(expected.get(i))) {
        different.add(HEX.formatHex(texts.get(i)) + ": " + own + ", not " + expected.get(i));
      }
    }
    assertThat(different.stream().limit(20)).isEmpty();
  }

  private static String told(Supplier<byte[]> converted) {
    try {
      return HEX.formatHex(converted.get());
    } catch (PostgresException e) {
      return e.error().sqlState() + " " + e.error().message();
    }
  }

  private static List<String> asked(
      Connection postgres, String function, String encoding, List<byte[]> texts) throws Exception {
    try (PreparedStatement query =
        postgres.prepareStatement("SELECT * FROM pg_temp." + function + "(?, ?::bytea[])")) {
      query.setString(1, encoding);
      query.setString(
          2,
          texts.stream()
              .map(text -> "\"\\\\x" + HEX.formatHex(text) + "\"")
              .collect(Collectors.joining(",", "{", "}")));
      try (ResultSet rows = query.executeQuery()) {
        List<String> answers = new ArrayList<>();
        while (rows.next()) {
          answers.add(rows.getString(1));
        }
        return answers;
      }
    }
  }

  /** Those that any of the encodings has, and their neighbours. */
  private static List<byte[]> characters(EncodedForm form) {
    Set<Integer> characters = new TreeSet<>(List.of(0x41, 0x5C, 0x7E, 0x1F600, 0x20000));
    for (KnownEncodings.Known known : ALL.values()) {
      if (known.form() == EncodedForm.SINGLE || form != EncodedForm.SINGLE) {
        for (int character = 0x80; character < 0xFFFF; character++) {
          if (known.table().bytes(character) != EncodingTable.NONE) {
            characters.add(character);
            characters.add(character + 1);
          }
        }
      }
    }
    return characters.stream()
        .filter(character -> character < 0xD800 || character >= 0xE000)
        .map(character -> Character.toString(character).getBytes(UTF_8))
        .toList();
  }

  private static List<byte[]> sequences(EncodedForm form) {
    List<byte[]> sequences = new ArrayList<>(List.of("a\\'".getBytes(UTF_8)));
    for (int first = 0x80; first <= 0xFF; first++) {
      sequences.add(new byte[] {(byte) first});
      sequences.add(new byte[] {(byte) first, 'b'});
      for (int second = 0x30; second <= 0xFF && form != EncodedForm.SINGLE; second++) {
        sequences.add(new byte[] {(byte) first, (byte) second});
        if (form == EncodedForm.EUC || form == EncodedForm.EUC_OF_TWO) {
          sequences.add(new byte[] {(byte) 0x8F, (byte) first, (byte) second});
        }
      }
    }
    return sequences;
  }

  @Test
  void whatIsNotKnownIsRefused() {
    assertThatThrownBy(() -> ClientEncoding.of("EUC_TW"))
        .isInstanceOfSatisfying(
            PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("0A000"));
  }

  @Test
  void anythingGoesAsItIs() {
    ClientEncoding any = ClientEncoding.of("SQL_ASCII");
    assertThat(any.name()).isEqualTo("SQL_ASCII");
    assertThat(any.isUtf8()).isTrue();
    assertThat(any.encode("\u00e9")).isEqualTo("\u00e9".getBytes(UTF_8));
  }

  @Test
  void whatMustArriveHasQuestionMarks() {
    assertThat(new String(ClientEncoding.of("LATIN1").encodeLossy("a\u20acb"), UTF_8))
        .isEqualTo("a?b");
  }
}
