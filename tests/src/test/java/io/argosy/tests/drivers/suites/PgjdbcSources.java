package io.argosy.tests.drivers.suites;

import io.argosy.tests.client.JavaTools;
import io.argosy.tests.client.Program;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The sources of PostgreSQL's JDBC driver with its own tests, compiled. They come from the archive
 * that a release publishes, in the version that {@code tests/clients/pgjdbc/pom.xml} names, and
 * stay below {@code target}.
 *
 * @param folder where they are, with the libraries that they need
 */
record PgjdbcSources(Path folder) {
  private static final Path REQUIREMENTS = Path.of("clients", "pgjdbc", "pom.xml");
  private static final SuiteFolder FOLDER = SuiteFolder.of("pgjdbc");

  /** Of classes that tests extend or that run others. */
  private static final Pattern NO_TESTS = Pattern.compile("abstract class|@SelectPackages|@Suite");

  private static final Pattern TESTS =
      Pattern.compile("@(Test|ParameterizedTest)\\b|extends \\w+Test\\b");

  private static final Pattern ARCHIVE = Pattern.compile("postgresql-(.+)-jdbc-src\\.tar\\.gz");

  /**
   * Fetches and compiles them, unless that is done.
   *
   * @throws UnavailableSuiteException where they cannot be had, with the reason
   */
  static PgjdbcSources get() throws IOException, InterruptedException, UnavailableSuiteException {
    PgjdbcSources sources = new PgjdbcSources(FOLDER.path());
    String wanted = Files.readString(REQUIREMENTS);
    FOLDER.fetchOnce(
        wanted,
        () -> {
          Files.writeString(FOLDER.resolve("pom.xml"), wanted);
          sources.fetch();
          sources.compile("main", List.of());
          sources.compile("test", List.of(sources.classes("main")));
        });
    return sources;
  }

  /** The version of the driver. */
  String version() throws IOException {
    Matcher name = ARCHIVE.matcher(archive().getFileName().toString());
    if (!name.matches()) {
      throw new IllegalStateException("no version in the name of " + archive());
    }
    return name.group(1);
  }

  /** The folder in which the driver's tests expect to run. */
  Path directory() {
    return folder.resolve("sources");
  }

  /** What runs them: JUnit's own program among the libraries. */
  String classPath() {
    return String.join(
        File.pathSeparator,
        classes("test").toString(),
        classes("main").toString(),
        folder.resolve("jars") + "/*");
  }

  /** The names of the classes with tests, in the order of the alphabet. */
  List<String> testClasses() throws IOException {
    Path tests = directory().resolve("src/test/java");
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.walk(tests)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".java")).sorted().toList()) {
        String text = Files.readString(file);
        if (TESTS.matcher(text).find() && !NO_TESTS.matcher(text).find()) {
          String name = tests.relativize(file).toString();
          names.add(name.substring(0, name.lastIndexOf('.')).replace(File.separatorChar, '.'));
        }
      }
    }
    return names;
  }

  private void fetch() throws IOException, InterruptedException, UnavailableSuiteException {
    SuiteFolder.require(JavaTools.fetching(folder));
    Files.createDirectories(directory());
    requireSuccess(
        List.of(
            "tar",
            "--extract",
            "--file=" + archive(),
            "--directory=" + directory(),
            "--strip-components=1"));
  }

  private Path archive() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("jars"))) {
      return files.filter(file -> file.toString().endsWith(".tar.gz")).findFirst().orElseThrow();
    }
  }

  private void compile(String part, List<Path> before) throws IOException, InterruptedException {
    Path sources = directory().resolve("src").resolve(part);
    List<String> paths = new ArrayList<>();
    before.forEach(path -> paths.add(path.toString()));
    paths.add(folder.resolve("jars") + "/*");
    List<String> command = new ArrayList<>();
    command.add(JavaTools.jdk("javac"));
    command.addAll(List.of("-proc:none", "-nowarn", "-parameters", "-d", classes(part).toString()));
    command.addAll(List.of("--class-path", String.join(File.pathSeparator, paths)));
    try (Stream<Path> files = Files.walk(sources.resolve("java"))) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(command::add);
    }
    requireSuccess(command);
    requireSuccess(
        List.of("cp", "-r", sources.resolve("resources") + "/.", classes(part).toString()));
  }

  private Path classes(String part) {
    return folder.resolve("classes").resolve(part);
  }

  /** What fails with the sources at hand is a fault of ours, not of the machine. */
  private static void requireSuccess(List<String> command)
      throws IOException, InterruptedException {
    Program done = Program.run(command, Map.of());
    if (done.failed()) {
      throw new UncheckedIOException(
          new IOException(command.getFirst() + " failed: " + (done.output() + done.errors())));
    }
  }
}
