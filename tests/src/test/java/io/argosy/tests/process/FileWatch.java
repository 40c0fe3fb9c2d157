package io.argosy.tests.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/** Waits for what another process does with a file. */
final class FileWatch {
  private FileWatch() {}

  /** Returns when the file is not there any more. */
  static void awaitDeletion(Path file) throws IOException {
    try (WatchService watch = file.getFileSystem().newWatchService()) {
      file.toAbsolutePath().getParent().register(watch, StandardWatchEventKinds.ENTRY_DELETE);
      while (Files.exists(file)) {
        WatchKey key = watch.take();
        key.pollEvents();
        key.reset();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted", e));
    }
  }
}
