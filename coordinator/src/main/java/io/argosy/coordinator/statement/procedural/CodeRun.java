package io.argosy.coordinator.statement.procedural;

import io.argosy.node.CommandTag;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The control flow of one run of a block. Used by one thread. */
final class CodeRun {
  private static final String FOUND = "found";

  /** What the values of CASE are compared with. */
  private static final String OPERAND = "argosy_case_operand";

  private final CodeSession session;
  private final Evaluation evaluation;
  private final Failures failures;
  private final Variable found = Variable.scalar(FOUND, Types.BOOLEAN, false, false);
  private Optional<ReturnedRows> returned = Optional.empty();
  private int blocks;

  /** Loops over the rows of what changes some. */
  private int changes;

  /** The same where that is not known. */
  private int perhaps;

  CodeRun(CodeSession session) {
    this.session = session;
    this.evaluation = new Evaluation(session);
    this.failures = new Failures(session, evaluation);
  }

  void run(CodeStatement.Block block) {
    run(block, outermost());
  }

  /** Runs a function; returns its rows. */
  List<List<String>> run(FunctionCode function) {
    Scope scope = outermost().inner();
    scope.label(Optional.of(function.name()));
    List<Variable> parameters = new ArrayList<>();
    int number = 0;
    for (FunctionCode.Parameter parameter : function.parameters()) {
      // SQL knows what it is given only, PL/pgSQL what it returns, too.
      boolean named = parameter.in() || !function.sql();
      Variable variable = given(parameter, scope, named);
      if (named) {
        number++;
        scope.add(FunctionCode.numbered(number), variable);
      }
      parameters.add(variable);
    }
    ReturnedRows rows = new ReturnedRows(session, evaluation.types(), function, parameters);
    returned = Optional.of(rows);
    if (function.result().stable()) {
      evaluation.changeNothing(function.arguments());
    }
    run(function.block(), scope);
    return rows.atEnd();
  }

  private Scope outermost() {
    evaluation.requireSettings();
    Scope scope = Scope.outermost();
    found.set("f");
    scope.add(FOUND, found);
    return scope;
  }

  private Variable given(FunctionCode.Parameter parameter, Scope scope, boolean named) {
    Variable variable = evaluation.types().variable(parameter.name(), parameter.type());
    if (variable.isRow()) {
      throw new UnsupportedCodeException("a parameter of type " + parameter.type());
    }
    variable.set(parameter.value());
    if (named && !parameter.name().isEmpty()) {
      scope.add(parameter.name(), variable);
    }
    return variable;
  }

  private void run(CodeStatement.Block block, Scope scope) {
    Flow flow = block(block, scope);
    if (flow.kind() == Flow.Kind.EXIT || flow.kind() == Flow.Kind.CONTINUE) {
      throw new UnsupportedCodeException("an EXIT or CONTINUE outside of loops");
    }
  }

  private Flow run(List<CodeStatement> statements, Scope scope) {
    for (CodeStatement statement : statements) {
      session.requireTime();
      Flow flow = run(statement, scope);
      if (flow.kind() != Flow.Kind.NEXT) {
        return flow;
      }
    }
    return Flow.NEXT;
  }

