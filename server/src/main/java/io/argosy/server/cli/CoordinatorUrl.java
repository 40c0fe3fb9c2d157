package io.argosy.server.cli;

import picocli.CommandLine.Option;

/** The option that says which coordinator is asked, for commands that any of its users may run. */
final class CoordinatorUrl {
  @Option(
      names = "--url",
      required = true,
      paramLabel = "JDBC_URL",
      description = "The coordinator: jdbc:postgresql://host:port/database?user=..&password=..")
  private String url;

  String url() {
    return url;
  }
}
