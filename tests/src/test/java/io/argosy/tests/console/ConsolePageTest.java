package io.argosy.tests.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/**
 * What people do with the console in a browser. With {@code -Dconsole.screenshots=true} the images
 * of docs/console.md are made anew.
 */
class ConsolePageTest {
  private static final boolean DOCUMENTED = Boolean.getBoolean("console.screenshots");
  private static final Set<String> SHOWN =
      Set.of(
          "console-cluster-light",
          "console-activity-light",
          "console-tables-dark",
          "console-client-phone");
  private static final List<String> VIEWS =
      List.of("Cluster", "Activity", "Statements", "Explain", "Tables", "Settings");
  private static final String ODD = "\"><script>document.title='taken'</script>";

  private static ConsoleCluster cluster;
  private static ExecutorService threads;
  private Browser browser;

  @BeforeAll
  static void start(@TempDir Path folder) throws SQLException {
    assumeTrue(Browser.missing().isEmpty(), () -> Browser.missing().orElseThrow());
    cluster = ConsoleCluster.start(", trust: true", folder);
    threads = Executors.newCachedThreadPool();
    fill();
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      threads.shutdownNow();
      cluster.close();
    }
  }

  private static void fill() throws SQLException {
    try (Connection connection = cluster.connect(ConsoleCluster.TRUSTED);
        Statement statement = connection.createStatement()) {
      for (String sql :
          List.of(
              "CREATE TABLE customers (id bigint PRIMARY KEY, name text, nation int)",
              "CREATE TABLE orders (id bigint PRIMARY KEY, customer bigint, total numeric, note"
                  + " text)",
              "CREATE TABLE visits (tenant int, at timestamptz, path text)",
              "CREATE TABLE nations (id int PRIMARY KEY, name text)",
              "CREATE TABLE settings (name text PRIMARY KEY, value text)",
              "SELECT create_distributed_table('customers', 'id')",
              "SELECT create_distributed_table('orders', 'id', colocate_with => 'customers')",
              "SELECT create_distributed_table('visits', 'tenant')",
              "SELECT create_reference_table('nations')",
              "INSERT INTO nations SELECT n, 'nation ' || n FROM generate_series(1, 25) n",
              "INSERT INTO customers SELECT n, 'customer ' || n, n % 25 FROM generate_series(1,"
                  + " 3000) n",
              "INSERT INTO orders SELECT n, n % 3000, n * 1.1, repeat('x', 40) FROM"
                  + " generate_series(1, 20000) n",
              "INSERT INTO visits SELECT 7, now(), '/index' FROM generate_series(1, 15000) n",
              "INSERT INTO visits SELECT n, now(), '/cart' FROM generate_series(1, 3000) n",
              "ANALYZE")) {
        statement.execute(sql);
      }
      statement.execute("CREATE TABLE \"" + ODD.replace("\"", "\"\"") + "\" (a int)");
    }
  }

  @BeforeEach
  void openBrowser() {
    browser = new Browser(cluster.console());
    browser.look(1280, 860, "light");
    browser.open();
  }

  @AfterEach
  void closeBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  /** A statement that runs until it is stopped; the future tells how it ended. */
  private static Future<?> running(String role, String application, String sql)
      throws SQLException {
    Connection connection = cluster.connect(role);
    connection.setClientInfo("ApplicationName", application);
    return threads.submit(
        () -> {
          try (connection;
              Statement statement = connection.createStatement()) {
            statement.execute(sql);
          }
          return null;
        });
  }

  @Test
  void tellsWhyALoginIsRefused() {
    browser.logIn(ConsoleCluster.WEAK, "wrong");
    browser.awaitText("password authentication failed for user \"weak\"");
    browser.requireAccessible("a refused login");
  }

  @Test
  void showsARunningStatementAndCancelsIt() throws Exception {
    Future<?> statement =
        running(ConsoleCluster.WEAK, "report", "SELECT pg_sleep(300), 'quarterly figures'");
    browser.logIn(ConsoleCluster.WEAK, ConsoleCluster.PASSWORD);
    browser.awaitText("Statements per second");
    browser.view("Activity");
    browser.awaitText("quarterly figures");
    browser.find(By.partialLinkText("quarterly figures")).click();
    browser.awaitText("Bytes so far");
    browser.awaitText("report");
    browser.find(By.xpath("//button[.='Cancel the statement']")).click();
    browser.awaitText("The statement was told to stop.");
    assertThatThrownBy(statement::get)
        .hasMessageContaining("canceling statement due to user request");
    browser.awaitText("gone");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aRoleWithoutRightsSeesNothingOfOthersAndStopsNothing() throws Exception {
    Future<?> statement =
        running(ConsoleCluster.TRUSTED, ODD, "SELECT pg_sleep(300), 'secret figures'");
    browser.logIn(ConsoleCluster.WEAK, ConsoleCluster.PASSWORD);
    browser.awaitText("texts of other roles are hidden");
    browser.view("Activity");
    browser.awaitText("<insufficient privilege>");
    browser.awaitText(ODD);
    assertThat(browser.text()).doesNotContain("secret");
    browser.find(By.partialLinkText("<insufficient privilege>")).click();
    WebElement end = browser.find(By.xpath("//button[.='End the session']"));
    end.click();
    browser.awaitText("Its transaction is rolled back");
    browser.find(By.xpath("//dialog//button[.='End the session']")).click();
    browser.awaitText("permission denied to terminate process");
    browser.view("Tables");
    browser.awaitText(ODD);
    assertThat(browser.driver().getTitle()).isEqualTo("Tables · Argosy");
    assertThat(statement.isDone()).isFalse();
    stopAll();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void explainsWithoutRunning() throws SQLException {
    browser.logIn(ConsoleCluster.TRUSTED, "");
    browser.awaitText("Statements per second");
    browser.view("Explain");
    browser
        .find(By.id("statement"))
        .sendKeys("DELETE FROM settings", Keys.chord(Keys.CONTROL, Keys.ENTER));
    browser.awaitText("ROUTE");
    browser.find(By.id("statement")).clear();
    browser.find(By.id("statement")).sendKeys("SELECT count(*) FROM nothing_here");
    browser.find(By.xpath("//button[.='Explain']")).click();
    browser.awaitText("relation \"nothing_here\" does not exist (42P01)");
  }

  @Test
  void worksWithTheKeyboardAlone() {
    Actions keys = new Actions(browser.driver());
    // The role has the focus.
    keys.sendKeys(ConsoleCluster.WATCHER, Keys.TAB, ConsoleCluster.PASSWORD, Keys.ENTER).perform();
    browser.awaitText("Statements per second");
    focus("Activity");
    keys.sendKeys(Keys.ENTER).perform();
    browser.awaitText("Clients of the coordinators");
    focus("Log out");
    keys.sendKeys(Keys.ENTER).perform();
    browser.awaitText("Log in as a role of PostgreSQL");
  }

  /** In a cluster of its own, since the node does not come back. */
  @Test
  void tellsThatANodeIsGone(@TempDir Path folder) {
    try (ConsoleCluster broken = ConsoleCluster.start(", trust: true", folder);
        Browser other = new Browser(broken.console())) {
      other.open();
      other.logIn(ConsoleCluster.WATCHER, ConsoleCluster.PASSWORD);
      other.awaitText("3 of 3");
      broken.server(2).close();
      other.awaitText("2 of 3");
      assertThat(other.text()).contains("node3");
      broken.server(0).close();
      other.awaitText("node1");
      other.awaitText("(08006)");
    }
  }

  /** Goes on with the tabulator until something of this text has the focus. */
  private void focus(String text) {
    for (int i = 0; i < 40; i++) {
      new Actions(browser.driver()).sendKeys(Keys.TAB).perform();
      if (browser.driver().switchTo().activeElement().getText().equals(text)) {
        return;
      }
    }
    throw new AssertionError("the focus does not come to " + text);
  }

  @Test
  void looksWell() throws Exception {
    running(
        ConsoleCluster.TRUSTED,
        "nightly report",
        "SELECT c.nation, count(*), sum(o.total), pg_sleep(300)\n"
            + "FROM orders o JOIN customers c ON c.id = o.customer\n"
            + "GROUP BY c.nation ORDER BY c.nation");
    running(ConsoleCluster.WEAK, "psql", "SELECT pg_sleep(300)");
    try (Connection blocking = cluster.connect(ConsoleCluster.TRUSTED);
        Statement lock = blocking.createStatement()) {
      blocking.setClientInfo("ApplicationName", "migration");
      blocking.setAutoCommit(false);
      lock.execute("INSERT INTO settings VALUES ('theme', 'blue')");
      CompletableFuture<Void> load = CompletableFuture.runAsync(ConsolePageTest::load, threads);
      browser.logIn(ConsoleCluster.TRUSTED, "");
      browser.awaitText("Statements per second");
      // The charts are of some time.
      Thread.sleep(DOCUMENTED ? 60_000 : 6_000);
      for (String scheme : List.of("light", "dark")) {
        browser.look(1280, 860, scheme);
        for (String view : VIEWS) {
          browser.view(view);
          Thread.sleep(1_500);
          browser.requireAccessible(view + ", " + scheme);
          browser.screenshot(image(view, scheme));
        }
      }
      browser.look(360, 740, "light");
      for (String view : VIEWS) {
        browser.view(view);
        Thread.sleep(1_500);
        assertThat(browser.overflow()).as(view).isLessThanOrEqualTo(0);
        browser.requireAccessible(view + " on a phone");
        browser.screenshot(image(view, "phone"));
      }
      browser.view("Activity");
      browser.awaitText("nightly report");
      browser.find(By.partialLinkText("SELECT c.nation")).click();
      browser.awaitText("Bytes so far");
      assertThat(browser.overflow()).isLessThanOrEqualTo(0);
      browser.screenshot(image("client", "phone"));
      browser.look(1280, 860, "dark");
      Thread.sleep(500);
      browser.requireAccessible("a client");
      browser.screenshot(image("client", "dark"));
      stopAll();
      load.join();
      blocking.rollback();
    }
    assertThat(browser.complaints()).isEmpty();
  }

  private static Path image(String view, String how) {
    String name = "console-" + view.toLowerCase(Locale.ROOT) + "-" + how;
    return Path.of(DOCUMENTED && SHOWN.contains(name) ? "../docs/images" : "target/console")
        .resolve(name + ".png");
  }

  /** Statements for the lists, until all are stopped. */
  private static void load() {
    try (Connection connection = cluster.connect(ConsoleCluster.TRUSTED);
        Statement statement = connection.createStatement()) {
      connection.setClientInfo("ApplicationName", "shop");
      for (int i = 0; ; i++) {
        statement.execute("SELECT * FROM orders WHERE id = " + i % 20000);
        if (i % 5 == 0) {
          statement.execute("SELECT count(*), sum(total) FROM orders");
        }
        if (i % 11 == 0) {
          statement.execute(
              "SELECT n.name, count(*) FROM customers c JOIN nations n ON n.id = c.nation"
                  + " GROUP BY n.name ORDER BY 2 DESC");
        }
        Thread.sleep(40 + 30 * (i % 7));
      }
    } catch (SQLException e) {
      // It was stopped.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the sessions of all that run something. */
  private static void stopAll() throws SQLException, IOException {
    try (Connection connection = cluster.connect(ConsoleCluster.TRUSTED);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT pg_terminate_backend(pid) FROM argosy.activity WHERE application_name IN"
              + " ('nightly report', 'psql', 'shop', 'report') OR application_name LIKE"
              + " '%script%'");
    }
  }
}
