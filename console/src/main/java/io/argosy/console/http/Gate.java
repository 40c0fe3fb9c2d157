package io.argosy.console.http;

import io.argosy.console.session.RefusedException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * What is asked for by a name of somebody else's (DNS rebinding), or from a page of another origin,
 * is refused before anybody looks at it.
 */
final class Gate {
  /** A header of the console's own page, which a page of another origin cannot send unasked. */
  static final String HEADER = "X-Argosy-Console";

  private static final int FORBIDDEN = 403;
  private static final int MISDIRECTED = 421;
  private static final String LOCALHOST = "localhost";
  private static final Pattern ADDRESS =
      Pattern.compile("\\d{1,3}([.]\\d{1,3}){3}|\\[[0-9a-f:.]+\\]");
  private static final Pattern LOOPBACK = Pattern.compile("127([.]\\d{1,3}){3}|\\[::1\\]");
  private static final List<String> PROXIED =
      List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via");

  private final Set<String> names;
  private final boolean encrypted;

  /**
   * @param names by which browsers may ask for it, besides addresses and localhost
   * @param encrypted whether a certificate proves the name anyhow
   */
  Gate(List<String> names, boolean encrypted) {
    this.names = Set.copyOf(names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList());
    this.encrypted = encrypted;
  }

  /** Refuses a name that is not the console's. */
  void requireOwnName(Request request) throws RefusedException {
    String host = host(request);
    boolean known =
        encrypted
            || host.equals(LOCALHOST)
            || ADDRESS.matcher(host).matches()
            || names.contains(host);
    if (!known) {
      throw new RefusedException(
          MISDIRECTED,
          "this console has another name; see console.names in the coordinator's file");
    }
  }

  /** Refuses what another origin's page may have sent. */
  void requireOwnPage(Request request) throws RefusedException {
    String origin = request.getHeaders().get(HttpHeader.ORIGIN);
    String site = request.getHeaders().get("Sec-Fetch-Site");
    String own = (encrypted ? "https://" : "http://") + request.getHeaders().get(HttpHeader.HOST);
    boolean foreign =
        request.getHeaders().get(HEADER) == null
            || (origin != null && !origin.equalsIgnoreCase(own))
            || (site != null && !site.equals("same-origin"));
    if (foreign) {
      throw new RefusedException(FORBIDDEN, "this was not asked for by the console's own page");
    }
  }

  /**
   * Whether the browser seems to be on this machine. What comes through a proxy may be from
   * anywhere, and a proxy need not tell that it is one.
   */
  static boolean isLocal(Request request) {
    String host = host(request);
    return address(request).isLoopbackAddress()
        && (host.equals(LOCALHOST) || LOOPBACK.matcher(host).matches())
        && PROXIED.stream().noneMatch(header -> request.getHeaders().contains(header));
  }

  /** Where the request comes from. */
  static InetAddress address(Request request) {
    return ((InetSocketAddress) request.getConnectionMetaData().getRemoteSocketAddress())
        .getAddress();
  }

  /** The name that the browser uses, without the port. */
  private static String host(Request request) {
    String header = request.getHeaders().get(HttpHeader.HOST);
    return header == null ? "" : header.toLowerCase(Locale.ROOT).replaceFirst(":\\d*$", "");
  }
}
