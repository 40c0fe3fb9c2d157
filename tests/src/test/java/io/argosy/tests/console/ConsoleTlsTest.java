package io.argosy.tests.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.protocol.tls.CertificateFiles;
import io.argosy.tests.links.TestAuthority;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console by TLS: its cookie is for TLS only, and a new certificate is shown at once. */
class ConsoleTlsTest {
  @Test
  void servesByTls(@TempDir Path folder) throws Exception {
    TestAuthority authority = TestAuthority.create(folder, "authority");
    CertificateFiles own = authority.sign("server");
    try (ConsoleCluster cluster =
        ConsoleCluster.start(
            ", tls: {certificate: %s, key: %s}".formatted(own.certificate(), own.key()), folder)) {
      assertThat(cluster.console().getScheme()).isEqualTo("https");
      URI console = URI.create("https://localhost:" + cluster.console().getPort() + "/api/login");
      HttpResponse<String> answer = logIn(console, authority);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("set-cookie").orElseThrow())
          .matches(
              "__Host-argosy-console-\\d+=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Secure");
      X509Certificate first = shown(answer);
      CertificateFiles renewed = authority.sign("renewed");
      Files.move(renewed.key(), own.key(), StandardCopyOption.REPLACE_EXISTING);
      Files.move(renewed.certificate(), own.certificate(), StandardCopyOption.REPLACE_EXISTING);
      HttpResponse<String> again = logIn(console, authority);
      assertThat(shown(again)).isNotEqualTo(first);
      // Who speaks without TLS is not answered.
      assertThat(plain(cluster)).doesNotContain("Argosy");
    }
  }

  private static String plain(ConsoleCluster cluster) throws Exception {
    try (java.net.Socket socket = new java.net.Socket("127.0.0.1", cluster.console().getPort())) {
      socket.setSoTimeout(5_000);
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private static X509Certificate shown(HttpResponse<?> answer) throws Exception {
    return (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
  }

  /** By a connection of its own. */
  private static HttpResponse<String> logIn(URI console, TestAuthority authority) throws Exception {
    try (HttpClient client = HttpClient.newBuilder().sslContext(trusting(authority)).build()) {
      return client.send(
          HttpRequest.newBuilder(console)
              .header("X-Argosy-Console", "1")
              .header("Origin", "https://localhost:" + console.getPort())
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"role\":\"weak\",\"password\":\"right\",\"database\":\"argosy\"}"))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  private static SSLContext trusting(TestAuthority authority) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = Files.newInputStream(authority.certificate())) {
      store.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
