package io.argosy.tpcd.run;

import java.sql.SQLException;

/** A failure that ends a run, with the server it came from, since a run may talk to two. */
public final class ServerFailedException extends Exception {
  private final String url;
  private final SQLException failure;

  public ServerFailedException(String url, SQLException failure) {
    super(failure);
    this.url = url;
    this.failure = failure;
  }

  /** JDBC URL of the server. */
  public String url() {
    return url;
  }

  public SQLException failure() {
    return failure;
  }
}
