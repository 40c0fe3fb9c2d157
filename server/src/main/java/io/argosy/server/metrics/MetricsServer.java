package io.argosy.server.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers {@code GET /metrics}, {@code /health} and {@code /ready}. Whoever reaches it may ask; it
 * tells numbers and names of nodes, no statements. It lives longer than what it tells about: a
 * process is alive before and after it serves. Thread-safe.
 */
public final class MetricsServer implements AutoCloseable {
  private static final String PLAIN = "text/plain; charset=utf-8";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int UNAVAILABLE = 503;

  static {
    // The server's own limits, which it reads once: clients that are slow, or too many.
    System.setProperty("sun.net.httpserver.maxReqTime", "10");
    System.setProperty("sun.net.httpserver.maxRspTime", "30");
    System.setProperty("jdk.httpserver.maxConnections", "64");
  }

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("metrics-", 1).factory());
  private final HttpServer server;
  private volatile Readiness readiness = () -> List.of("starting");

  /**
   * Where to listen.
   *
   * @param host the address or name
   * @param port 0 for any that is free
   */
  public record Listener(String host, int port) {}

  private MetricsServer(HttpServer server) {
    this.server = server;
  }

  /**
   * Listens from now on, with the metrics of the process; it is not ready yet.
   *
   * @throws IOException when the address cannot be bound
   */
  public static MetricsServer start(Listener listener) throws IOException {
    HttpServer http;
    try {
      http = HttpServer.create(new InetSocketAddress(listener.host(), listener.port()), 0);
    } catch (IOException e) {
      throw new IOException(
          "cannot listen for metrics on %s port %d: %s"
              .formatted(listener.host(), listener.port(), e.getMessage()),
          e);
    }
    MetricsServer server = new MetricsServer(http);
    server.add(new ProcessMetrics());
    http.createContext("/", server::handle);
    http.setExecutor(server.threads);
    http.start();
    return server;
  }

  /** The port that it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Tells of more. */
  public void add(MeterBinder metrics) {
    metrics.bindTo(registry);
  }

  /** From now on this says whether the process can serve. */
  public void readyWhen(Readiness newReadiness) {
    readiness = newReadiness;
  }

  /** The process serves no more clients than it has. */
  public void stopping() {
    readiness = () -> List.of("stopping");
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestMethod().equals("GET")) {
        answer(exchange, NOT_ALLOWED, PLAIN, "only GET is allowed\n");
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/metrics" -> answer(exchange, OK, PROMETHEUS, registry.scrape());
        case "/health" -> answer(exchange, OK, PLAIN, "alive\n");
        case "/ready" -> {
          List<String> problems = readiness.problems();
          answer(
              exchange,
              problems.isEmpty() ? OK : UNAVAILABLE,
              PLAIN,
              problems.isEmpty() ? "ready\n" : String.join("\n", problems) + "\n");
        }
        default -> answer(exchange, NOT_FOUND, PLAIN, "there are /metrics, /health and /ready\n");
      }
    }
  }

  private static void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    registry.close();
  }
}
