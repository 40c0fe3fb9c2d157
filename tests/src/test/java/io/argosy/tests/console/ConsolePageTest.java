package io.argosy.tests.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
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
import org.openqa.selenium.support.ui.Select;

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
          "console-statement-light",
          "console-tables-dark",
          "console-client-phone");
  private static final List<String> VIEWS =
      List.of("Cluster", "Activity", "Statements", "Explain", "Tables", "Settings");

  /** Orders find visits by what neither is distributed by, and customers by their names. */
  private static final String MOVED =
      """
      SELECT c.nation, count(*), sum(o.total) AS moved_total
      FROM orders o
           JOIN visits v ON v.tenant = o.customer
           JOIN customers c ON c.name = 'customer ' || o.id % 3000
      WHERE v.path <> '/nothing'
      GROUP BY c.nation ORDER BY c.nation\
      """;

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
    browser.awaitText("is for members of pg_read_all_stats, and weak is none");
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
    browser.find(By.id("logout")).click();
    browser.awaitText("Log in as a role of PostgreSQL");
    browser.logIn(ConsoleCluster.WEAK, ConsoleCluster.PASSWORD);
    browser.awaitText("It is not run.");
    assertThat(browser.find(By.id("statement")).getDomProperty("value")).isEmpty();
  }

  @Test
  void drawsARecentStatementOverItsNodes() throws Exception {
    try (Connection connection = cluster.connect(ConsoleCluster.TRUSTED);
        Statement statement = connection.createStatement()) {
      // It is known how it is answered, then.
      for (int i = 0; i < 4; i++) {
        statement.execute(MOVED);
      }
    }
    browser.logIn(ConsoleCluster.WATCHER, ConsoleCluster.PASSWORD);
    browser.awaitText("Statements per second");
    browser.view("Statements");
    browser.awaitText("moved_total");
    browser.requireAccessible("recent statements");
    browser.find(By.partialLinkText("moved_total")).click();
    browser.awaitText("When, from 0 to");
    browser.awaitText("of its time is explained");
    assertThat(timeLine()).containsExactlyElementsOf(stagesOfTheStatementThatIsShown());
    assertThat(browser.find(By.cssSelector("nav [aria-current]")).getText())
        .isEqualTo("Statements");
    for (String scheme : List.of("light", "dark")) {
      browser.look(1280, 1300, scheme);
      Thread.sleep(500);
      browser.requireAccessible("a statement, " + scheme);
      browser.screenshot(image("statement", scheme));
    }
    browser.look(360, 740, "light");
    Thread.sleep(500);
    assertThat(browser.overflow()).isLessThanOrEqualTo(0);
    browser.requireAccessible("a statement on a phone");
    browser.look(360, 2600, "light");
    browser.screenshot(image("statement", "phone"));
    assertThat(timeLine()).containsExactlyElementsOf(stagesOfTheStatementThatIsShown());
    assertThat(browser.complaints()).isEmpty();
  }

  /** Stages and nodes in the rows that have a bar that can be seen. */
  private List<String> timeLine() {
    return ((List<?>)
            browser
                .driver()
                .executeScript(
                    """
                    return [...document.querySelectorAll('.timeline tbody tr')]
                        .filter((row) => row.querySelector('.span').getBoundingClientRect().width >= 3)
                        .map((row) => row.children[0].textContent + ' on ' + row.children[1].textContent);
                    """))
        .stream().map(String::valueOf).toList();
  }

  private List<String> stagesOfTheStatementThatIsShown() throws SQLException {
    String address = browser.driver().getCurrentUrl();
    List<String> stages = new ArrayList<>(List.of("planning on coordinator"));
    try (Connection connection = cluster.connect(ConsoleCluster.TRUSTED);
        PreparedStatement query =
            connection.prepareStatement(
                "SELECT coalesce(stage, 'no stage') || ' on ' || node FROM argosy.statement_stages"
                    + " WHERE statement_id = ? ORDER BY stage IS NULL, min(begin_ms) OVER"
                    + " (PARTITION BY stage), stage, node")) {
      query.setString(1, address.substring(address.lastIndexOf('/') + 1));
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          stages.add(rows.getString(1));
        }
      }
    }
    // Two stages and what belongs to none, each on three nodes.
    assertThat(stages).hasSizeGreaterThanOrEqualTo(1 + 3 * 3);
    return stages;
  }

  @Test
  void tellsThatAStatementIsNotKept() {
    browser.logIn(ConsoleCluster.WEAK, ConsoleCluster.PASSWORD);
    browser.awaitText("Statements per second");
    browser.driver().executeScript("location.hash = '#/statement/0-0'");
    browser.awaitText("There is no such statement, or not any more");
    browser.requireAccessible("a statement that is not kept");
    browser.driver().executeScript("location.hash = '#/statement/%'");
    browser.awaitText("There is no such statement, or not any more");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void drawsWhatMachinesDoWhileItIsLookedAt() throws Exception {
    browser.logIn(ConsoleCluster.WATCHER, ConsoleCluster.PASSWORD);
    browser.awaitText("Processors busy");
    browser.awaitText("Machines, by their last second");
    Thread.sleep(DOCUMENTED ? 60_000 : 7_000);
    for (String scheme : List.of("light", "dark")) {
      browser.look(1280, 1700, scheme);
      Thread.sleep(1_500);
      browser.requireAccessible("machines, " + scheme);
      browser.screenshot(image("machines", scheme));
    }
    new Select(browser.find(By.id("machine"))).selectByValue("node2");
    browser.awaitText("within the machine");
    Thread.sleep(500);
    browser.screenshot(image("machine", "dark"));
    browser.look(360, 3000, "light");
    Thread.sleep(1_500);
    assertThat(browser.overflow()).isLessThanOrEqualTo(0);
    browser.requireAccessible("machines on a phone");
    browser.screenshot(image("machines", "phone"));
    List<Double> asked = machinesAsked();
    assertThat(asked).hasSizeGreaterThan(3);
    for (int i = 1; i < asked.size(); i++) {
      assertThat(asked.get(i) - asked.get(i - 1)).isGreaterThan(1_950);
    }
    browser.view("Tables");
    int before = machinesAsked().size();
    Thread.sleep(4_000);
    assertThat(machinesAsked()).hasSize(before);
    assertThat(browser.complaints()).isEmpty();
  }

  /** When the page has asked for samples; but for the first time, for later ones only. */
  private List<Double> machinesAsked() {
    List<?> asked =
        (List<?>)
            browser
                .driver()
                .executeScript(
                    """
                    const asked = performance.getEntriesByType('resource')
                        .filter((entry) => entry.name.includes('/api/machines'));
                    return asked.map((entry, i) =>
                        i === 0 || entry.name.split('after=').length === 4 ? entry.startTime : -1);
                    """);
    return asked.stream().map(start -> ((Number) start).doubleValue()).toList();
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
