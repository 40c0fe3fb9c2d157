package io.argosy.tests.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Clients as a process of their own: {@code ClientMain CLIENTS URL SEED FIRST_NUMBER}. Its standard
 * output says how their acts end, a line each; it ends when its standard input does.
 */
final class ClientMain {
  static final String WRONG = "wrong";

  private ClientMain() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Printed outcomes = new Printed(System.out);
    try (Clients clients =
            new Clients(
                Integer.parseInt(arguments[0]),
                () -> arguments[1],
                Long.parseLong(arguments[2]),
                Long.parseLong(arguments[3]),
                outcomes);
        ScheduledExecutorService watch = Executors.newScheduledThreadPool(1)) {
      watch.scheduleWithFixedDelay(
          () -> clients.stuck().forEach(client -> outcomes.wrong("stuck: " + client)),
          1,
          1,
          TimeUnit.SECONDS);
      while (System.in.read() >= 0) {
        // Nobody writes anything.
      }
      clients.stop().forEach(client -> outcomes.wrong("does not end: " + client));
      watch.shutdownNow();
    }
  }

  private record Printed(PrintStream out) implements Outcomes {
    @Override
    public void count(Act act, String how, long milliseconds) {
      print(act + " " + how + " " + milliseconds);
    }

    @Override
    public void wrong(String what) {
      print(WRONG + " " + what.replace('\n', ' '));
    }

    /** With one write, so that a killed process leaves whole lines. */
    private synchronized void print(String line) {
      byte[] bytes = (line + "\n").getBytes(UTF_8);
      out.write(bytes, 0, bytes.length);
      out.flush();
    }
  }
}
