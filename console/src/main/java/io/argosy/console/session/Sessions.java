package io.argosy.console.session;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who has logged in, by the secrets that their browsers show. Thread-safe. */
public final class Sessions implements AutoCloseable {
  /** How long a session lasts at most, used or not. */
  static final Duration LONGEST = Duration.ofHours(12);

  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);
  private static final int SECRET_BYTES = 32;
  private static final int UNAVAILABLE = 503;

  /** A role has one of so many parts of the places. */
  private static final int ROLES = 4;

  private final Login login;
  private final LoginLimit limit = new LoginLimit();
  private final int most;
  private final Duration idle;
  private final LongSupplier nanoTime;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, ConsoleSession> sessions = new ConcurrentHashMap<>();

  /**
   * @param most how many there may be at a time
   * @param idle how long one lasts in which nothing is asked
   */
  public Sessions(Login login, int most, Duration idle) {
    this(login, most, idle, System::nanoTime);
  }

  Sessions(Login login, int most, Duration idle, LongSupplier nanoTime) {
    this.login = login;
    this.most = most;
    this.idle = idle;
    this.nanoTime = nanoTime;
  }

  /**
   * Begins a session.
   *
   * @param address of the browser
   * @param trusted whether users of whom the coordinator asks no password are let in
   * @return the secret that it has to show from now on, of 256 random bits
   * @throws SQLException the coordinator's refusal
   * @throws RefusedException when it is tried too often, or too many are there
   */
  public String begin(Credentials credentials, InetAddress address, boolean trusted)
      throws SQLException, RefusedException {
    limit.begin(address);
    boolean failed = true;
    try {
      login.check(credentials, trusted);
      failed = false;
    } finally {
      limit.end(address, failed);
    }
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    keep(secret, credentials);
    LOG.info("{} has logged in to the console from {}", credentials, address.getHostAddress());
    return secret;
  }

  private synchronized void keep(String secret, Credentials credentials) throws RefusedException {
    removeEnded();
    endOldest(credentials.role());
    if (sessions.size() >= most) {
      throw new RefusedException(
          UNAVAILABLE,
          "too many have logged in to the console; try again later",
          Duration.ofMinutes(1));
    }
    sessions.put(secret, new ConsoleSession(login, credentials, nanoTime.getAsLong()));
  }

  /** One role does not take the places of all others. */
  private void endOldest(String role) {
    List<Map.Entry<String, ConsoleSession>> own =
        sessions.entrySet().stream()
            .filter(session -> session.getValue().role().equals(role))
            .sorted(Comparator.comparing(session -> session.getValue().lastUsed()))
            .toList();
    int places = Math.max(1, most / ROLES);
    own.stream().limit(Math.max(0, own.size() - places + 1)).forEach(old -> end(old.getKey()));
  }

  /** The session of a secret, which lasts longer now; empty if there is none (any more). */
  public Optional<ConsoleSession> find(String secret) {
    ConsoleSession session = sessions.get(secret);
    if (session == null) {
      return Optional.empty();
    }
    if (isOver(session)) {
      end(secret);
      return Optional.empty();
    }
    session.use(nanoTime.getAsLong());
    return Optional.of(session);
  }

  /** Ends a session, if it is there. */
  public void end(String secret) {
    ConsoleSession session = sessions.remove(secret);
    if (session != null) {
      session.close();
    }
  }

  /** Ends those that have not been used for too long. */
  public void removeEnded() {
    sessions.forEach(
        (secret, session) -> {
          if (isOver(session)) {
            end(secret);
          }
        });
  }

  private boolean isOver(ConsoleSession session) {
    long now = nanoTime.getAsLong();
    return now - session.lastUsed() > idle.toNanos() || now - session.begun() > LONGEST.toNanos();
  }

  @Override
  public void close() {
    sessions.keySet().forEach(this::end);
  }
}
