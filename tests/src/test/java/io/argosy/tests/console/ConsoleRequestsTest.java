package io.argosy.tests.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.argosy.server.local.LocalCluster;
import io.argosy.tests.console.ConsoleClient.Answer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the console answers to pages of its own, to pages of others, and to no page at all. */
class ConsoleRequestsTest {
  private static ConsoleCluster cluster;
  private static ExecutorService threads;

  @BeforeAll
  static void start(@TempDir Path folder) {
    cluster =
        ConsoleCluster.start(", trust: true, sessions: 200, names: [console.example]", folder);
    threads = Executors.newCachedThreadPool();
  }

  @AfterAll
  static void stop() {
    threads.shutdownNow();
    cluster.close();
  }

  private static ConsoleClient client() {
    return new ConsoleClient(cluster.console());
  }

  /** Somebody who has logged in. */
  private static ConsoleClient as(String role) throws IOException {
    ConsoleClient client = client();
    assertThat(client.logIn(role, ConsoleCluster.PASSWORD).status()).isEqualTo(200);
    return client;
  }

  private record Running(Future<?> end, int processId) {}

  private static Running running(String role, String sql) throws SQLException {
    Connection connection = cluster.connect(role);
    int processId = connection.unwrap(org.postgresql.PGConnection.class).getBackendPID();
    return new Running(
        threads.submit(
            () -> {
              try (connection;
                  Statement statement = connection.createStatement()) {
                statement.execute(sql);
              }
              return null;
            }),
        processId);
  }

  private static Optional<JsonNode> activityOf(ConsoleClient client, int processId)
      throws IOException {
    for (JsonNode row : client.read("activity").json().path("clients")) {
      if (row.path("pid").asInt() == processId && row.path("state").asText().equals("active")) {
        return Optional.of(row);
      }
    }
    return Optional.empty();
  }

  @Test
  void aRoleLogsInWithItsPasswordAndOut() throws IOException {
    ConsoleClient client = as(ConsoleCluster.WEAK);
    assertThat(client.read("who").json().path("role").asText()).isEqualTo(ConsoleCluster.WEAK);
    Answer out = client.post("logout", Map.of());
    assertThat(out.headers().get("set-cookie")).contains("Max-Age=0");
    assertThat(client.read("who").status()).isEqualTo(401);
  }

