package io.argosy.tests.regression;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of psql that matter for what the servers are asked. Each of the two sessions has its
 * own variables, since some get their values from answers. Not thread-safe.
 */
final class PsqlCommands {
  private static final Set<String> CLOSES_CONDITION = Set.of("elif", "else", "endif");

  private static final Pattern WORD =
      Pattern.compile(
          "'((?:[^'\\\\]|''|\\\\.)*)'|:'(\\w+)'|:\"(\\w+)\"|:\\{\\?(\\w+)}|:(\\w+)|([^\\s']+?(?=\\s|$|'|(?<!^):\\w))|\\s+");
  private static final Pattern COPY =
      Pattern.compile(
          "^(.*?)\\s+(from|to)\\s+('[^']*'|\\S+)(.*)$", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** What only changes how psql shows something, or is no business of a server's. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "pset",
          "a",
          "t",
          "x",
          "echo",
          "qecho",
          "warn",
          "o",
          "timing",
          "errverbose",
          "f",
          "H",
          "C",
          "prompt",
          "encoding_",
          "p",
          "r",
          "!",
          "cd",
          "conninfo",
          "T");

  private final RegressionFiles files;
  private final List<Session> sessions;
  private final Map<Session, Answer> lastAnswers = new HashMap<>();
  private final Map<String, String> environment;

  /** Of each condition that is open: whether its branch runs, and whether one has run before. */
  private final Deque<Condition> conditions = new ArrayDeque<>();

  private boolean bound;

  private record Condition(boolean running, boolean done) {}

  /** A statement for which psql reads or writes a file. */
  record ClientCopy(String sql, Optional<Supplier<String>> data) {}

  PsqlCommands(RegressionFiles files, List<Session> sessions) {
    this.files = files;
    this.sessions = sessions;
    this.environment =
        Map.of(
            "PG_ABS_SRCDIR",
            files.directory().toString(),
            "PG_ABS_BUILDDIR",
            System.getProperty("java.io.tmpdir"),
            "PG_LIBDIR",
            "/nowhere",
            "PG_DLSUFFIX",
            ".so");
    for (Session session : sessions) {
      session.variables().put("DBNAME", "argosy");
      session.variables().put("USER", Session.SUPERUSER);
    }
  }

  /** Whether no condition leaves out what follows. */
  boolean isActive() {
    return conditions.stream().allMatch(Condition::running);
  }

  /** Whether a file belongs to the regression files. */
  boolean isOurs(Path path) {
    return path.startsWith(files.directory());
  }

  /** What a session was answered last. */
  void last(Session session, Answer answer) {
    lastAnswers.put(session, answer);
    session.variables().put("ERROR", answer.error().isPresent() ? "true" : "false");
    session
        .variables()
        .put("SQLSTATE", answer.error().map(Answer.Failure::sqlState).orElse("00000"));
    session
        .variables()
        .put("LAST_ERROR_MESSAGE", answer.error().map(Answer.Failure::message).orElse(""));
    session
        .variables()
        .put(
            "ROW_COUNT",
            Integer.toString(
                answer.results().isEmpty() ? 0 : answer.results().getLast().rows().size()));
  }

  /** Statements whose parameters are bound by psql, or which it repeats. */
  boolean cannotSend(ScriptItem.Statement statement) {
    boolean cannot =
        bound
            || statement.end().equals("gdesc")
            || statement.end().equals("watch")
            || statement.end().equals("gdesc");
    bound = false;
    return cannot;
  }

  /** Keeps the one row of the last answers in variables. */
  void keep(String prefix) {
    for (Session session : sessions) {
      Answer answer = lastAnswers.get(session);
      if (answer.results().isEmpty() || answer.results().getLast().rows().size() != 1) {
        continue;
      }
      Answer.Result result = answer.results().getLast();
      for (int i = 0; i < result.columns().size(); i++) {
        String value = result.rows().getFirst().get(i);
        String name = prefix + result.columns().get(i).name();
        if (value == null) {
          session.variables().remove(name);
        } else {
          session.variables().put(name, value);
        }
      }
    }
  }

