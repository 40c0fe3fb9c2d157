package io.argosy.tests.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The processes of a PostgreSQL server, to be killed and started again as they were. */
final class ServerProcess {
  private final Path data;
  private final ProcessHandle postmaster;
  private final List<String> command;

  private ServerProcess(Path data, ProcessHandle postmaster, List<String> command) {
    this.data = data;
    this.postmaster = postmaster;
    this.command = command;
  }

  /** The server that runs on a data directory. */
  static ServerProcess of(Path data) {
    try {
      long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).getFirst());
      ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
      List<String> command = new ArrayList<>();
      command.add(postmaster.info().command().orElseThrow());
      command.addAll(List.of(postmaster.info().arguments().orElseThrow()));
      return new ServerProcess(data, postmaster, command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isAlive() {
    return postmaster.isAlive();
  }

  /** SIGKILL to all of them; returns when they are gone. */
  void kill() {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(process -> process.onExit().join());
  }

  /** Stops all of them. The first one, which makes the others, is the first to stop. */
  void freeze() {
    Signal.STOP.send(postmaster.pid());
    postmaster
        .descendants()
        .filter(ProcessHandle::isAlive)
        .forEach(each -> send(Signal.STOP, each));
  }

  /** They go on. */
  void thaw() {
    postmaster
        .descendants()
        .filter(ProcessHandle::isAlive)
        .forEach(each -> send(Signal.CONT, each));
    Signal.CONT.send(postmaster.pid());
  }

  /** One of them may end at any time. */
  private static void send(Signal signal, ProcessHandle process) {
    try {
      signal.send(process.pid());
    } catch (AssertionError e) {
      if (process.isAlive()) {
        throw e;
      }
    }
  }

  /** Starts the server as one that recovers, which takes no connections before it is told to. */
  ServerProcess recovering() {
    try {
      Files.createFile(data.resolve("standby.signal"));
      Files.writeString(
          data.resolve("postgresql.auto.conf"), "hot_standby = off\n", StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return again();
  }

  /** What {@code pg_ctl promote} does. */
  void endRecovery() {
    try {
      Files.createFile(data.resolve("promote"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Signal.USR1.send(postmaster.pid());
  }

  /** Starts the server with the same command. */
  ServerProcess again() {
    List<String> start = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      // PostgreSQL does not run as root, but in a namespace where nobody is root it does.
      start.addAll(List.of("unshare", "-U"));
    }
    start.addAll(command);
    try {
      Process process =
          new ProcessBuilder(start)
              .redirectErrorStream(true)
              .redirectOutput(
                  ProcessBuilder.Redirect.appendTo(
                      data.resolveSibling(data.getFileName() + ".log").toFile()))
              .start();
      EndWithThisProcess.add(process.toHandle());
      return new ServerProcess(data, process.toHandle(), command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
