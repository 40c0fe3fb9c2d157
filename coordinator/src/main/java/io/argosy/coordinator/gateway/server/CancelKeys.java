package io.argosy.coordinator.gateway.server;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The secrets that clients were given for cancelling their own statements from another connection.
 * Thread-safe.
 */
final class CancelKeys {
  private static final int SHORT_KEY_BYTES = 4;
  private static final int LONG_KEY_BYTES = 32;

  /** No process of a machine has such a number, so none of a node can be meant. */
  private static final int LEAST_ID = 1 << 23;

  private final SecureRandom random;
  private final Map<Integer, Registration> registrations = new ConcurrentHashMap<>();

  CancelKeys(SecureRandom random) {
    this.random = random;
  }

  /** A process id and its secret, which BackendKeyData tells the client. */
  record Registration(int processId, byte[] secretKey, Runnable cancel) {}

  /**
   * @param longKey whether the client's protocol version knows keys of more than four bytes
   * @param cancel what a cancel request does; called from the event loop, so it must not block
   */
  Registration register(boolean longKey, Runnable cancel) {
    byte[] key = new byte[longKey ? LONG_KEY_BYTES : SHORT_KEY_BYTES];
    random.nextBytes(key);
    while (true) {
      Registration registration =
          new Registration(random.nextInt(LEAST_ID, Integer.MAX_VALUE), key, cancel);
      if (registrations.putIfAbsent(registration.processId, registration) == null) {
        return registration;
      }
    }
  }

  void remove(Registration registration) {
    registrations.remove(registration.processId);
  }

  /** Cancels if the key is right. A wrong one is not told apart, since nothing is answered. */
  boolean cancel(int processId, byte[] secretKey) {
    Registration registration = registrations.get(processId);
    if (registration == null || !MessageDigest.isEqual(registration.secretKey, secretKey)) {
      return false;
    }
    registration.cancel.run();
    return true;
  }
}
