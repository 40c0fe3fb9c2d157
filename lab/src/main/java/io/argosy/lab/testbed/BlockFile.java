package io.argosy.lab.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server of NBD shown as a file, by nbdfuse: so it needs no NBD in the kernel. */
public final class BlockFile {
  /** What is written to standard output when the file is there. */
  public static final String READY = "ready";

  /** The name of the file in its directory. */
  public static final String NAME = "nbd";

  /** nbdfuse says nothing when it serves, but writes its process id then. */
  private static final String SERVE =
      """
      rm -f "$0"; nbdfuse -P "$0" "$@" &
      until [ -s "$0" ]; do kill -0 $! || exit 1; sleep 0.05; done
      echo %s; wait
      """
          .formatted(READY);

  private BlockFile() {}

  /**
   * The words of a command that serves until its directory is unmounted.
   *
   * @param process a file for the process id of nbdfuse
   * @param mount the directory
   * @param source the server, as nbdfuse takes it
   */
  public static List<String> serve(Path process, Path mount, String... source) {
    List<String> words =
        new ArrayList<>(List.of("sh", "-c", SERVE, process.toString(), mount.toString()));
    words.addAll(List.of(source));
    return words;
  }
}
