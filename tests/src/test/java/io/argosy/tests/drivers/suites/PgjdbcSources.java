package io.argosy.tests.drivers.suites;

import io.argosy.tests.client.Program;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static final Path FOLDER = Path.of("target", "clients", "pgjdbc").toAbsolutePath();

  /** Of classes that tests extend or that run others. */
  private static final Pattern NO_TESTS = Pattern.compile("abstract class|@SelectPackages|@Suite");

  private static final Pattern TESTS =
      Pattern.compile("@(Test|ParameterizedTest)\\b|extends \\w+Test\\b");

  /**
   * Fetches and compiles them, unless that is done.
   *
   * @throws UnavailableSuiteException where they cannot be had, with the reason
   */
  static synchronized PgjdbcSources get()
      throws IOException, InterruptedException, UnavailableSuiteException {
    PgjdbcSources sources = new PgjdbcSources(FOLDER);
    String wanted = Files.readString(REQUIREMENTS);
    Path done = FOLDER.resolve("compiled");
    if (!Files.exists(done) || !Files.readString(done).equals(wanted)) {
      Program.run(List.of("rm", "-rf", FOLDER.toString()), Map.of());
      Files.createDirectories(FOLDER);
      Files.writeString(FOLDER.resolve("pom.xml"), wanted);
      sources.fetch();
      sources.compile("main", List.of());
      sources.compile("test", List.of(sources.classes("main")));
      Files.writeString(done, wanted);
    }
    return sources;
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
    Program fetched =
        Program.run(
            List.of(
                "mvn",
                "--batch-mode",
                "--quiet",
                "--file",
                folder.resolve("pom.xml").toString(),
                "dependency:copy-dependencies"),
            Map.of());
    if (fetched.failed()) {
      throw new UnavailableSuiteException((fetched.output() + fetched.errors()).strip());
    }
    Path archive;
    try (Stream<Path> files = Files.list(folder.resolve("jars"))) {
      archive = files.filter(file -> file.toString().endsWith(".tar.gz")).findFirst().orElseThrow();
    }
    Files.createDirectories(directory());
    require(
        List.of(
            "tar",
            "--extract",
            "--file=" + archive,
            "--directory=" + directory(),
            "--strip-components=1"));
  }

  private void compile(String part, List<Path> before) throws IOException, InterruptedException {
    Path sources = directory().resolve("src").resolve(part);
    List<String> paths = new ArrayList<>();
    before.forEach(path -> paths.add(path.toString()));
    paths.add(folder.resolve("jars") + "/*");
    List<String> command = new ArrayList<>();
    command.add(jdk("javac"));
    command.addAll(List.of("-proc:none", "-nowarn", "-parameters", "-d", classes(part).toString()));
    command.addAll(List.of("--class-path", String.join(File.pathSeparator, paths)));
    try (Stream<Path> files = Files.walk(sources.resolve("java"))) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(command::add);
    }
    require(command);
    require(List.of("cp", "-r", sources.resolve("resources") + "/.", classes(part).toString()));
  }

  private Path classes(String part) {
    return folder.resolve("classes").resolve(part);
  }

  /** A program of the JDK that runs this test. */
  static String jdk(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  private static void require(List<String> command) throws IOException, InterruptedException {
    Program done = Program.run(command, Map.of());
    if (done.failed()) {
      throw new UncheckedIOException(
          new IOException(command.getFirst() + " failed: " + (done.output() + done.errors())));
    }
  }
}
