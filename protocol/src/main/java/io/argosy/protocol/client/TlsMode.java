package io.argosy.protocol.client;

/** Whether a connection is encrypted; libpq's {@code sslmode} of the same names. */
public enum TlsMode {
  /** Never. */
  DISABLE,
  /** When the server can; its certificate is not verified. */
  PREFER,
  /** Always; the certificate is not verified, as libpq does without a root certificate. */
  REQUIRE,
  /** Always, and the certificate must be signed by an authority that is named. */
  VERIFY_CA,
  /** The same, and it must be for the host that the connection is made to. */
  VERIFY_FULL;

  /** Whether the server has to show who it is. */
  public boolean verifies() {
    return this == VERIFY_CA || this == VERIFY_FULL;
  }
}