  private Flow run(CodeStatement statement, Scope scope) {
    switch (statement) {
      case CodeStatement.Block block -> {
        return block(block, scope);
      }
      case CodeStatement.If conditional -> {
        return conditional(conditional, scope);
      }
      case CodeStatement.Case choice -> {
        return choice(choice, scope);
      }
      case CodeStatement.Loop loop -> {
        return loop(loop, scope);
      }
      case CodeStatement.NumberLoop loop -> {
        return numbers(loop, scope);
      }
      case CodeStatement.RowLoop loop -> {
        return rows(loop, scope);
      }
      case CodeStatement.ElementLoop loop -> {
        return elements(loop, scope);
      }
      case CodeStatement.Jump jump -> {
        boolean jumps = jump.condition().map(c -> evaluation.isTrue(c, scope)).orElse(true);
        Flow.Kind kind = jump.exits() ? Flow.Kind.EXIT : Flow.Kind.CONTINUE;
        return jumps ? new Flow(kind, jump.label()) : Flow.NEXT;
      }
      case CodeStatement.Return end -> {
        end.value().ifPresent(value -> returned().value(evaluation.evaluate(value, scope)));
        return Flow.RETURN;
      }
      case CodeStatement.ReturnNext next -> next(next.value(), scope);
      case CodeStatement.ReturnQuery query -> returnQuery(query.query(), scope);
      case CodeStatement.Assignment assignment ->
          evaluation.assign(
              assignment.name(), evaluation.evaluate(assignment.value(), scope), scope);
      case CodeStatement.Sql sql -> sql(sql, scope);
      case CodeStatement.Dynamic dynamic -> dynamic(dynamic, scope);
      case CodeStatement.Raise raise -> failures.raise(raise, scope);
      case CodeStatement.Diagnostics diagnostics -> diagnostics(diagnostics, scope);
      case CodeStatement.End end -> {
        if (!session.mayEnd()) {
          throw CodeError.of("2D000", "invalid transaction termination");
        }
        if (blocks > 0) {
          throw CodeError.of(
              "2D000",
              "cannot "
                  + (end.commits() ? "commit" : "roll back")
                  + " while a subtransaction is active");
        }
        if (perhaps > 0) {
          throw new UnsupportedCodeException("COMMIT in a loop over what may change rows");
        }
        if (changes > 0) {
          throw CodeError.of(
              "55000",
              "cannot perform transaction commands inside a cursor loop that is not read-only");
        }
        session.end(end.commits());
      }
      case CodeStatement.Nothing ignored -> {}
    }
    return Flow.NEXT;
  }

  private ReturnedRows returned() {
    return returned.orElseThrow(() -> new UnsupportedCodeException("RETURN of a value"));
  }

  private void next(Optional<EmbeddedSql> value, Scope scope) {
    if (value.isEmpty()) {
      returned().parameters();
      return;
    }
    List<Token> tokens = value.get().tokens();
    Optional<Variable> row =
        tokens.size() == 1
            ? scope.find(tokens.getFirst().value()).filter(Variable::isRow)
            : Optional.empty();
    if (row.isPresent()) {
      returned().row(row.get());
    } else {
      returned().value(evaluation.evaluate(value.get(), scope));
    }
  }

  private void returnQuery(CodeStatement query, Scope scope) {
    if (query instanceof CodeStatement.Sql sql && returned().isFirstOnly()) {
      requireOneRow(sql.sql());
    }
    Queried queried = queried(query, scope);
    if (queried.answer().columns().isEmpty()) {
      throw new UnsupportedCodeException("RETURN QUERY of what returns no rows");
    }
    returned().query(queried.answer(), queried.text());
    evaluation.count(queried.answer().rows().size());
    found(!queried.answer().rows().isEmpty());
  }

  /** A query that has run, with its text. */
  private record Queried(String text, CodeSession.Answer answer) {}

  /** All rows of a query, which is given or made as text. */
  private Queried queried(CodeStatement query, Scope scope) {
    if (query instanceof CodeStatement.Sql sql) {
      return new Queried(sql.sql().text(), evaluation.run(sql.sql(), scope, Long.MAX_VALUE));
    }
    CodeStatement.Dynamic dynamic = (CodeStatement.Dynamic) query;
    String text = text(dynamic, scope);
    return new Queried(text, execute(dynamic, text, scope, Long.MAX_VALUE, true));
  }

  private Flow block(CodeStatement.Block block, Scope outer) {
    Scope scope = outer.inner();
    scope.label(block.label());
    for (CodeStatement.Declaration declaration : block.declarations()) {
      declare(declaration, scope);
    }
    Flow flow = block.handlers().isEmpty() ? run(block.body(), scope) : handled(block, scope);
    boolean exits =
        flow.kind() == Flow.Kind.EXIT
            && block.label().isPresent()
            && flow.label().equals(block.label());
    return exits ? Flow.NEXT : flow;
  }

