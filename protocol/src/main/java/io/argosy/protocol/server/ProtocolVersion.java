package io.argosy.protocol.server;

/** A version of the frontend/backend protocol. */
public record ProtocolVersion(int major, int minor) {
  /** The newest that is spoken here, as in PostgreSQL 18. */
  public static final ProtocolVersion LATEST = new ProtocolVersion(3, 2);

  /** The version that a connection uses whose client asked for this one. */
  public ProtocolVersion negotiated() {
    return minor > LATEST.minor ? LATEST : this;
  }

  /** From 3.2 on a secret key may be longer than four bytes. */
  public boolean hasLongCancelKeys() {
    return minor >= 2;
  }

  /** As it is written into a message. */
  int code() {
    return major << 16 | minor;
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
