package io.argosy.tests.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A Chromium without a window. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final List<Path> DRIVERS =
      List.of(Path.of("/usr/bin/chromedriver"), Path.of("/usr/lib/chromium/chromedriver"));
  private static final List<Path> PROGRAMS =
      List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/lib/chromium/chromium"));
  private static final String ACCESSIBILITY = script("/axe.min.js");

  private final ChromeDriver driver;
  private final URI start;

  /** Why there can be none; empty where there can. */
  static Optional<String> missing() {
    return program(DRIVERS).isPresent() && program(PROGRAMS).isPresent()
        ? Optional.empty()
        : Optional.of("there is no chromium with chromedriver (apt-get install chromium-driver)");
  }

  private static Optional<Path> program(List<Path> places) {
    return places.stream().filter(Files::isExecutable).findFirst();
  }

  Browser(URI start) {
    this.start = start;
    ChromeOptions options = new ChromeOptions();
    options.setBinary(program(PROGRAMS).orElseThrow().toString());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--lang=en",
        "--window-size=1280,860");
    options.setAcceptInsecureCerts(true);
    org.openqa.selenium.logging.LoggingPreferences logs =
        new org.openqa.selenium.logging.LoggingPreferences();
    logs.enable(LogType.BROWSER, java.util.logging.Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(program(DRIVERS).orElseThrow().toFile())
            .usingAnyFreePort()
            .build();
    this.driver = new ChromeDriver(service, options);
  }

  ChromeDriver driver() {
    return driver;
  }

  /** Opens the console anew. */
  void open() {
    driver.get(start.toString());
    awaitText("Argosy console");
  }

  void logIn(String role, String password) {
    driver.findElement(By.id("role")).sendKeys(role);
    driver.findElement(By.id("password")).sendKeys(password);
    new WebDriverWait(driver, PATIENCE).until(ignored -> !value(By.id("database")).isEmpty());
    driver.findElement(By.cssSelector("button[type=submit]")).click();
  }

  private String value(By field) {
    return String.valueOf(driver.findElement(field).getDomProperty("value"));
  }

  /** Goes to a view by its link. */
  void view(String name) {
    driver.findElement(By.linkText(name)).click();
    new WebDriverWait(driver, PATIENCE)
        .ignoring(org.openqa.selenium.StaleElementReferenceException.class)
        .until(ignored -> driver.findElement(By.tagName("h1")).getText().equals(name));
  }

  void awaitText(String text) {
    new WebDriverWait(driver, PATIENCE)
        .withMessage(() -> text + " in " + text())
        .until(ignored -> text().contains(text));
  }

  /** What is read on the page. */
  String text() {
    return driver.findElement(By.tagName("body")).getText();
  }

  WebElement find(By by) {
    return driver.findElement(by);
  }

  /** From now on the page has this width and scheme. */
  void look(int width, int height, String scheme) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** How much wider than the window the page is. */
  long overflow() {
    return ((Number)
            driver.executeScript("return document.documentElement.scrollWidth - innerWidth"))
        .longValue();
  }

  /** Serious and critical findings of axe-core, none of which are expected. */
  void requireAccessible(String view) {
    driver.executeScript(ACCESSIBILITY);
    Object findings =
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run(document).then((result) => done(result.violations
                .filter((one) => one.impact === 'serious' || one.impact === 'critical')
                .map((one) => one.id + ': ' + one.nodes.map((node) => node.html + ' ' + node.failureSummary).join('; '))));
            """);
    assertThat((List<?>) findings).as("findings of axe-core in " + view).isEmpty();
  }

  /** What the page has complained of, such as what its policy forbids. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .filter(message -> !message.contains("the server responded with a status of 4"))
        .toList();
  }

  void screenshot(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  private static String script(String resource) {
    try (InputStream in = Browser.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
