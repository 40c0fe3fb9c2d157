package io.argosy.console.http;

import java.util.Map;
import org.eclipse.jetty.http.HttpFields;

/** What every answer tells a browser not to do with it. */
final class SecurityHeaders {
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
              + " connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none';"
              + " frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "X-Frame-Options",
          "DENY",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Permissions-Policy",
          "camera=(), geolocation=(), microphone=(), payment=(), usb=()");

  private SecurityHeaders() {}

  static void addTo(HttpFields.Mutable headers) {
    HEADERS.forEach(headers::put);
  }
}
