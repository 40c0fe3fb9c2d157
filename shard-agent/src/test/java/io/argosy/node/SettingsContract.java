package io.argosy.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.agent.testing.Events;
import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.PostgresException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the settings of sessions and of single statements do. */
interface SettingsContract extends NodeUnderTest {
  @Test
  default void aStatementHasSettingsOfItsOwn() {
    Request fragment =
        Request.Extended.of(
                "SELECT current_setting('random_page_cost'),"
                    + " current_setting('dynamic_library_path')",
                0)
            .withSettings(Map.of("random_page_cost", "1.5", "dynamic_library_path", "it's \\ '"));
    try (NodeSession session = open()) {
      String before = TextResult.run(session, "SHOW random_page_cost").single();
      for (String transaction : List.of("SELECT", "BEGIN")) {
        TextResult.run(session, transaction);
        assertThat(Events.of(session, fragment))
            .extracting(event -> event.getClass().getSimpleName())
            .containsExactly("Columns", "Rows", "Complete", "Ready");
        DataRowReader rows =
            new DataRowReader(
                Events.only(Events.of(session, fragment), ResultEvent.Rows.class).messages());
        assertThat(rows.next()).isTrue();
        assertThat(rows.text(0)).isEqualTo("1.5");
        assertThat(rows.text(1)).isEqualTo("it's \\ '");
        assertThat(TextResult.run(session, "SHOW random_page_cost").single()).isEqualTo(before);
      }
      TextResult.run(session, "SET LOCAL random_page_cost = 3");
      Events.of(session, fragment);
      assertThat(TextResult.run(session, "SHOW random_page_cost").single()).isEqualTo("3");
      TextResult.run(session, "ROLLBACK");
    }
  }

  @Test
  default void whenAStatementFailsItsSettingsGoWithTheSavepoint() {
    Request failing =
        Request.Extended.of("SELECT 1/0", 0).withSettings(Map.of("random_page_cost", "1.5"));
    try (NodeSession session = open()) {
      TextResult.run(session, "BEGIN; SET LOCAL random_page_cost = 3; SAVEPOINT s");
      assertThat(Events.only(Events.of(session, failing), ResultEvent.Failed.class).error())
          .extracting(error -> error.sqlState())
          .isEqualTo("22012");
      TextResult.run(session, "ROLLBACK TO s");
      assertThat(TextResult.run(session, "SHOW random_page_cost").single()).isEqualTo("3");
      TextResult.run(session, "COMMIT");
      Request refused =
          Request.Extended.of("SELECT 1", 0).withSettings(Map.of("random_page_cost", "cheap"));
      assertThat(Events.only(Events.of(session, refused), ResultEvent.Failed.class).error())
          .extracting(error -> error.sqlState())
          .isEqualTo("22023");
    }
  }

  @Test
  default void settingsAreExactlyThoseAskedFor() {
    SessionOptions tokyo =
        NodeContract.options(
            Map.of("TimeZone", "Asia/Tokyo", "my.setting", "it's a \\ back-slash"));
    String sql = "SELECT current_setting('TimeZone'), current_setting('my.setting', true)";
    List<String> defaults;
    try (NodeSession session = open()) {
      defaults = TextResult.run(session, sql).rows().getFirst();
    }
    for (int i = 0; i < 3; i++) {
      try (NodeSession session = node().open(tokyo)) {
        List<ResultEvent> events = Events.of(session, new Request.Simple("SELECT 1"));
        assertThat(events).doesNotHaveAnyElementsOfTypes(ResultEvent.Parameter.class);
        assertThat(TextResult.run(session, sql).rows().getFirst())
            .containsExactly("Asia/Tokyo", "it's a \\ back-slash");
      }
    }
    try (NodeSession session = open()) {
      assertThat(TextResult.run(session, sql).rows().getFirst().getFirst())
          .isEqualTo(defaults.getFirst());
    }
  }

  /** Of what it is a member it has no privileges, unless it acts as that. */
  @Test
  default void aSettingMayNeedTheRoleThatIsSetOrTheOneBefore() {
    String roles =
        "CREATE ROLE settings_dba SUPERUSER; CREATE ROLE settings_clerk;"
            + " CREATE ROLE settings_member LOGIN IN ROLE settings_dba";
    try (NodeSession session = open()) {
      TextResult.run(session, roles);
    }
    Map<String, String> replica = Map.of("session_replication_role", "replica");
    try {
      for (String[] userAndRole :
          new String[][] {{"settings_member", "settings_dba"}, {"postgres", "settings_clerk"}}) {
        Map<String, String> settings = new HashMap<>(replica);
        settings.put("role", userAndRole[1]);
        SessionOptions options = new SessionOptions("postgres", userAndRole[0], settings);
        try (NodeSession session = node().open(options)) {
          String sql = "SELECT current_user, current_setting('session_replication_role')";
          assertThat(TextResult.run(session, sql).rows().getFirst())
              .containsExactly(userAndRole[1], "replica");
        }
      }
      assertThatThrownBy(
              () -> node().open(new SessionOptions("postgres", "settings_member", replica)))
          .isInstanceOfSatisfying(
              PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("42501"));
    } finally {
      try (NodeSession session = open()) {
        TextResult.run(session, "DROP ROLE settings_member, settings_clerk, settings_dba");
      }
    }
  }

  @Test
  default void aRefusedSettingIsTheServersError() {
    assertThatThrownBy(() -> node().open(NodeContract.options(Map.of("work_mem", "a lot"))))
        .isInstanceOfSatisfying(
            PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("22023"));
    try (NodeSession session = open()) {
      assertThat(TextResult.run(session, "SELECT 1").single()).isEqualTo("1");
    }
  }
}