  private Flow handled(CodeStatement.Block block, Scope scope) {
    String savepoint = "argosy_block_" + blocks;
    session.savepoint(savepoint);
    blocks++;
    boolean open = true;
    try {
      Flow flow = run(block.body(), scope);
      blocks--;
      open = false;
      session.release(savepoint);
      return flow;
    } catch (PostgresException e) {
      if (!open) {
        throw e;
      }
      blocks--;
      Optional<CodeStatement.Handler> handler = failures.handler(e, block.handlers());
      if (handler.isEmpty()) {
        throw e;
      }
      session.undoTo(savepoint);
      session.release(savepoint);
      return failures.handling(e, () -> run(handler.get().body(), failures.inHandler(e, scope)));
    }
  }

  private void declare(CodeStatement.Declaration declaration, Scope scope) {
    Variable variable = evaluation.types().variable(declaration, scope);
    if (declaration.initial().isPresent()) {
      if (variable.isRow()) {
        throw new UnsupportedCodeException("a record with an initial value");
      }
      Variable.Value value = evaluation.evaluate(declaration.initial().get(), scope);
      variable.set(evaluation.types().fitted(value, variable.type()));
    } else if (!variable.isRow() && variable.type().domain()) {
      variable.set(
          evaluation.types().fitted(new Variable.Value(Types.TEXT, null), variable.type()));
    }
    scope.add(declaration.name(), variable);
  }

  private Flow conditional(CodeStatement.If conditional, Scope scope) {
    for (CodeStatement.Branch branch : conditional.branches()) {
      if (evaluation.isTrue(branch.condition(), scope)) {
        return run(branch.body(), scope);
      }
    }
    return run(conditional.otherwise(), scope);
  }

  private Flow choice(CodeStatement.Case choice, Scope scope) {
    Scope compared = scope.inner();
    if (choice.operand().isPresent()) {
      Variable.Value operand = evaluation.evaluate(choice.operand().get(), scope);
      Variable variable = Variable.scalar(OPERAND, operand.type(), false, false);
      variable.set(operand.text());
      compared.add(OPERAND, variable);
    }
    for (CodeStatement.Choice chosen : choice.choices()) {
      EmbeddedSql values = chosen.values();
      EmbeddedSql condition =
          choice.operand().isPresent()
              ? EmbeddedSql.of(OPERAND + " IN (" + values.text() + ")")
              : values;
      if (evaluation.isTrue(condition, compared)) {
        return run(chosen.body(), scope);
      }
    }
    if (choice.otherwise().isEmpty()) {
      throw CodeError.of("20000", "case not found", "CASE statement is missing ELSE part.");
    }
    return run(choice.otherwise().get(), scope);
  }

  /** What a loop does after its body; empty to go on with the next round. */
  private static Optional<Flow> after(Flow flow, Optional<String> label) {
    return switch (flow.kind()) {
      case NEXT -> Optional.empty();
      case RETURN -> Optional.of(flow);
      case EXIT -> Optional.of(flow.isFor(label) ? Flow.NEXT : flow);
      case CONTINUE -> flow.isFor(label) ? Optional.empty() : Optional.of(flow);
    };
  }

  private Flow loop(CodeStatement.Loop loop, Scope scope) {
    while (loop.condition().map(c -> evaluation.isTrue(c, scope)).orElse(true)) {
      session.requireTime();
      Optional<Flow> flow = after(run(loop.body(), scope), loop.label());
      if (flow.isPresent()) {
        return flow.get();
      }
    }
    return Flow.NEXT;
  }

  private void found(boolean any) {
    found.set(any ? "t" : "f");
  }

  private long bound(EmbeddedSql written, Scope scope, String what) {
    String number = evaluation.types().fitted(evaluation.evaluate(written, scope), Types.INTEGER);
    if (number == null) {
      throw CodeError.of("22004", what + " of FOR loop cannot be null");
    }
    return Long.parseLong(number);
  }

