package io.argosy.server.config;

import io.argosy.server.trace.TraceOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The section {@code traces} of a coordinator's file. */
final class TracesSection {
  private static final String ENDPOINT = "endpoint";
  private static final String AUTHORITY = "authority";
  private static final String HTTPS = "https";

  /** What RFC 9110 allows. */
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]+");

  /** Those that the protocol needs, and that the JDK's client lets nobody write. */
  private static final Set<String> REFUSED =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "expect",
          "host",
          "transfer-encoding",
          "upgrade");

  private TracesSection() {}

  /** Where traces are sent; empty where they are not made. */
  static Optional<TraceOptions> read(Section root) {
    return root.optionalSection("traces").map(TracesSection::options);
  }

  private static TraceOptions options(Section section) {
    URI endpoint = endpoint(section);
    TraceOptions options =
        new TraceOptions(
            endpoint,
            section.optionalText("service").orElse(TraceOptions.USUAL_SERVICE),
            section.fraction("sample_ratio", 1),
            headers(section),
            authority(section, endpoint));
    section.end();
    return options;
  }

  private static URI endpoint(Section section) {
    String text = section.text(ENDPOINT);
    try {
      URI uri = new URI(text);
      boolean http = "http".equals(uri.getScheme()) || HTTPS.equals(uri.getScheme());
      if (http && uri.getHost() != null && uri.getUserInfo() == null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // It is told below.
    }
    throw section.mistake(
        ENDPOINT, "must be a URL for OTLP over HTTP such as http://127.0.0.1:4318/v1/traces");
  }

  private static Map<String, String> headers(Section section) {
    Map<String, String> headers = new LinkedHashMap<>();
    List<Section> list = section.has("headers") ? section.sections("headers") : List.of();
    for (Section header : list) {
      String name = header.text("name");
      if (!HEADER_NAME.matcher(name).matches()) {
        throw header.mistake("name", "is not a name that a header of HTTP can have");
      }
      String value = header.requiredSecret("value");
      if (!HEADER_VALUE.matcher(value).matches()) {
        throw header.mistake("value", "must be one line of ASCII characters");
      }
      if (REFUSED.contains(name.toLowerCase(Locale.ROOT))) {
        throw header.mistake("name", "is a header that Argosy writes itself");
      }
      if (headers.keySet().stream().anyMatch(name::equalsIgnoreCase)) {
        throw header.mistake("name", "another header has this name");
      }
      headers.put(name, value);
      header.end();
    }
    return headers;
  }

  private static Optional<String> authority(Section section, URI endpoint) {
    Optional<Path> file = section.file(AUTHORITY);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    if (!HTTPS.equals(endpoint.getScheme())) {
      throw section.mistake(AUTHORITY, "is used with an endpoint https:// only");
    }
    try {
      String pem = Files.readString(file.get());
      byte[] bytes = pem.getBytes(StandardCharsets.UTF_8);
      if (CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(bytes))
          .isEmpty()) {
        throw section.mistake(AUTHORITY, "the file " + file.get() + " has no certificate");
      }
      return Optional.of(pem);
    } catch (IOException | CertificateException e) {
      throw section.mistake(
          AUTHORITY, "the file " + file.get() + " is not one of certificates in PEM format");
    }
  }
}
