package io.argosy.tests.process;

import java.io.IOException;
import java.io.UncheckedIOException;

/** What can be told to a process of the operating system. */
enum Signal {
  STOP,
  CONT,
  HUP,
  USR1;

  void send(long process) {
    try {
      int status =
          new ProcessBuilder("kill", "-" + name(), Long.toString(process)).start().waitFor();
      if (status != 0) {
        throw new AssertionError("kill has ended with " + status);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
