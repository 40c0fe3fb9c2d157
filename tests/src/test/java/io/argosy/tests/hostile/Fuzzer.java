package io.argosy.tests.hostile;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Sends mutated conversations to a port, many at a time. Each has a number, which together with the
 * seed is all that decides it.
 */
final class Fuzzer {
  private static final int AT_A_TIME = 24;

  /** Spreads numbers of conversations over the seeds of random sources. */
  private static final long STRIDE = 0x9E37_79B9_7F4A_7C15L;

  private final String name;
  private final Port port;
  private final byte[] types;
  private final List<List<Message>> corpus;
  private final long seed;
  private final AtomicLong conversations = new AtomicLong();
  private final AtomicLong changed = new AtomicLong();
  private final AtomicReference<AssertionError> failure = new AtomicReference<>();

  /**
   * @param name of the corpus, for messages
   */
  Fuzzer(String name, Port port, byte[] types, List<List<Message>> corpus, long seed) {
    this.name = name;
    this.port = port;
    this.types = types;
    this.corpus = corpus;
    this.seed = seed;
  }

  /** How many mutated messages were sent. */
  long changed() {
    return changed.get();
  }

  /**
   * Goes on until so many more mutated messages have been sent, or the time is over.
   *
   * @throws AssertionError the first complaint, with what repeats it
   */
  void send(long messages, Duration limit) throws InterruptedException {
    long enough = changed.get() + messages;
    long end = System.nanoTime() + limit.toNanos();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < AT_A_TIME; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (failure.get() == null
                        && changed.get() < enough
                        && System.nanoTime() < end) {
                      converse(conversations.getAndIncrement());
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  /** Has one conversation, by its number. */
  private void converse(long number) {
    Random random = new Random(seed + STRIDE * number);
    Mutator.Mutated mutated = new Mutator(random, types, corpus).next();
    try {
      port.converse(mutated.messages());
      changed.addAndGet(mutated.changed());
    } catch (AssertionError | IOException | RuntimeException e) {
      failure.compareAndSet(
          null,
          new AssertionError(
              "%s, conversation %d of -Dhostile.seed=%d: %s%nsent: %s"
                  .formatted(
                      name,
                      number,
                      seed,
                      e.getMessage(),
                      HexFormat.of().formatHex(Port.joined(mutated.messages()))),
              e));
    }
  }

  @Override
  public String toString() {
    return "%s: %d mutated messages in %d conversations"
        .formatted(name, changed.get(), conversations.get());
  }
}
