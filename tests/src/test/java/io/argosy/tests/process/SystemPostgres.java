package io.argosy.tests.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

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
  private boolean killed;

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
    SystemPostgres server = onFreePort();
    server.run("initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8");
    server.runServer();
    Servers.ask(
        "jdbc:postgresql://127.0.0.1:" + server.port + "/postgres?user=postgres",
        "CREATE DATABASE argosy");
    return server;
  }

  private static SystemPostgres onFreePort() throws IOException {
    Path directory = Files.createTempDirectory("argosy-postgres-15");
    if (isRoot()) {
      Files.setOwner(
          directory,
          directory
              .getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(OTHER_USER));
    }
    return new SystemPostgres(directory, Servers.freePort());
  }

  private void runServer() throws IOException, InterruptedException {
    run(
        "pg_ctl",
        "-w",
        "-l",
        directory.resolve("log").toString(),
        "-o",
        "-p %d -c listen_addresses=127.0.0.1 -c max_prepared_transactions=100 -c unix_socket_directories= -c fsync=off"
            .formatted(port),
        "start");
  }

  /**
   * Starts a standby of this server. From when it has caught up, the server commits nothing that
   * the standby does not have.
   */
  SystemPostgres startStandby() throws IOException, InterruptedException {
    SystemPostgres standby = onFreePort();
    standby.run(
        "pg_basebackup",
        "--host=127.0.0.1",
        "--port=" + port,
        "--username=postgres",
        "--write-recovery-conf",
        "--checkpoint=fast");
    standby.runServer();
    await()
        .until(
            () -> Servers.ask(jdbcUrl(), "SELECT state FROM pg_stat_replication"),
            List.of("streaming")::equals);
    Servers.ask(jdbcUrl(), "ALTER SYSTEM SET synchronous_standby_names = '*'");
    Servers.ask(jdbcUrl(), "SELECT pg_reload_conf()");
    return standby;
  }

  /** Makes the standby that this server is a primary; returns when it is one. */
  void promote() throws IOException, InterruptedException {
    run("pg_ctl", "-w", "promote");
  }

  /** Kills the server with all of its processes. */
  void kill() {
    ServerProcess.of(directory.resolve("data")).kill();
    killed = true;
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
    if (!killed) {
      run("pg_ctl", "-w", "-m", "fast", "stop");
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
