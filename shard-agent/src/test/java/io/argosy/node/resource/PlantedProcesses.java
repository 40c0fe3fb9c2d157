package io.argosy.node.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A directory that tells of processes as Linux does in /proc. */
final class PlantedProcesses {
  private static final int LENGTH = 300;

  private final Path proc;

  PlantedProcesses(Path proc) {
    this.proc = proc;
  }

  /** A process, which has done nothing yet. */
  PlantedProcesses process(int id, int parent, String title) {
    write(id, "cmdline", title + "\0");
    return counts(id, parent, 'S', 0, 0, 0, 0);
  }

  /** What is counted of it from now on; its files are written in place, as they stay open. */
  PlantedProcesses counts(
      int id, int parent, char state, long processor, long queue, long fromDisk, long fromCache) {
    write(
        id,
        "stat",
        id
            + " (post) (gres) "
            + state
            + " "
            + parent
            + " 1 1 0 -1 4194304 100 0 0 0 "
            + processor / 20_000_000
            + " "
            + processor / 20_000_000
            + " 0 0 20 0 1 0 51327 0\n");
    write(id, "schedstat", processor + " " + queue + " 17\n");
    write(
        id,
        "io",
        "rchar: "
            + (fromDisk + fromCache)
            + "\nwchar: 5\nsyscr: 3\nsyscw: 2\nread_bytes: "
            + fromDisk
            + "\nwrite_bytes: 4096\ncancelled_write_bytes: 0\n");
    return this;
  }

  /** The processes that a process has started. */
  PlantedProcesses children(int id, String ids) {
    write(id, "task/" + id + "/children", ids + " ");
    return this;
  }

  /** It cannot be known what the process reads. */
  void hideFiles(int id) {
    try {
      Files.delete(directory(id).resolve("io"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path directory(int id) {
    return proc.resolve(Integer.toString(id));
  }

  private void write(int id, String name, String text) {
    Path file = directory(id).resolve(name);
    try {
      Files.createDirectories(file.getParent());
      // Not cut first, and in one piece: others read it at the same time.
      Files.writeString(
          file,
          text + " ".repeat(LENGTH - text.length()),
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
