package io.argosy.sql.lexer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RelationReferenceTest {
  private static final int SMALL_STACK = 1 << 18;

  /** Sessions look for relations on threads that have no deep stack. */
  @Test
  void parenthesesNeedNoStack() throws Exception {
    int depth = 20_000;
    String nested = "(1 + ".repeat(depth) + "(SELECT v FROM s.inner)" + ")".repeat(depth);
    CompletableFuture<Integer> found = new CompletableFuture<>();
    Runnable scan =
        () -> {
          try {
            found.complete(RelationReference.in("SELECT " + nested + " FROM s.outer").size());
          } catch (Throwable e) {
            found.completeExceptionally(e);
          }
        };
    Thread.ofPlatform().stackSize(SMALL_STACK).start(scan);
    assertThat(found.get(30, TimeUnit.SECONDS)).isEqualTo(2);
  }
}
