package io.argosy.tests.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.argosy.server.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The command line as a process of its own. Closing it kills it. */
public final class ArgosyProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final CompletableFuture<String> firstLine = new CompletableFuture<>();
  private final CompletableFuture<String> output;
  private final CompletableFuture<String> errors;
  private final StringBuffer errorsSoFar = new StringBuffer();

  private ArgosyProcess(Process process) {
    this.process = process;
    EndWithThisProcess.add(process.toHandle());
    this.output = reading(process.getInputStream(), firstLine, new StringBuffer());
    this.errors = reading(process.getErrorStream(), new CompletableFuture<>(), errorsSoFar);
  }

  /** Starts {@code argosy ARGUMENTS} on the class path of this JVM. */
  public static ArgosyProcess start(Map<String, String> environment, String... arguments) {
    return start(Main.class, environment, arguments);
  }

  /** Starts a program that behaves like one of its commands. */
  static ArgosyProcess start(
      Class<?> program, Map<String, String> environment, String... arguments) {
    return start("256m", program, environment, arguments);
  }

  /** The same with a heap of another size. */
  static ArgosyProcess start(
      String heap, Class<?> program, Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Most of what it does is to start.
    command.addAll(List.of("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    // As users have it: the log goes to the standard error. The tests' own is on the class path
    // too.
    command.add("-Dlogback.configurationFile=logback.xml");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(program.getName());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    try {
      return new ArgosyProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CompletableFuture<String> reading(
      InputStream stream, CompletableFuture<String> firstLine, StringBuffer text) {
    CompletableFuture<String> whole = new CompletableFuture<>();
    // A read of a pipe holds the carrier of a virtual thread.
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try (BufferedReader reader =
                  new BufferedReader(new InputStreamReader(stream, UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                  firstLine.complete(line);
                  text.append(line).append('\n');
                }
              } catch (IOException e) {
                text.append(e);
              }
              firstLine.complete("");
              whole.complete(text.toString());
            });
    return whole;
  }

  /** What it says when it serves, without the word ready. */
  public String awaitReady() {
    String line = within(firstLine);
    if (!line.startsWith("ready ")) {
      kill();
      throw new AssertionError("it did not start: " + line + "\n" + within(errors));
    }
    return line.substring("ready ".length());
  }

  /** Stops all of its threads, until {@link #thaw}. */
  public void freeze() {
    Signal.STOP.send(process.pid());
  }

  public void thaw() {
    Signal.CONT.send(process.pid());
  }

  /** Waits for its end by itself; returns its exit status. */
  public int awaitExit() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("the process does not end");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** All that it wrote to its standard output, once it has ended. */
  String output() {
    return within(output);
  }

  /** Waits until it has written something to its standard error. */
  void awaitError(String words) {
    await().atMost(PATIENCE).until(() -> errorsSoFar.indexOf(words) >= 0);
  }

  /** All that it wrote to its standard error, once it has ended. */
  public String errors() {
    return within(errors);
  }

  private static <T> T within(CompletableFuture<T> future) {
    try {
      return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** By which the operating system knows it. */
  public long id() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /** SIGHUP. */
  void hangUp() {
    Signal.HUP.send(process.pid());
  }

  /** SIGKILL. */
  public void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      kill();
    }
  }
}
