package io.argosy.tests.regression;

import io.argosy.tests.regression.Answer.Failure;
import io.argosy.tests.regression.AnswerComparison.Difference;
import io.argosy.tests.regression.Verdict.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs one file on both servers, statement by statement. Argosy is asked first: what it refuses, or
 * fails to do, the other server then does only as far as it can be undone, so that both go on from
 * the same state and one difference does not make all that follow it differ. Not thread-safe.
 */
final class FileRun implements Closeable {
  private static final Pattern COPY_FROM_FILE =
      Pattern.compile(
          "^(copy\\s.*?\\sfrom\\s+)'([^']+)'(.*)$", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern PREPARE =
      Pattern.compile("\\s*prepare\\s+(\\w+)", Pattern.CASE_INSENSITIVE);

  /** Which would not be so within BEGIN and ROLLBACK. */
  private static final String NO_ACTIVE_TRANSACTION = "25P01";

  private static final int LONGEST_DETAIL = 2000;

  private final String file;
  private final PsqlScript script;
  private final PsqlCommands commands;
  private final Session subject;
  private final Session reference;
  private final TypeNames types;
  private final Placer placer;
  private final NamedQueries queries = new NamedQueries();
  private final List<Verdict> verdicts = new ArrayList<>();

  FileRun(
      RegressionFiles files,
      String file,
      Placing placing,
      Session subject,
      Session reference,
      TypeNames types) {
    this.file = file;
    this.script = new PsqlScript(files.script(file));
    this.subject = subject;
    this.reference = reference;
    this.types = types;
    this.placer = new Placer(placing, subject, reference);
    this.commands = new PsqlCommands(files, List.of(subject, reference));
  }

  /** Runs the file to its end. */
  List<Verdict> run() throws IOException {
    for (Optional<ScriptItem> item = next(); item.isPresent(); item = next()) {
      switch (item.get()) {
        case ScriptItem.Command command -> {
          if (command.name().equals("q") || command.name().equals("quit")) {
            if (commands.isActive()) {
              return verdicts;
            }
          } else {
            run(command);
          }
        }
        case ScriptItem.Statement statement -> {
          if (commands.isActive()) {
            run(statement);
          }
        }
      }
    }
    return verdicts;
  }

  private Optional<ScriptItem> next() {
    script.setEscapesInStrings(reference.escapesInStrings());
    return script.next();
  }

  private void run(ScriptItem.Command command) throws IOException {
    if (command.name().equals("copy") && commands.isActive()) {
      Optional<PsqlCommands.ClientCopy> copy = commands.copy(command.argument());
      if (copy.isPresent()) {
        Supplier<String> data = copy.get().data().orElse(script::data);
        compare(command.line(), copy.get().sql(), copy.get().sql(), remembered(data));
        return;
      }
    }
    if (!commands.run(command)) {
      add(command.line(), "\\" + command.name(), Kind.SKIPPED, "command of psql", "");
    }
  }

  private void run(ScriptItem.Statement statement) throws IOException {
    if (commands.cannotSend(statement)) {
      add(
          statement.line(),
          statement.text(reference.variables()),
          Kind.SKIPPED,
          "command of psql",
          "");
      return;
    }
    Supplier<String> data = remembered(script::data);
    Answer answer =
        compare(
            statement.line(),
            statement.text(subject.variables()),
            statement.text(reference.variables()),
            data);
    if (statement.end().equals("gset")) {
      commands.keep(statement.argument());
    } else if (statement.end().equals("gexec")) {
      for (Answer.Result result : answer.results()) {
        for (List<String> row : result.rows()) {
          for (String sql : row) {
            if (sql != null) {
              compare(statement.line(), sql, sql, data);
            }
          }
        }
      }
    }
  }

  private static Supplier<String> remembered(Supplier<String> data) {
    return new Supplier<>() {
      private String value;

      @Override
      public String get() {
        if (value == null) {
          value = data.get();
        }
        return value;
      }
    };
  }

  /** Runs a statement on both; the answer is the reference's. */
  private Answer compare(int line, String subjectText, String text, Supplier<String> data)
      throws IOException {
    Answer actual = askSubject(subjectText, data);
    commands.last(subject, actual);
    if (actual.isLost()) {
      add(line, text, Kind.WRONG, Difference.LOST.words(), actual.toString());
      subject.reconnect();
      reference.reconnect();
      return actual;
    }
    Answer expected =
        actual.error().isPresent()
            ? tried(text, data, actual.error().get())
            : reference.query(text, data);
    commands.last(reference, expected);
    if (expected.isLost()) {
      throw new IOException(file + ":" + line + " on the reference: " + expected);
    }
    Optional<Difference> difference = AnswerComparison.difference(expected, actual, types);
    queries.note(text);
    if (difference.isPresent() && !text.equals(subjectText)) {
      // Where they come from has been judged.
      add(line, text, Kind.SKIPPED, "with values that were kept in variables, and differ", "");
    } else {
      judge(line, text, expected, actual, difference);
    }
    agreeOnStatus();
    if (actual.error().isEmpty() && expected.error().isEmpty()) {
      placer.after(text).ifPresent(failure -> judgePlacement(line, text, failure));
    }
    return expected;
  }

  private Answer askSubject(String sql, Supplier<String> data) throws IOException {
    Matcher fromFile = COPY_FROM_FILE.matcher(sql);
    if (fromFile.matches() && commands.isOurs(Path.of(fromFile.group(2)))) {
      // Refused as such: see the documentation. What the file brings, all that follows needs.
      Path path = Path.of(fromFile.group(2));
      if (Files.exists(path)) {
        String content = Files.readString(path);
        return subject.query(fromFile.group(1) + "STDIN" + fromFile.group(3), () -> content);
      }
    }
    return subject.query(sql, data);
  }

  /** The reference's answer to what Argosy has not done, which is undone. */
  private Answer tried(String sql, Supplier<String> data, Failure failure) {
    char status = reference.status();
    if (status == 'E'
        || isTransactionControl(sql)
        || failure.sqlState().equals(NO_ACTIVE_TRANSACTION)) {
      return reference.query(sql, data);
    }
    if (status == 'T') {
      Answer answer = reference.query(sql, data);
      if (answer.error().isEmpty()) {
        // Argosy's transaction has failed.
        reference.query("SELECT 1 / 0");
      }
      return answer;
    }
    reference.query("BEGIN");
    Answer answer = reference.query(sql, data);
    reference.query("ROLLBACK");
    Matcher prepare = PREPARE.matcher(sql);
    if (answer.error().isEmpty() && prepare.lookingAt()) {
      // Which a rollback does not undo.
      reference.query("DEALLOCATE " + prepare.group(1));
    }
    boolean onlyAlone =
        answer.error().filter(error -> error.sqlState().equals("25001")).isPresent();
    return onlyAlone && !failure.isRefusalOfArgosy()
        ? reference.query(sql, data)
        : new Answer(answer.results(), answer.error(), 'I');
  }

  private static boolean isTransactionControl(String sql) {
    String first = sql.strip().split("[\\s;(]+", 2)[0].toLowerCase(Locale.ROOT);
    return switch (first) {
      case "begin", "start", "commit", "end", "rollback", "abort", "savepoint", "release", "lock" ->
          true;
      case "declare" -> true;
      default -> false;
    };
  }

  private void judge(
      int line, String sql, Answer expected, Answer actual, Optional<Difference> difference) {
    if (difference.isEmpty()) {
      add(line, sql, actual.error().isPresent() ? Kind.SAME_ERROR : Kind.SAME, "", "");
      return;
    }
    String detail = "expected " + cut(expected) + "\nactual   " + cut(actual);
    Optional<Failure> refusal = actual.error().filter(error -> error.sqlState().equals("0A000"));
    if (refusal.isPresent()) {
      add(line, sql, Kind.REFUSED, refusal.get().message(), detail);
      return;
    }
    Optional<HarmlessRule> rule =
        HarmlessRule.of(
            new OtherAnswer(sql, queries.behind(sql), expected, actual, difference.get()));
    if (rule.isPresent()) {
      add(line, sql, Kind.HARMLESS, rule.get().name(), detail);
    } else {
      add(line, sql, Kind.WRONG, difference.get().words(), detail);
    }
  }

  private static String cut(Answer answer) {
    String text = answer.toString();
    return text.length() <= LONGEST_DETAIL ? text : text.substring(0, LONGEST_DETAIL) + " ..";
  }

  private void judgePlacement(int line, String sql, Failure failure) {
    boolean refused = failure.sqlState().equals("0A000");
    add(
        line,
        Verdict.OF_PLACEMENT + sql,
        refused ? Kind.REFUSED : Kind.WRONG,
        refused ? failure.message() : "the placement fails",
        failure.toString());
  }

  /** Two sessions in different states of a transaction could not be compared any more. */
  private void agreeOnStatus() {
    if (subject.status() != reference.status()) {
      subject.query("ROLLBACK");
      reference.query("ROLLBACK");
    }
  }

  private void add(int line, String sql, Kind kind, String reason, String detail) {
    verdicts.add(new Verdict(file, line, sql, kind, reason, detail));
  }

  @Override
  public void close() {
    subject.close();
    reference.close();
  }
}
