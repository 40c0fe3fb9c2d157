package io.argosy.tests.process;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.argosy.protocol.tls.CertificateFiles;
import io.argosy.protocol.tls.TlsContexts;
import io.netty.handler.ssl.JdkSslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;

/** Takes what is sent to it by OTLP over HTTP, and does not read it but for a few bytes. */
final class TraceCollector implements AutoCloseable {
  private static final InetSocketAddress LOOPBACK =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
  private final Queue<String> authorizations = new ConcurrentLinkedQueue<>();
  private final HttpServer server;
  private final String scheme;

  TraceCollector() throws IOException {
    this(HttpServer.create(LOOPBACK, 0), "http");
  }

  private TraceCollector(HttpServer server, String scheme) {
    this.server = server;
    this.scheme = scheme;
    server.createContext(
        "/v1/traces",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          bodies.add(new String(body, StandardCharsets.ISO_8859_1));
          authorizations.add(
              String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  /** One that shows a certificate. */
  static TraceCollector secured(CertificateFiles own) throws IOException {
    HttpsServer server = HttpsServer.create(LOOPBACK, 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(((JdkSslContext) TlsContexts.listening(own.read())).context()));
    return new TraceCollector(server, "https");
  }

  /** As a coordinator's file has it. */
  String endpoint() {
    return "endpoint: \"%s://127.0.0.1:%d/v1/traces\""
        .formatted(scheme, server.getAddress().getPort());
  }

  /** All that was sent, each byte as a character. */
  String all() {
    return String.join("", bodies);
  }

  /** What the requests had as {@code Authorization}. */
  List<String> authorizations() {
    return List.copyOf(authorizations);
  }

  /**
   * How many spans have the ids, in hexadecimal: {@code trace_id} is the first field, a span's own
   * id follows, and then that of its parent.
   */
  long statements(String trace, String parent) {
    return Pattern.compile(bytes(trace) + ".{12}" + bytes(parent), Pattern.DOTALL)
        .matcher(all())
        .results()
        .count();
  }

  private static String bytes(String hexadecimal) {
    return Pattern.quote(
        new String(HexFormat.of().parseHex(hexadecimal), StandardCharsets.ISO_8859_1));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
