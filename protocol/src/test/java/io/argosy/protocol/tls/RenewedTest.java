package io.argosy.protocol.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenewedTest {
  @TempDir private Path directory;

  private final AtomicLong nanoTime = new AtomicLong();
  private final AtomicInteger made = new AtomicInteger();
  private Path file;
  private Renewed<String> renewed;
  private boolean unreadable;
  private boolean nonsense;

  @BeforeEach
  void start() throws IOException {
    file = Files.writeString(directory.resolve("file"), "one");
    renewed = new Renewed<>(List.of(file), this::make, nanoTime::get);
  }

  private String make() throws IOException {
    made.incrementAndGet();
    if (unreadable) {
      throw new IOException("cannot be read");
    }
    if (nonsense) {
      throw new UncheckedIOException("makes no sense", new IOException());
    }
    return Files.readString(file);
  }

  @Test
  void isMadeAgainWhenAFileHasChangedAndOnlyThen() throws IOException {
    nanoTime.addAndGet(2 * Renewed.PAUSE.toNanos());
    assertThat(renewed.current()).isEqualTo("one");
    assertThat(made).hasValue(1);
    Files.writeString(file, "the second");
    assertThat(renewed.current()).isEqualTo("the second");
    assertThat(renewed.current()).isEqualTo("the second");
    assertThat(made).hasValue(2);
  }

  @Test
  void whatFailedIsTriedAgainAfterAPauseThoughNothingChanges() throws IOException {
    unreadable = true;
    Files.writeString(file, "the second");
    assertThat(renewed.current()).isEqualTo("one");
    unreadable = false;
    nanoTime.addAndGet(Renewed.PAUSE.toNanos() - 1);
    assertThat(renewed.current()).isEqualTo("one");
    assertThat(made).hasValue(2);
    nanoTime.incrementAndGet();
    assertThat(renewed.current()).isEqualTo("the second");
    nanoTime.addAndGet(Renewed.PAUSE.toNanos());
    assertThat(renewed.current()).isEqualTo("the second");
    assertThat(made).hasValue(3);
  }

  @Test
  void whateverTheMakerThrowsTheValueStaysAndAChangeIsTriedAtOnce() throws IOException {
    nonsense = true;
    Files.writeString(file, "the second");
    assertThat(renewed.current()).isEqualTo("one");
    nonsense = false;
    Files.writeString(file, "and the third");
    assertThat(renewed.current()).isEqualTo("and the third");
  }
}
