package io.argosy.server.cli;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A command that serves until the process is told to end (SIGTERM, Ctrl-C). */
final class Service {
  private Service() {}

  /**
   * Says that it is ready and returns when it has been stopped.
   *
   * @param ready what it says, on a line of its own
   * @param console where browsers are served, said on another line
   * @param stop ends the service; runs while the process ends
   */
  static int serve(PrintWriter out, String ready, Optional<String> console, Runnable stop)
      throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .name("stop")
                .unstarted(
                    () -> {
                      stop.run();
                      stopped.countDown();
                    }));
    out.println("ready " + ready);
    console.ifPresent(url -> out.println("console " + url));
    out.flush();
    stopped.await();
    return 0;
  }
}