  @Test
  void aWrongPasswordIsRefusedInTheServersWords() throws IOException {
    Answer answer = client().with("Host", cluster.console().getAuthority()).logIn("weak", "wrong");
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.error()).isEqualTo("password authentication failed for user \"weak\"");
    assertThat(answer.json().path("sqlState").asText()).isEqualTo("28P01");
    assertThat(answer.headers()).doesNotContainKey("set-cookie");
  }

  @Test
  void aDatabaseThatIsNotThereIsNamed() throws IOException {
    Answer answer =
        client()
            .post("login", Map.of("role", "weak", "password", "right", "database", "a/b?ssl=0&x"));
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.error()).contains("a/b?ssl=0&x");
  }

  @Test
  void theCookieIsForThisConsoleAlone() throws IOException {
    assertThat(client().logIn("weak", "right").headers().get("set-cookie"))
        .matches("argosy-console-\\d+=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"who", "activity", "cluster", "totals", "statements", "tables", "settings"})
  void nobodySeesAnythingWithoutALogin(String what) throws IOException {
    assertThat(client().read(what).status()).isEqualTo(401);
    assertThat(client().with("Cookie", "argosy-console=x").read(what).status()).isEqualTo(401);
    assertThat(as(ConsoleCluster.WEAK).read(what).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cancel", "terminate", "explain"})
  void nobodyDoesAnythingWithoutALogin(String what) throws IOException {
    assertThat(client().post(what, Map.of("pid", 1, "statement", "SELECT 1")).status())
        .isEqualTo(401);
  }

  @Test
  void pagesOfOtherOriginsAreRefused() throws IOException {
    ConsoleClient client = as(ConsoleCluster.WEAK);
    String own = "http://" + cluster.console().getAuthority();
    assertThat(client.with("Origin", own).read("who").status()).isEqualTo(200);
    assertThat(client.with("Origin", "http://evil.example").read("who").status()).isEqualTo(403);
    assertThat(client.post("cancel", Map.of("pid", 1)).status()).isEqualTo(403);
    // Another port of the same machine is another origin.
    assertThat(client.with("Origin", "http://127.0.0.1:1").post("logout", Map.of()).status())
        .isEqualTo(403);
    client.with("Origin", "null");
    assertThat(client.post("logout", Map.of()).status()).isEqualTo(403);
    client.with("Origin", null).with("Sec-Fetch-Site", "same-site");
    assertThat(client.post("logout", Map.of()).status()).isEqualTo(403);
    client.with("Sec-Fetch-Site", null).with("X-Argosy-Console", null);
    assertThat(client.post("logout", Map.of()).status()).isEqualTo(403);
    client.with("X-Argosy-Console", "1");
    assertThat(client.read("who").status()).isEqualTo(200);
  }

  @Test
  void namesOfOthersAreRefused() throws IOException {
    assertThat(client().with("Host", "evil.example:80").get("/").status()).isEqualTo(421);
    assertThat(client().with("Host", "127.0.0.1.evil.example").get("/").status()).isEqualTo(421);
    assertThat(client().with("Host", "localhost").get("/").status()).isEqualTo(200);
    assertThat(client().with("Host", "CONSOLE.example:1").get("/").status()).isEqualTo(200);
    assertThat(client().with("Host", "[::1]:1").get("/").status()).isEqualTo(200);
  }

  @Test
  void trustedUsersAreTrustedOnThisMachineOnly() throws IOException {
    assertThat(client().logIn(ConsoleCluster.TRUSTED, "").status()).isEqualTo(200);
    // What comes through a proxy, or by another name, may be from anywhere.
    for (ConsoleClient elsewhere :
        List.of(
            client().with("X-Forwarded-For", "192.0.2.1"),
            client().with("Forwarded", "for=192.0.2.1"),
            client().with("Host", "192.0.2.1"),
            client().with("Host", "console.example"))) {
      Answer answer = elsewhere.logIn(ConsoleCluster.TRUSTED, "anything");
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.error()).contains("may log in from the coordinator's machine only");
      assertThat(answer.headers()).doesNotContainKey("set-cookie");
      // Who proves a password may come from there.
      assertThat(elsewhere.logIn(ConsoleCluster.WEAK, ConsoleCluster.PASSWORD).status())
          .isEqualTo(200);
      elsewhere.post("logout", Map.of());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/main.js", "/console.css", "/api/who", "/nothing", "/uplot.js"})
  void browsersAreToldWhatNotToDo(String path) throws IOException {
    assertThat(client().get(path).headers())
        .containsEntry("x-content-type-options", "nosniff")
        .containsEntry("x-frame-options", "DENY")
        .containsEntry("referrer-policy", "no-referrer")
        .hasEntrySatisfying(
            "content-security-policy",
            policy ->
                assertThat(policy)
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe"))
        .doesNotContainKey("server");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../pom.xml",
        "/%2e%2e/x",
        "/io/argosy/console/ConsoleServer.class",
        "//etc/passwd"
      })
  void nothingButThePageIsServed(String path) throws IOException {
    assertThat(client().get(path).status()).isIn(400, 404);
  }

  @Test
  void textsOfOthersAreHiddenAsInPostgres() throws Exception {
    Running running =
        running(ConsoleCluster.TRUSTED, "SELECT pg_sleep(300), 'secret' AS \"secret name\"");
    ConsoleClient watcher = as(ConsoleCluster.WATCHER);
    await().until(() -> activityOf(watcher, running.processId()).isPresent());
    assertThat(activityOf(watcher, running.processId()).orElseThrow().path("statement").asText())
        .contains("secret");
    ConsoleClient weak = as(ConsoleCluster.WEAK);
    String seen = weak.read("activity").body() + weak.read("statements").body();
    assertThat(seen).contains("<insufficient privilege>").doesNotContain("secret");
    stop(running);
  }

  @Test
  void othersStatementsAreStoppedWithRightsOnly() throws Exception {
    Running running = running(ConsoleCluster.WATCHER, "SELECT pg_sleep(300)");
    ConsoleClient weak = as(ConsoleCluster.WEAK);
    for (String how : List.of("cancel", "terminate")) {
      Answer refused = weak.post(how, Map.of("pid", running.processId()));
      assertThat(refused.status()).isEqualTo(422);
      assertThat(refused.error()).startsWith("permission denied to ");
      assertThat(refused.json().path("sqlState").asText()).isEqualTo("42501");
      assertThat(refused.json().path("detail").asText()).contains("pg_signal_backend");
    }
    assertThat(running.end().isDone()).isFalse();
    // A superuser's, not even with pg_signal_backend.
    Running superuser = running(ConsoleCluster.TRUSTED, "SELECT pg_sleep(300)");
    assertThat(
            as(ConsoleCluster.WATCHER)
                .post("cancel", Map.of("pid", superuser.processId()))
                .json()
                .path("detail")
                .asText())
        .contains("SUPERUSER");
    stop(running);
    stop(superuser);
  }

  @Test
  void ownStatementsAreStopped() throws Exception {
    Running running = running(ConsoleCluster.WEAK, "SELECT pg_sleep(300)");
    ConsoleClient weak = as(ConsoleCluster.WEAK);
    await().until(() -> activityOf(weak, running.processId()).isPresent());
    assertThat(weak.post("cancel", Map.of("pid", running.processId())).body())
        .isEqualTo("{\"done\":true}");
    assertThatThrownBy(running.end()::get)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("canceling statement due to user request");
    assertThat(weak.post("cancel", Map.of("pid", 1)).body()).isEqualTo("{\"done\":false}");
  }

  /** The coordinator runs three statements at a time, and those of the console besides. */
  @Test
  void isServedWhileOthersWait() throws Exception {
    List<Running> running = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      running.add(running(ConsoleCluster.WEAK, "SELECT pg_sleep(60)"));
    }
    ConsoleClient weak = as(ConsoleCluster.WEAK);
    await()
        .until(
            () -> {
              int waiting = 0;
              for (Running one : running) {
                waiting +=
                    activityOf(weak, one.processId())
                            .filter(row -> row.path("wait").asText().equals("queue"))
                            .isPresent()
                        ? 1
                        : 0;
              }
              return waiting == 1;
            });
    for (String what :
        List.of(
            "who", "cluster", "machines", "totals", "statements", "recent", "tables", "settings")) {
      assertThat(weak.read(what).status()).as(what).isEqualTo(200);
    }
    for (Running one : running) {
      assertThat(weak.post("terminate", Map.of("pid", one.processId())).body())
          .isEqualTo("{\"done\":true}");
      assertThatThrownBy(one.end()::get).isInstanceOf(ExecutionException.class);
    }
  }

  @Test
  void whatIsExplainedIsNotRun() throws Exception {
    try (Connection connection = cluster.connect(ConsoleCluster.TRUSTED);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE kept AS SELECT 1 AS a");
    }
    ConsoleClient client = client();
    client.logIn(ConsoleCluster.TRUSTED, "");
    assertThat(client.post("explain", Map.of("statement", "DELETE FROM kept")).body())
        .contains("ROUTE on node1");
    for (String harmful :
        List.of(
            "ANALYZE DELETE FROM kept",
            "(ANALYZE) DELETE FROM kept",
            "SELECT 1; DELETE FROM kept",
            "SELECT 1; COMMIT; DELETE FROM kept",
            "SELECT 'a\\'; DELETE FROM kept --'",
            "SELECT 1) ; DELETE FROM kept",
            "SELECT $$ $$; DELETE FROM kept",
            "")) {
      Answer answer = client.post("explain", Map.of("statement", harmful));
      assertThat(answer.status()).as(harmful).isEqualTo(422);
    }
    for (String several : List.of("SELECT 1; DELETE FROM kept", "SELECT $$ $$; COMMIT; SELECT 2")) {
      assertThat(client.post("explain", Map.of("statement", several)).error())
          .isEqualTo("only one statement can be explained");
    }
    // It was said that these run nothing; the next is a constant for PostgreSQL, too.
    client.post("explain", Map.of("statement", "SELECT '; DELETE FROM kept'"));
    client.post("explain", Map.of("statement", "DELETE FROM kept", "detail", "nodes"));
    try (Connection connection = cluster.connect(ConsoleCluster.TRUSTED);
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT count(*) FROM kept")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(1);
    }
    assertThat(client.read("who").status()).isEqualTo(200);
  }

  @Test
  void aLongStatementIsShownAndExplained() throws Exception {
    String list = "'" + "x".repeat(1 << 20) + "'";
    Running running = running(ConsoleCluster.WEAK, "SELECT pg_sleep(300), " + list);
    ConsoleClient weak = as(ConsoleCluster.WEAK);
    await().until(() -> activityOf(weak, running.processId()).isPresent());
    assertThat(weak.read("activity").body().length()).isLessThan(100_000);
    assertThat(weak.post("explain", Map.of("statement", "SELECT " + list)).status()).isEqualTo(200);
    assertThat(weak.post("explain", Map.of("statement", "x".repeat(5 << 20))).status())
        .isEqualTo(413);
    stop(running);
  }

  @Test
  void oddNamesAreDataOnly() throws Exception {
    String odd = "\"><script>alert(1)</script>\u202e\u0007";
    try (Connection connection = cluster.connect(ConsoleCluster.TRUSTED);
        Statement statement = connection.createStatement()) {
      connection.setClientInfo("ApplicationName", "<img src=x onerror=alert(1)>");
      statement.execute("CREATE TABLE \"" + odd.replace("\"", "\"\"") + "\" (a int)");
      ConsoleClient client = as(ConsoleCluster.WATCHER);
      Answer tables = client.read("tables");
      assertThat(tables.headers().get("content-type")).startsWith("application/json");
      assertThat(tables.json().findValuesAsText("name")).contains(odd);
      assertThat(client.read("activity").json().findValuesAsText("application_name"))
          .contains("<img src=x onerror=alert(1)>");
    }
  }

  @Test
  void whatIsNoJsonIsRefused() throws IOException {
    assertThat(client().ask("POST", "/api/login", "{").status()).isEqualTo(400);
    assertThat(client().ask("POST", "/api/login", "").status()).isEqualTo(400);
    assertThat(client().ask("POST", "/api/login", "[1]").status()).isEqualTo(400);
    assertThat(client().ask("PUT", "/api/login", "{}").status()).isEqualTo(405);
    assertThat(
            client()
                .ask("POST", "/api/login", "{\"role\":\"" + "x".repeat(20_000) + "\"}")
                .status())
        .isEqualTo(413);
    ConsoleClient weak = as(ConsoleCluster.WEAK);
    assertThat(weak.post("explain", Map.of("statement", "SELECT 1", "detail", "x")).status())
        .isEqualTo(400);
    assertThat(weak.post("cancel", Map.of("pid", "x")).status()).isEqualTo(400);
  }

  /** Two of them on one machine do not get in each other's way, unless they are told to. */
  @Test
  void aLocalClusterHasAConsoleWhereItCan() throws IOException {
    LocalCluster local = cluster.local();
    try (ServerSocket taken = new ServerSocket()) {
      try {
        taken.bind(new InetSocketAddress("127.0.0.1", LocalCluster.CONSOLE_PORT));
      } catch (BindException e) {
        // Somebody else is there.
      }
      local.startConsole(Optional.empty());
      URI console = URI.create(local.consoleUrl().orElseThrow());
      assertThat(console.getPort()).isNotEqualTo(LocalCluster.CONSOLE_PORT);
      assertThat(new ConsoleClient(console).logIn("postgres", "").status()).isEqualTo(200);
      assertThatThrownBy(() -> local.startConsole(Optional.of(console.getPort())))
          .hasMessageContaining("cannot listen for the console on 127.0.0.1 port");
    }
  }

  /** They wait for a header or a body that does not come; others are served meanwhile. */
  @Test
  void slowClientsHoldUpNobody() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        Socket socket = new Socket(cluster.console().getHost(), cluster.console().getPort());
        socket
            .getOutputStream()
            .write(
                ("POST /api/login HTTP/1.1\r\nHost: "
                        + cluster.console().getAuthority()
                        + "\r\nX-Argosy-Console: 1\r\nContent-Length: 1000\r\n\r\n{")
                    .getBytes(StandardCharsets.UTF_8));
        slow.add(socket);
      }
      long start = System.nanoTime();
      assertThat(as(ConsoleCluster.WEAK).read("who").status()).isEqualTo(200);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void whoSendsOnAndOnIsCutOff() throws Exception {
    try (Socket socket = new Socket(cluster.console().getHost(), cluster.console().getPort())) {
      socket
          .getOutputStream()
          .write(
              ("POST /api/login HTTP/1.1\r\nHost: "
                      + cluster.console().getAuthority()
                      + "\r\nX-Argosy-Console: 1\r\nContent-Length: 1000\r\n\r\n")
                  .getBytes(StandardCharsets.UTF_8));
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 40; i++) {
                  socket.getOutputStream().write(' ');
                  Thread.sleep(500);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  private static void stop(Running running) throws Exception {
    try (Connection connection = cluster.connect(ConsoleCluster.TRUSTED);
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_terminate_backend(" + running.processId() + ")");
    }
    assertThatThrownBy(running.end()::get).isInstanceOf(ExecutionException.class);
  }
}
