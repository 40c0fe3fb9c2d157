package io.argosy.protocol.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is made of files, and made again when they have changed. Nobody watches them: they are
 * looked at whenever the value is asked for, which is once for each new connection. Files that
 * cannot be used leave the value as it was, with an error in the log. They are tried again when
 * they change, so that they may be replaced one after the other, and after {@link #PAUSE}, since
 * what made them unusable, such as their permissions, need not show in them. Thread-safe.
 */
public final class Renewed<T> {
  private static final Logger log = LoggerFactory.getLogger(Renewed.class);

  /** How long what failed is left alone. */
  static final Duration PAUSE = Duration.ofSeconds(5);

  private final List<Path> files;
  private final Maker<T> maker;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();
  private List<Optional<Stamp>> seen;
  private T value;
  private Optional<Failure> failure = Optional.empty();

  /** The last attempt, if the value is not that of the files. */
  private record Failure(String message, long nanoTime) {}

  /** Makes the value of the files as they are. */
  @FunctionalInterface
  public interface Maker<T> {
    /**
     * @throws IOException when the files cannot be used; its message says which, and why
     */
    T make() throws IOException;
  }

  /** What tells that a file was replaced or written to. */
  private record Stamp(FileTime modified, long size, Optional<Object> identity) {}

  /**
   * Makes the first value.
   *
   * @param files those that the maker reads
   * @throws IOException the maker's
   */
  public Renewed(List<Path> files, Maker<T> maker) throws IOException {
    this(files, maker, System::nanoTime);
  }

  Renewed(List<Path> files, Maker<T> maker, LongSupplier nanoTime) throws IOException {
    this.files = List.copyOf(files);
    this.maker = maker;
    this.nanoTime = nanoTime;
    // Before they are read: what is written meanwhile makes a difference next time.
    this.seen = stamps();
    this.value = maker.make();
  }

  /** The value of the files as they are now, or were when they could last be used. */
  public T current() {
    lock.lock();
    try {
      List<Optional<Stamp>> now = stamps();
      boolean changed = !now.equals(seen);
      if (changed || failure.filter(this::isOver).isPresent()) {
        seen = now;
        renew(changed);
      }
      return value;
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver(Failure last) {
    return nanoTime.getAsLong() - last.nanoTime() >= PAUSE.toNanos();
  }

  private void renew(boolean changed) {
    try {
      value = maker.make();
      failure = Optional.empty();
      log.info("changed files are in use for new connections: {}", files);
    } catch (IOException | RuntimeException e) {
      // The maker's own message says all; what nobody foresaw says little without its name.
      String message = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString();
      boolean known = failure.filter(last -> last.message().equals(message)).isPresent();
      failure = Optional.of(new Failure(message, nanoTime.getAsLong()));
      if (changed || !known) {
        log.error("changed files are not in use, what was read before stays: {}", message);
      }
    }
  }

  private List<Optional<Stamp>> stamps() {
    List<Optional<Stamp>> stamps = new ArrayList<>();
    for (Path file : files) {
      stamps.add(stamp(file));
    }
    return stamps;
  }

  /** Empty where there is no such file, which the maker then says. */
  private static Optional<Stamp> stamp(Path file) {
    try {
      BasicFileAttributes read = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(
          new Stamp(read.lastModifiedTime(), read.size(), Optional.ofNullable(read.fileKey())));
    } catch (IOException e) {
      log.debug("{} cannot be looked at", file, e);
      return Optional.empty();
    }
  }
}
