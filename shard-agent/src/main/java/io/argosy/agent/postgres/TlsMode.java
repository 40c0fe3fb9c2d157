package io.argosy.agent.postgres;

/** Whether a connection is encrypted; libpq's {@code sslmode} of the same names. */
public enum TlsMode {
  /** Never. */
  DISABLE,
  /** When the server can; its certificate is not verified. */
  PREFER,
  /** Always; the certificate is not verified, as libpq does without a root certificate. */
  REQUIRE
}
