package io.argosy.tests.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of {@link ClientMain}, which is killed as an operating system kills. */
final class ClientProcess {
  private final Process process;
  private final Outcomes outcomes;
  private final Thread reader;

  private ClientProcess(Process process, Outcomes outcomes) {
    this.process = process;
    this.outcomes = outcomes;
    // A read of a pipe holds the carrier of a virtual thread.
    this.reader = Thread.ofPlatform().daemon().start(this::read);
  }

  /**
   * Starts clients on the class path of this JVM.
   *
   * @param firstNumber above which no number is used by others
   */
  static ClientProcess start(
      int clients, String url, long seed, long firstNumber, Outcomes outcomes) throws IOException {
    return new ClientProcess(
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ClientMain.class.getName(),
                    Integer.toString(clients),
                    url,
                    Long.toString(seed),
                    Long.toString(firstNumber)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start(),
        outcomes);
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ");
        if (words[0].equals(ClientMain.WRONG)) {
          outcomes.wrong("in a process:" + line.substring(ClientMain.WRONG.length()));
        } else {
          outcomes.count(Act.valueOf(words[0]), words[1], Long.parseLong(words[2]));
        }
      }
    } catch (IOException | RuntimeException e) {
      outcomes.wrong("what a process says cannot be read: " + e);
    }
  }

  /** SIGKILL, whatever its clients are doing. */
  void kill() throws InterruptedException {
    if (!process.isAlive()) {
      outcomes.wrong("a process of clients has ended by itself with " + process.exitValue());
    }
    // Not by the process itself, which would close the stream that is being read.
    process.toHandle().destroyForcibly();
    process.waitFor();
    reader.join();
  }

  /** Lets its clients end what they do, and waits for that. */
  void stop() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(2 * Clients.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      outcomes.wrong("a process of clients does not end");
      process.destroyForcibly().waitFor();
    } else if (process.exitValue() != 0) {
      outcomes.wrong("a process of clients has ended with " + process.exitValue());
    }
    reader.join();
  }
}
