package io.argosy.tests.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The clients of one process, each on a thread of its own. */
final class Clients implements AutoCloseable {
  /** What an act may take at most, all of them at once on a small machine. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Random sources with seeds side by side begin alike. */
  private static final long STRIDE = 0x9E37_79B9_7F4A_7C15L;

  private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
  private final List<Client> clients = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  /**
   * Starts them.
   *
   * @param firstNumber above which no number is used by others, for the rows that they write
   */
  Clients(int count, Supplier<String> url, long seed, long firstNumber, Outcomes outcomes) {
    AtomicLong numbers = new AtomicLong(firstNumber);
    for (int i = 0; i < count; i++) {
      Client client = new Client(i, url, new Random(seed + STRIDE * i), outcomes, numbers, clock);
      clients.add(client);
      threads.add(Thread.ofVirtual().name("client-" + i).start(client));
    }
  }

  Client any(Random random) {
    return clients.get(random.nextInt(clients.size()));
  }

  /** Those whose act takes longer than anything may. */
  List<Client> stuck() {
    return clients.stream().filter(client -> client.busy().compareTo(PATIENCE) > 0).toList();
  }

  /**
   * Lets them end what they do.
   *
   * @return those that did not, in the time that an act may take
   */
  List<Client> stop() throws InterruptedException {
    clients.forEach(Client::stop);
    List<Client> left = new ArrayList<>();
    long end = System.nanoTime() + PATIENCE.toNanos();
    for (int i = 0; i < clients.size(); i++) {
      if (!threads.get(i).join(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
        left.add(clients.get(i));
      }
    }
    return left;
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
