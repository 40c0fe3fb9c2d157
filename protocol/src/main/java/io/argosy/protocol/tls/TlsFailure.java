package io.argosy.protocol.tls;

import io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Why there is no encrypted connection.
 *
 * @param message what is wrong, as the rest of a sentence about the peer
 * @param hint what to do
 */
public record TlsFailure(String message, String hint) {
  private static final String ALERT = "fatal alert: ";

  /**
   * Explains a failure; empty where it has nothing to do with TLS.
   *
   * @param failure what was thrown, with its causes
   * @param host by which the peer was to be reached
   */
  public static Optional<TlsFailure> of(Throwable failure, String host) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .map(cause -> ofOne(cause, host))
        .flatMap(Optional::stream)
        // The last cause says most; those before it wrap it.
        .reduce((outer, inner) -> inner);
  }

  private static Optional<TlsFailure> ofOne(Throwable cause, String host) {
    return Optional.ofNullable(
        switch (cause) {
          case CertificateExpiredException expired ->
              new TlsFailure(
                  "its certificate, or that of its authority, has expired ("
                      + expired.getMessage()
                      + ")",
                  "Renew it. Files that have changed are read again without a restart.");
          case CertificateNotYetValidException early ->
              new TlsFailure(
                  "its certificate is not valid yet (" + early.getMessage() + ")",
                  "See that the clocks of both machines are right.");
          case CertPathBuilderException ignored -> otherAuthority();
          case CertPathValidatorException ignored -> otherAuthority();
          case CertificateException named when isAboutNames(named) ->
              new TlsFailure(
                  "its certificate is not for \"" + host + "\"",
                  "Give it a certificate with the name or address by which it is reached, as a"
                      + " subject alternative name; or reach it by a name that its certificate"
                      + " has.");
          case CertificateException other ->
              new TlsFailure(
                  "its certificate cannot be accepted: " + other.getMessage(),
                  "Sign certificates for the use by both servers and clients (extended key"
                      + " usage).");
          case NotSslRecordException ignored ->
              new TlsFailure(
                  "it does not encrypt, and we do",
                  "Configure TLS on both sides: listen.tls in an agent's file, agents_tls in the"
                      + " coordinator's.");
          case SSLException alert when isAlert(alert) -> ofAlert(alert);
          case SSLException other ->
              new TlsFailure(
                  "TLS failed: " + other.getMessage(),
                  "See the log of the other side, and that both can use TLS 1.3.");
          default -> null;
        });
  }

  private static TlsFailure otherAuthority() {
    return new TlsFailure(
        "its certificate is not signed by the authority that is configured here",
        "Sign the certificates of both sides by one authority, and name that authority's own"
            + " certificate as authority on both.");
  }

  /** The platform's check of names throws nothing more special. */
  private static boolean isAboutNames(CertificateException e) {
    String message = String.valueOf(e.getMessage());
    return message.startsWith("No subject alternative") || message.startsWith("No name matching");
  }

  private static boolean isAlert(SSLException e) {
    return String.valueOf(e.getMessage()).contains(ALERT);
  }

  private static TlsFailure ofAlert(SSLException e) {
    String alert = e.getMessage().substring(e.getMessage().indexOf(ALERT) + ALERT.length());
    return switch (alert) {
      case "certificate_required" ->
          new TlsFailure(
              "it asks for a certificate that its authority has signed, and we have none",
              "Configure certificate and key on this side, signed by the authority that the other"
                  + " side names.");
      case "bad_certificate",
          "unsupported_certificate",
          "certificate_revoked",
          "certificate_expired",
          "certificate_unknown",
          "unknown_ca",
          "access_denied" ->
          new TlsFailure(
              "it refuses our certificate (" + alert + ")",
              "See that this side's certificate is signed by the authority that the other side"
                  + " names, has not expired, and may be used by clients.");
      default ->
          new TlsFailure(
              "TLS failed: it answers " + alert,
              "See the log of the other side, and that both can use TLS 1.3.");
    };
  }
}
