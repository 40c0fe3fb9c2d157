package io.argosy.console.http;

import java.util.Optional;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;

/**
 * The cookie by which a browser shows its session's secret: to this console only, not to scripts.
 */
final class SessionCookie {
  private final String name;
  private final boolean encrypted;

  /**
   * @param port the console's: browsers show cookies to all ports of a host
   * @param encrypted whether it is for encrypted connections only
   */
  SessionCookie(int port, boolean encrypted) {
    this.name = (encrypted ? "__Host-" : "") + "argosy-console-" + port;
    this.encrypted = encrypted;
  }

  Optional<String> secret(Request request) {
    return Request.getCookies(request).stream()
        .filter(cookie -> cookie.getName().equals(name))
        .map(HttpCookie::getValue)
        .findFirst();
  }

  /** The header that sets it. */
  String setting(String secret) {
    return name + "=" + secret + "; Path=/; HttpOnly; SameSite=Strict" + secure();
  }

  /** The header that removes it. */
  String removal() {
    return name + "=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0" + secure();
  }

  private String secure() {
    return encrypted ? "; Secure" : "";
  }
}
