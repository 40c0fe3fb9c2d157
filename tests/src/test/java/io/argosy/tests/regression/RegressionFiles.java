package io.argosy.tests.regression;

import io.argosy.tests.client.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * PostgreSQL's own regression files: {@code src/test/regress} of its sources.
 *
 * @param directory where they are
 */
record RegressionFiles(Path directory) {
  /** The version of the nodes first, then what is nearest to it. */
  private static final List<String> PACKAGES =
      List.of("postgresql-18", "postgresql-17", "postgresql-16", "postgresql-15");

  private static final Path KEYS = Path.of("/usr/share/keyrings/debian-archive-keyring.gpg");
  private static final String INSIDE = "src/test/regress";

  /**
   * The files of the distribution's source package. They are fetched once, with settings of apt
   * that leave the machine's own lists and packages alone, and kept in the user's cache.
   *
   * @throws UnavailableException where they cannot be had, with the reason
   */
  static synchronized RegressionFiles get() throws UnavailableException {
    try {
      for (String source : PACKAGES) {
        Path kept = cache().resolve(source);
        if (Files.exists(kept)) {
          return new RegressionFiles(kept.resolve(INSIDE));
        }
      }
      return fetch();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The text of a file's script. */
  String script(String name) {
    try {
      return new String(
          Files.readAllBytes(directory.resolve("sql").resolve(name + ".sql")),
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of all files in the order of the schedule, which later ones depend on. */
  List<String> schedule() {
    try (Stream<String> lines = Files.lines(directory.resolve("parallel_schedule"))) {
      return lines
          .filter(line -> line.startsWith("test:"))
          .flatMap(line -> Stream.of(line.substring("test:".length()).strip().split("\\s+")))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path cache() {
    String directory = System.getenv("XDG_CACHE_HOME");
    return directory == null || directory.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".cache", "argosy", "regression")
        : Path.of(directory, "argosy", "regression");
  }

  private static RegressionFiles fetch()
      throws IOException, InterruptedException, UnavailableException {
    List<AptSource> sources = AptSource.ofThisMachine();
    if (sources.isEmpty()) {
      throw new UnavailableException("apt has no sources here");
    }
    List<String> failures = new ArrayList<>();
    for (AptSource source : sources) {
      for (String suite : List.of("sid", source.suite())) {
        Files.createDirectories(cache());
        Path work = Files.createTempDirectory(cache(), "fetch");
        try {
          Map<String, String> environment = privateApt(work, source, suite);
          Program update = Program.run(List.of("apt-get", "update"), environment);
          failures.add(suite + ": " + update.errors());
          for (String name : PACKAGES) {
            if (!update.failed() && download(name, work, environment)) {
              return unpack(name, work);
            }
          }
        } finally {
          Program.run(List.of("rm", "-rf", work.toString()), Map.of());
        }
      }
    }
    throw new UnavailableException(
        "no source package of " + PACKAGES + " can be had from apt: " + failures);
  }

  /** Settings of apt with all its state below a directory; what is signed is verified as usual. */
  private static Map<String, String> privateApt(Path work, AptSource source, String suite)
      throws IOException {
    Path list = work.resolve("sources.list");
    Files.writeString(
        list,
        "deb-src %s%s %s main%n"
            .formatted(Files.exists(KEYS) ? "[signed-by=" + KEYS + "] " : "", source.uri(), suite));
    for (String part : List.of("lists/partial", "cache/archives/partial", "state", "none")) {
      Files.createDirectories(work.resolve(part));
    }
    Path configuration = work.resolve("apt.conf");
    Files.writeString(
        configuration,
        """
        Dir::State "%1$s/state";
        Dir::State::lists "%1$s/lists";
        Dir::State::status "/dev/null";
        Dir::Cache "%1$s/cache";
        Dir::Etc::sourcelist "%2$s";
        Dir::Etc::sourceparts "%1$s/none";
        Acquire::Languages "none";
        APT::Sandbox::User "%3$s";
        """
            .formatted(work, list, System.getProperty("user.name")));
    return Map.of("APT_CONFIG", configuration.toString(), "DEBIAN_FRONTEND", "noninteractive");
  }

  private static boolean download(String source, Path work, Map<String, String> environment)
      throws IOException, InterruptedException {
    String command = "cd \"$1\" && apt-get source --download-only \"$2\"";
    return !Program.run(List.of("sh", "-c", command, "sh", work.toString(), source), environment)
        .failed();
  }

  private static RegressionFiles unpack(String source, Path work)
      throws IOException, InterruptedException {
    Path archive;
    try (Stream<Path> files = Files.list(work)) {
      archive =
          files.filter(file -> file.toString().contains(".orig.tar.")).findFirst().orElseThrow();
    }
    Path unpacked = Files.createDirectory(work.resolve("unpacked"));
    Program tar =
        Program.run(
            List.of(
                "tar",
                "--extract",
                "--file=" + archive,
                "--directory=" + unpacked,
                "--strip-components=1",
                "--wildcards",
                "*/" + INSIDE + "/*"),
            Map.of());
    if (tar.failed()) {
      throw new IOException("tar could not unpack " + archive + ": " + tar.errors());
    }
    Files.move(unpacked, cache().resolve(source));
    return new RegressionFiles(cache().resolve(source).resolve(INSIDE));
  }

  /** The files cannot be had here. */
  static final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnavailableException(String reason) {
      super(reason);
    }
  }
}
