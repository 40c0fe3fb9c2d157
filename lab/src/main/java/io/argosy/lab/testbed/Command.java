package io.argosy.lab.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;

/**
 * A command of the operating system that runs to its end.
 *
 * @param words the program and its arguments
 */
public record Command(List<String> words) {
  public Command {
    words = List.copyOf(words);
  }

  /** A command of these words. */
  public static Command of(String... words) {
    return new Command(List.of(words));
  }

  /**
   * Runs it.
   *
   * @return what it wrote to its standard output and error
   * @throws TestbedException when it cannot be started or fails; the message has its output
   */
  public String run() throws TestbedException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(words).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new TestbedException("cannot run " + this + ": " + e.getMessage(), e);
    }
    try {
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      int status = process.waitFor();
      if (status != 0) {
        throw new TestbedException("%s failed (%d): %s".formatted(this, status, output.strip()));
      }
      return output;
    } catch (TestbedException e) {
      throw e;
    } catch (IOException e) {
      throw new TestbedException("cannot read what " + this + " says: " + e.getMessage(), e);
    } finally {
      process.destroyForcibly();
    }
  }

  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
