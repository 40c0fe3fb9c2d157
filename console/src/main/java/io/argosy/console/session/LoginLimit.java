package io.argosy.console.session;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * How often passwords may be guessed: each address may fail so many times in a while, and so many
 * logins run at a time, whoever tries. A role is not locked, which would let anybody lock it.
 * Thread-safe.
 */
public final class LoginLimit {
  /** How often an address may fail within {@link #WINDOW}. */
  static final int FAILURES = 10;

  /** How long a failure counts. */
  static final Duration WINDOW = Duration.ofMinutes(5);

  /** Logins at a time. */
  static final int AT_A_TIME = 4;

  /** Addresses that are remembered. */
  static final int ADDRESSES = 10_000;

  private static final int TOO_MANY = 429;
  private static final int IPV6_NETWORK_BYTES = 8;

  private final LongSupplier nanoTime;
  private final Semaphore places = new Semaphore(AT_A_TIME);
  private final Map<String, Failures> failures =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
          return size() > ADDRESSES;
        }
      };

  /** Since the first one. */
  private record Failures(int count, long since) {}

  /** Of nobody yet. */
  public LoginLimit() {
    this(System::nanoTime);
  }

  LoginLimit(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Lets somebody try, who says {@link #end} afterwards.
   *
   * @throws RefusedException when it was tried too often
   */
  void begin(InetAddress address) throws RefusedException {
    long now = nanoTime.getAsLong();
    synchronized (failures) {
      Failures known = failures.get(network(address));
      if (known != null && now - known.since() >= WINDOW.toNanos()) {
        failures.remove(network(address));
      } else if (known != null && known.count() >= FAILURES) {
        throw new RefusedException(
            TOO_MANY,
            "too many failed logins; try again later",
            WINDOW.minusNanos(now - known.since()));
      }
    }
    if (!places.tryAcquire()) {
      throw new RefusedException(
          TOO_MANY, "too many logins at a time; try again", Duration.ofSeconds(1));
    }
  }

  /** Whoever began has ended. */
  void end(InetAddress address, boolean failed) {
    places.release();
    if (failed) {
      long now = nanoTime.getAsLong();
      synchronized (failures) {
        Failures known = failures.get(network(address));
        failures.put(
            network(address),
            known == null || now - known.since() >= WINDOW.toNanos()
                ? new Failures(1, now)
                : new Failures(known.count() + 1, known.since()));
      }
    }
  }

  /** Of IPv6 the network of 64 bits, of which one customer has all addresses. */
  private static String network(InetAddress address) {
    byte[] bytes = address.getAddress();
    return Arrays.toString(
        bytes.length > IPV6_NETWORK_BYTES ? Arrays.copyOf(bytes, IPV6_NETWORK_BYTES) : bytes);
  }
}
