package io.argosy.agent.testing;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Servers that many test classes share, one class at a time. Classes run beside each other: each is
 * lent a server of its own, and the next class gets it as the last one left it. As many servers are
 * started as classes run at once.
 *
 * @param <T> what is lent
 */
public final class ExclusivePool<T> {
  private static final InheritableThreadLocal<Loans> LOANS = new InheritableThreadLocal<>();

  private final Supplier<T> starter;
  private final Queue<T> idle = new ConcurrentLinkedQueue<>();

  /**
   * Makes a pool that has nothing yet.
   *
   * @param starter starts what is lent; it goes on until the JVM ends
   */
  public ExclusivePool(Supplier<T> starter) {
    this.starter = starter;
  }

  /**
   * What is lent to the test class that runs in this thread, or in the thread that started this
   * one.
   *
   * @throws IllegalStateException in a thread that no test class has started, such as those of the
   *     common pool
   */
  @SuppressWarnings("unchecked")
  public T get() {
    Loans loans = LOANS.get();
    if (loans == null || loans.ended.get()) {
      throw new IllegalStateException("no test class that runs has started this thread");
    }
    return (T) loans.lent.computeIfAbsent(this, ExclusivePool::take);
  }

  private T take() {
    T waiting = idle.poll();
    return waiting == null ? starter.get() : waiting;
  }

  @SuppressWarnings("unchecked")
  private void takeBack(Object lent) {
    idle.add((T) lent);
  }

  private record Loans(Map<ExclusivePool<?>, Object> lent, AtomicBoolean ended) {}

  /** Takes back what was lent to a test class when it has ended. JUnit finds it by itself. */
  public static final class Returns implements BeforeAllCallback, AfterAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
      if (isOutermost(context)) {
        LOANS.set(new Loans(new ConcurrentHashMap<>(), new AtomicBoolean()));
      }
    }

    @Override
    public void afterAll(ExtensionContext context) {
      if (isOutermost(context)) {
        Loans loans = LOANS.get();
        LOANS.remove();
        loans.ended.set(true);
        loans.lent.forEach(ExclusivePool::takeBack);
      }
    }

    private static boolean isOutermost(ExtensionContext context) {
      return !context.getRequiredTestClass().isMemberClass();
    }
  }
}
