package io.argosy.tests.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server of the PostgreSQL 15 that the operating system has. PostgreSQL does not run as root, so
 * for root the server belongs to {@code nobody}.
 */
final class SystemPostgres implements AutoCloseable {
  private static final Path BINARIES = Path.of("/usr/lib/postgresql/15/bin");
  private static final String OTHER_USER = "nobody";

  private final Path directory;
  private final int port;

  private SystemPostgres(Path directory, int port) {
    this.directory = directory;
    this.port = port;
  }

  static boolean isInstalled() {
    return Files.isExecutable(BINARIES.resolve("initdb"))
        && (!isRoot() || Files.isExecutable(Path.of("/usr/sbin/runuser")));
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /** Starts a server with an empty database {@code argosy} that trusts who connects. */
  static SystemPostgres start() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("argosy-postgres-15");
    if (isRoot()) {
      Files.setOwner(
          directory,
          directory
              .getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(OTHER_USER));
    }
    SystemPostgres server = new SystemPostgres(directory, Servers.freePort());
    server.run("initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8");
    server.run(
        "pg_ctl",
        "-w",
        "-l",
        directory.resolve("log").toString(),
        "-o",
        "-p %d -c listen_addresses=127.0.0.1 -c max_prepared_transactions=100 -c unix_socket_directories= -c fsync=off"
            .formatted(server.port),
        "start");
    Servers.ask(
        "jdbc:postgresql://127.0.0.1:" + server.port + "/postgres?user=postgres",
        "CREATE DATABASE argosy");
    return server;
  }

  int port() {
    return port;
  }

  String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/argosy?user=postgres";
  }

  private void run(String program, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("/usr/sbin/runuser", "-u", OTHER_USER, "--"));
    }
    command.add(BINARIES.resolve(program).toString());
    command.addAll(List.of("-D", directory.resolve("data").toString()));
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("argosy-" + program, ".log");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int status = process.waitFor();
    String text = Files.readString(output, UTF_8);
    Files.delete(output);
    if (status != 0) {
      throw new IOException(program + " failed: " + text);
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    run("pg_ctl", "-w", "-m", "fast", "stop");
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
