package io.argosy.node.frame;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Factory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * LZ4 by its native library, which lz4-java unpacks into the temporary directory and deletes when
 * the process ends, unless it is killed. A library that has been loaded needs no name, so it is
 * taken away at once where the system says which file it is (Linux).
 */
final class NativeLz4 {
  private static final Logger log = LoggerFactory.getLogger(NativeLz4.class);
  private static final Path MAPPED_FILES = Path.of("/proc/self/maps");

  /** How the names of unpacked libraries begin; one that is installed is not called so. */
  private static final String UNPACKED = "liblz4-java-";

  private NativeLz4() {}

  /** The fastest implementation that there is, native or not. */
  static LZ4Factory load() {
    LZ4Factory factory = LZ4Factory.fastestInstance();
    if (Files.isReadable(MAPPED_FILES)) {
      try {
        for (Path library : unpackedLibraries()) {
          Files.deleteIfExists(library);
          Files.deleteIfExists(library.resolveSibling(library.getFileName() + ".lck"));
        }
      } catch (IOException e) {
        log.debug("the unpacked library of LZ4 stays in the temporary directory", e);
      }
    }
    return factory;
  }

  /** The last word of a line is a file's path. */
  private static List<Path> unpackedLibraries() throws IOException {
    try (Stream<String> lines = Files.lines(MAPPED_FILES)) {
      return lines
          .filter(line -> line.contains("/" + UNPACKED))
          .map(line -> Path.of(line.substring(line.indexOf('/'))))
          .distinct()
          .toList();
    }
  }
}