  private Flow numbers(CodeStatement.NumberLoop loop, Scope scope) {
    long from = bound(loop.from(), scope, "lower bound");
    long to = bound(loop.to(), scope, "upper bound");
    long by = loop.by().isPresent() ? bound(loop.by().get(), scope, "BY value") : 1;
    if (by <= 0) {
      throw CodeError.of("22023", "BY value of FOR loop must be greater than zero");
    }
    long step = loop.reverse() ? -by : by;
    boolean any = false;
    Flow last = Flow.NEXT;
    for (long i = from; loop.reverse() ? i >= to : i <= to; i += step) {
      session.requireTime();
      any = true;
      Scope inside = scope.inner();
      inside.label(loop.label());
      Variable counter = Variable.scalar(loop.variable(), Types.INTEGER, false, false);
      counter.set(String.valueOf(i));
      inside.add(loop.variable(), counter);
      Optional<Flow> flow = after(run(loop.body(), inside), loop.label());
      if (flow.isPresent()) {
        last = flow.get();
        break;
      }
      if (i + step > Integer.MAX_VALUE || i + step < Integer.MIN_VALUE) {
        break;
      }
    }
    found(any);
    return last;
  }

  private Flow rows(CodeStatement.RowLoop loop, Scope scope) {
    CodeSession.Answer answer = queried(loop.query(), scope).answer();
    if (answer.columns().isEmpty()) {
      throw new UnsupportedCodeException("a loop over what returns no rows");
    }
    boolean writes = !answer.tag().startsWith("SELECT");
    boolean mayWrite =
        !writes && loop.query() instanceof CodeStatement.Sql sql && mayChange(sql.sql());
    changes += writes ? 1 : 0;
    perhaps += mayWrite ? 1 : 0;
    try {
      return rows(loop, answer, scope);
    } finally {
      changes -= writes ? 1 : 0;
      perhaps -= mayWrite ? 1 : 0;
    }
  }

  /** Whether its words are those of a change, behind WITH. */
  private static boolean mayChange(EmbeddedSql sql) {
    return sql.firstWord().equals("with") && sql.tokens().stream().anyMatch(Token::isModifyingVerb);
  }

  private Flow rows(CodeStatement.RowLoop loop, CodeSession.Answer answer, Scope scope) {
    if (answer.rows().isEmpty()) {
      evaluation.assign(loop.target(), answer.columns(), Optional.empty(), scope);
    }
    return rounds(
        answer.rows(),
        row -> evaluation.assign(loop.target(), answer.columns(), Optional.of(row), scope),
        loop.label(),
        loop.body(),
        scope);
  }

  /** A round of a loop for each row, which is assigned before. */
  private Flow rounds(
      List<List<String>> rows,
      Consumer<List<String>> assign,
      Optional<String> label,
      List<CodeStatement> body,
      Scope scope) {
    Flow last = Flow.NEXT;
    for (List<String> row : rows) {
      session.requireTime();
      assign.accept(row);
      Optional<Flow> flow = after(run(body, scope), label);
      if (flow.isPresent()) {
        last = flow.get();
        break;
      }
    }
    found(!rows.isEmpty());
    return last;
  }

  private Flow elements(CodeStatement.ElementLoop loop, Scope scope) {
    Variable.Value array = evaluation.evaluate(loop.array(), scope);
    if (!evaluation.types().isArray(array.type())) {
      throw new UnsupportedCodeException("FOREACH over what is no array");
    }
    if (array.text() == null) {
      throw CodeError.of("22004", "FOREACH expression must not be null");
    }
    CodeSession.Answer answer =
        session.run(
            "SELECT pg_catalog.unnest($1)",
            List.of(evaluation.types().parameter(array)),
            Long.MAX_VALUE);
    Variable.Type type = Variable.Type.of(answer.columns().getFirst());
    return rounds(
        answer.rows(),
        row -> evaluation.assign(loop.variable(), new Variable.Value(type, row.getFirst()), scope),
        loop.label(),
        loop.body(),
        scope);
  }

  private void sql(CodeStatement.Sql sql, Scope scope) {
    if (sql.into().isPresent()) {
      requireOneRow(sql.sql());
    }
    CodeSession.Answer answer = evaluation.run(sql.sql(), scope, 2);
    if (sql.into().isPresent()) {
      requireRows(answer);
      evaluation.count(
          isChange(answer) ? CommandTag.rows(answer.tag()) : answer.rows().isEmpty() ? 0 : 1);
      found(!answer.rows().isEmpty());
      into(sql.into().get(), sql.strict(), isChange(answer), answer, scope);
      return;
    }
    if (!answer.columns().isEmpty() && !sql.performed()) {
      throw answer.tag().startsWith("SELECT")
          ? CodeError.of(
              "42601",
              "query has no destination for result data",
              "If you want to discard the results of a SELECT, use PERFORM instead.")
          : CodeError.of("42601", "query has no destination for result data");
    }
    evaluation.count(CommandTag.rows(answer.tag()));
    if (isChange(answer) || sql.performed()) {
      found(evaluation.rowCount() > 0);
    }
  }

