package io.argosy.server.trace;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * Where traces are sent, and of how many statements.
 *
 * @param endpoint a URL for OTLP over HTTP
 * @param service what the coordinator is called there
 * @param sampleRatio from 0 to 1: the share of the statements that are traced, of those whose
 *     clients do not say by a {@code traceparent} whether they are
 * @param headers that are sent with each request; they may be secrets
 * @param authority certificates (PEM) of who has signed the receiver's; empty for those that the
 *     JDK trusts
 */
public record TraceOptions(
    URI endpoint,
    String service,
    double sampleRatio,
    Map<String, String> headers,
    Optional<String> authority) {
  /** What a coordinator is called where nothing else is said. */
  public static final String USUAL_SERVICE = "argosy";

  public TraceOptions {
    headers = Map.copyOf(headers);
  }

  /** Without the headers' values, and a query of the endpoint's that may be a secret too. */
  @Override
  public String toString() {
    return "TraceOptions["
        + endpoint.getHost()
        + ", "
        + service
        + ", "
        + sampleRatio
        + ", headers "
        + headers.keySet()
        + "]";
  }
}
