package io.argosy.lab.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process on a machine that serves until it is told to end. What it says goes to a file. */
public final class Service implements AutoCloseable {
  private static final int SECONDS_TO_START = 120;
  private static final int SECONDS_TO_STOP = 60;

  private final Process process;
  private final Description description;
  private final CompletableFuture<String> ready = new CompletableFuture<>();

  private Service(Process process, Description description) {
    this.process = process;
    this.description = description;
  }

  /**
   * What starts a service.
   *
   * @param name how messages and the log name it
   * @param command the words of its command
   * @param readyText part of the line that it writes when it serves
   * @param stopSignal what asks it to end, as {@code kill} names it
   */
  public record Description(
      String name, List<String> command, String readyText, String stopSignal) {
    /** The same, for another one on its machine. */
    Description number(int number) {
      return new Description(name + number, command, readyText, stopSignal);
    }
  }

  /**
   * Starts a service, which is stopped with the testbed.
   *
   * @return when it serves
   * @throws TestbedException when it ends instead, or takes too long
   */
  public static Service start(Testbed testbed, Machine machine, Description description)
      throws IOException, InterruptedException {
    Path logs = Files.createDirectories(testbed.directory().resolve("log"));
    Service service =
        new Service(launch(machine.onThisMachine(description.command())), description);
    testbed.stopLater(service);
    service.awaitReady(logs.resolve(machine.name() + "-" + description.name() + ".log"));
    return service;
  }

  /**
   * Starts a service on the real machine. Whoever starts it closes it.
   *
   * @param log what it says goes there
   * @return when it serves
   * @throws TestbedException when it ends instead, or takes too long
   */
  public static Service start(Path log, Description description)
      throws IOException, InterruptedException {
    Service service = new Service(launch(description.command()), description);
    try {
      service.awaitReady(log);
      return service;
    } catch (IOException | InterruptedException | RuntimeException e) {
      service.close();
      throw e;
    }
  }

  private static Process launch(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    return process;
  }

  private void awaitReady(Path log) throws TestbedException, InterruptedException {
    copyOutput(log, description.readyText());
    try {
      ready.get(SECONDS_TO_START, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new TestbedException("%s did not start; see %s".formatted(description.name(), log), e);
    }
  }

  /** The line that it wrote when it served. */
  public String readyLine() {
    return ready.join();
  }

  /** Its process, or the first of them. */
  public ProcessHandle process() {
    return process.toHandle();
  }

  private void copyOutput(Path log, String readyText) {
    // A read of a pipe holds the carrier of a virtual thread.
    Thread.ofPlatform()
        .daemon()
        .name("log-" + log.getFileName())
        .start(
            () -> {
              try (BufferedReader reader =
                      new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
                  Writer writer = Files.newBufferedWriter(log)) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                  writer.write(line);
                  writer.write('\n');
                  writer.flush();
                  if (line.contains(readyText)) {
                    ready.complete(line);
                  }
                }
                ready.completeExceptionally(new IOException("it has ended"));
              } catch (IOException e) {
                ready.completeExceptionally(e);
              }
            });
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (process.isAlive()) {
      new ProcessBuilder("kill", "-" + description.stopSignal(), Long.toString(process.pid()))
          .start()
          .waitFor();
    }
    if (!process.waitFor(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