  private static void requireRows(CodeSession.Answer answer) {
    if (answer.columns().isEmpty()) {
      throw CodeError.of("42601", "INTO used with a command that cannot return data");
    }
  }

  /** PostgreSQL stops behind the first row, so that it locks no other one, and takes no number. */
  private static void requireOneRow(EmbeddedSql sql) {
    boolean limited = false;
    boolean matters = false;
    for (int i = 0; i < sql.tokens().size(); i++) {
      limited |= sql.tokens().get(i).isWord("limit") || sql.tokens().get(i).isWord("fetch");
      matters |= sql.tokens().get(i).isWord("nextval");
      matters |= i > 0 && sql.tokens().get(i).isWord("for");
    }
    if (sql.firstWord().equals("select") && matters && !limited) {
      throw new UnsupportedCodeException("SELECT INTO that locks rows, without LIMIT,");
    }
  }

  private static boolean isChange(CodeSession.Answer answer) {
    return switch (answer.tag().split(" ", 2)[0]) {
      case "INSERT", "UPDATE", "DELETE", "MERGE" -> true;
      default -> false;
    };
  }

  private void into(
      CodeStatement.Target target,
      boolean strict,
      boolean one,
      CodeSession.Answer answer,
      Scope scope) {
    if (strict && answer.rows().isEmpty()) {
      throw CodeError.of("P0002", "query returned no rows");
    }
    if (answer.rows().size() > 1 && (strict || one)) {
      throw CodeError.of(
          "P0003",
          "query returned more than one row",
          "Make sure the query returns a single row, or use LIMIT 1.");
    }
    evaluation.assign(target, answer.columns(), answer.rows().stream().findFirst(), scope);
  }

  /** The text that EXECUTE runs. */
  private String text(CodeStatement.Dynamic dynamic, Scope scope) {
    String text = evaluation.types().fitted(evaluation.evaluate(dynamic.text(), scope), Types.TEXT);
    if (text == null) {
      throw CodeError.of("22004", "query string argument of EXECUTE is null");
    }
    return text;
  }

  private CodeSession.Answer execute(
      CodeStatement.Dynamic dynamic, String text, Scope scope, long most, boolean one) {
    List<CodeSession.Parameter> parameters = new ArrayList<>();
    for (EmbeddedSql value : dynamic.using()) {
      parameters.add(evaluation.types().parameter(evaluation.evaluate(value, scope)));
    }
    return evaluation.runText(text, parameters, most, one);
  }

  private void dynamic(CodeStatement.Dynamic dynamic, Scope scope) {
    CodeSession.Answer answer = execute(dynamic, text(dynamic, scope), scope, 2, false);
    evaluation.count(CommandTag.rows(answer.tag()));
    if (dynamic.into().isPresent()) {
      requireRows(answer);
      into(dynamic.into().get(), dynamic.strict(), false, answer, scope);
    }
  }

  private void diagnostics(CodeStatement.Diagnostics diagnostics, Scope scope) {
    long rows = evaluation.rowCount();
    if (!diagnostics.stacked() && rows < 0) {
      throw new UnsupportedCodeException("GET DIAGNOSTICS behind an expression");
    }
    for (int i = 0; i < diagnostics.items().size(); i++) {
      String item = diagnostics.items().get(i);
      Variable.Value value;
      if (diagnostics.stacked()) {
        value = failures.diagnostic(item);
      } else if (item.equals("row_count")) {
        value = new Variable.Value(Types.BIGINT, String.valueOf(rows));
      } else {
        throw new UnsupportedCodeException("GET DIAGNOSTICS of " + item);
      }
      evaluation.assign(diagnostics.variables().get(i), value, scope);
    }
  }
}