  /**
   * Does what a command says.
   *
   * @return whether that could be done
   */
  boolean run(ScriptItem.Command command) throws IOException {
    String argument = command.argument();
    if (conditions.isEmpty() && CLOSES_CONDITION.contains(command.name())) {
      // psql complains, and goes on.
      return true;
    }
    switch (command.name()) {
      case "if" -> {
        boolean running = isActive() && isTrue(argument);
        conditions.push(new Condition(running, running || !isActive()));
        return true;
      }
      case "elif" -> {
        Condition before = conditions.pop();
        boolean running = !before.done() && isActive() && isTrue(argument);
        conditions.push(new Condition(running, before.done() || running));
        return true;
      }
      case "else" -> {
        Condition before = conditions.pop();
        conditions.push(new Condition(!before.done(), true));
        return true;
      }
      case "endif" -> {
        conditions.pop();
        return true;
      }
      default -> {
        return !isActive() || runActive(command.name(), argument);
      }
    }
  }

  private boolean runActive(String name, String argument) throws IOException {
    switch (name) {
      case "set", "getenv", "unset" -> {
        for (Session session : sessions) {
          set(session.variables(), name, argument);
        }
        return true;
      }
      case "c", "connect" -> {
        return connect(words(sessions.getLast().variables(), argument));
      }
      case "bind", "bind_named", "parse" -> {
        bound = true;
        return false;
      }
      case "encoding" -> {
        return argument.isEmpty();
      }
      default -> {
        return WITHOUT_EFFECT.contains(name);
      }
    }
  }

  private void set(Map<String, String> variables, String command, String argument) {
    List<String> words = words(variables, argument);
    if (words.isEmpty()) {
      return;
    }
    switch (command) {
      case "set" ->
          variables.put(words.getFirst(), String.join("", words.subList(1, words.size())));
      case "getenv" -> {
        String value = environment.get(words.get(1));
        if (value != null) {
          variables.put(words.getFirst(), value);
        }
      }
      default -> variables.remove(words.getFirst());
    }
  }

  /** Another role; there is no other database. */
  private boolean connect(List<String> words) throws IOException {
    List<String> plain = words.stream().filter(word -> !word.startsWith("-reuse")).toList();
    boolean sameDatabase =
        plain.isEmpty() || plain.getFirst().equals("-") || plain.getFirst().equals("argosy");
    if (!sameDatabase) {
      return false;
    }
    String role = plain.size() > 1 && !plain.get(1).equals("-") ? plain.get(1) : null;
    for (Session session : sessions) {
      try {
        if (role == null) {
          session.reconnect();
        } else {
          session.reconnect(role);
        }
      } catch (IOException e) {
        session.reconnect();
      }
    }
    return true;
  }

  /** What {@code \copy} asks the server for; empty if it cannot be done. */
  Optional<ClientCopy> copy(String argument) throws IOException {
    Matcher copy = COPY.matcher(argument);
    if (!copy.matches()) {
      return Optional.empty();
    }
    String place = copy.group(3).toLowerCase(Locale.ROOT);
    boolean from = copy.group(2).equalsIgnoreCase("from");
    String sql = "COPY " + copy.group(1) + (from ? " FROM STDIN" : " TO STDOUT") + copy.group(4);
    if (!from || place.equals("stdin") || place.equals("pstdin")) {
      return Optional.of(new ClientCopy(sql, Optional.empty()));
    }
    Path path = Path.of(copy.group(3).replace("'", ""));
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    String content = Files.readString(path);
    return Optional.of(new ClientCopy(sql, Optional.of(() -> content)));
  }

  private boolean isTrue(String argument) {
    List<String> words = words(sessions.getLast().variables(), argument);
    String value = words.isEmpty() ? "" : words.getFirst().toLowerCase(Locale.ROOT);
    return Set.of("t", "true", "on", "1", "yes", "y").contains(value);
  }

  /** The words of a command's arguments, with their variables. Words that touch are one. */
  private static List<String> words(Map<String, String> variables, String argument) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    Matcher piece = WORD.matcher(argument);
    while (piece.find()) {
      if (piece.group().isBlank()) {
        if (word != null) {
          words.add(word.toString());
        }
        word = null;
        continue;
      }
      word = word == null ? new StringBuilder() : word;
      word.append(value(variables, piece));
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }

  private static String value(Map<String, String> variables, Matcher piece) {
    if (piece.group(1) != null) {
      return piece.group(1).replace("''", "'");
    }
    if (piece.group(2) != null) {
      return "'" + variables.getOrDefault(piece.group(2), "") + "'";
    }
    if (piece.group(3) != null) {
      return "\"" + variables.getOrDefault(piece.group(3), "") + "\"";
    }
    if (piece.group(4) != null) {
      return variables.containsKey(piece.group(4)) ? "TRUE" : "FALSE";
    }
    if (piece.group(5) != null) {
      return variables.getOrDefault(piece.group(5), piece.group());
    }
    return piece.group();
  }
}
