package io.argosy.coordinator.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.agent.node.Request;
import io.argosy.agent.postgres.TypeOids;
import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.KeyRouter;
import io.argosy.coordinator.execute.NodeExecution;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.SpooledExecution;
import io.argosy.coordinator.execute.StatementRun;
import io.argosy.planner.parse.Token;
import io.argosy.planner.plan.Pruning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * An INSERT of constant rows, which goes to the owners of their keys as it is, each with its rows,
 * or to all nodes where the table is replicated.
 */
final class ConstantInsert {
  private final InsertStatement insert;
  private final TailRule rule;
  private final TableFact target;
  private final StatementRun run;
  private final Binding binding;

  private ConstantInsert(
      InsertStatement insert, TailRule rule, TableFact target, StatementRun run, Binding binding) {
    this.insert = insert;
    this.rule = rule;
    this.target = target;
    this.run = run;
    this.binding = binding;
  }

  /** Starts it; empty when its values must be evaluated in one place. */
  static Optional<Execution> start(
      InsertStatement insert, TailRule rule, TableFact target, StatementRun run) {
    return insert.overridesUserValues()
            || target.variesWithout(insert.columns())
            || !rule.needsNoCopies(target.replicated())
        ? Optional.empty()
        : start(insert, rule, target, run, () -> PlanExecutor.withOnce(rule.once(), run));
  }

  /**
   * Starts it where all that varies is a parameter.
   *
   * @param binding gives the values of all parameters; called only if it starts
   */
  static Optional<Execution> start(
      InsertStatement insert,
      TailRule rule,
      TableFact target,
      StatementRun run,
      Supplier<Binding> binding) {
    int key = target.replicated() ? 0 : insert.columns().indexOf(target.distributionColumn());
    return key < 0
        ? Optional.empty()
        : ConstantRows.of(insert)
            .map(
                rows ->
                    new ConstantInsert(insert, rule, target, run, binding.get()).start(rows, key));
  }

  private Execution start(ConstantRows rows, int key) {
    return target.replicated() ? everywhere() : toOwners(rows, key);
  }

  private Execution everywhere() {
    List<ChainedExecution.Step> steps = new ArrayList<>();
    for (int node = Cluster.HOME; node < run.backends().cluster().nodes().size(); node++) {
      boolean first = node == Cluster.HOME;
      String sql = insert.head() + insert.source() + " " + rule.text(first);
      steps.add(new ChainedExecution.Step(insertOn(node, sql, first), first));
    }
    ChainedExecution chained = new ChainedExecution(steps, () -> {});
    // All nodes must have their rows before the client gets the first that is returned.
    return returns() && steps.size() > 1 ? new SpooledExecution(chained) : chained;
  }

  private boolean returns() {
    return !rule.tail().returning().isEmpty();
  }

  private Supplier<Execution> insertOn(int node, String sql, boolean counts) {
    Request request = binding.request(sql);
    return () ->
        new NodeExecution(
            run.backends().on(node), request, counts ? run.client() : run.clientWithoutNotices());
  }

  private Execution toOwners(ConstantRows rows, int key) {
    List<Integer> owners = new ArrayList<>();
    Map<Integer, List<String>> texts = new TreeMap<>();
    for (ConstantRows.Row row : rows.rows()) {
      int owner = owner(row.values().get(key));
      owners.add(owner);
      texts
          .computeIfAbsent(owner, node -> new ArrayList<>())
          .add(insert.text(row.from(), row.to()));
    }
    SortedMap<Integer, Supplier<Execution>> inserts = new TreeMap<>();
    texts.forEach(
        (node, values) ->
            inserts.put(
                node,
                insertOn(
                    node,
                    insert.head()
                        + values.stream().collect(Collectors.joining(", ", "VALUES ", " "))
                        + rule.text(true),
                    true)));
    return returns() && inserts.size() > 1
        ? new RowsInOrder(owners, inserts)
        : new ChainedExecution(
            inserts.values().stream()
                .map(started -> new ChainedExecution.Step(started, true))
                .toList(),
            () -> {});
  }

  private int owner(ConstantRows.Value value) {
    KeyType type = KeyType.of(target.keyType());
    List<Token> written = insert.tokens().subList(value.from(), value.to());
    OptionalLong hash = hash(type, written);
    if (hash.isPresent()) {
      return run.backends().cluster().slots().owner(SlotMap.slot(hash.getAsLong()));
    }
    Pruning.KeyValue known =
        parameter(type, written, binding.types())
            .<Pruning.KeyValue>map(Pruning.KeyValue.Parameter::new)
            .orElseGet(() -> new Pruning.KeyValue.Constant(insert.text(value.from(), value.to())));
    // As it is stored: an assignment rounds, pads and truncates.
    Pruning.Keys keys =
        new Pruning.Keys(
            target.colocationGroup(), target.declaredKeyType(), target.keyType(), List.of(known));
    return new KeyRouter(run.backends().cluster(), run.backends()::asked, binding).owner(keys);
  }

  /**
   * The number of a parameter that is the whole value, perhaps with a cast to a type whose values
   * are the key's own, which drivers write for each: {@code $1} or {@code ($1)::bigint}.
   *
   * @param declared the types of parameters, as object ids: of another type the cast may make
   *     another value than the key's
   */
  private static Optional<Integer> parameter(KeyType type, List<Token> value, int[] declared) {
    boolean enclosed = value.getFirst().isSymbol("(");
    int from = enclosed ? 1 : 0;
    int to = from + (enclosed ? 2 : 1);
    if (value.size() < to
        || value.get(from).kind() != Token.Kind.PARAMETER
        || enclosed && !value.get(to - 1).isSymbol(")")) {
      return Optional.empty();
    }
    List<Token> cast = value.subList(to, value.size());
    int number = Integer.parseInt(value.get(from).value());
    boolean same =
        cast.isEmpty()
            || cast.getFirst().isSymbol("::")
                && hasSameValues(type, named(cast))
                && number <= declared.length
                && isOwn(type, declared[number - 1]);
    return same ? Optional.of(number) : Optional.empty();
  }

  /** Whether values of a type, as an object id, are values of the key's. */
  private static boolean isOwn(KeyType type, int declared) {
    return switch (type.written()) {
      case INTEGER ->
          declared == TypeOids.INT2 || declared == TypeOids.INT4 || declared == TypeOids.INT8;
      case TEXT -> declared == TypeOids.TEXT || declared == TypeOids.VARCHAR;
      case UUID -> declared == TypeOids.UUID;
      case VARCHAR, OTHERWISE -> false;
    };
  }

  private static String named(List<Token> cast) {
    return cast.stream().skip(1).map(Token::value).collect(Collectors.joining(" "));
  }

  /** The hash of a plain literal of the key's own type. */
  private static OptionalLong hash(KeyType type, List<Token> value) {
    Token first = value.getFirst();
    boolean number = first.kind() == Token.Kind.NUMBER && value.size() == 1;
    boolean typed =
        first.kind() == Token.Kind.STRING && value.size() == 3 && value.get(1).isSymbol("::");
    if (!number && !typed) {
      return OptionalLong.empty();
    }
    String written = number ? "integer" : value.get(2).value();
    return hasSameValues(type, written)
        ? type.hashOfText(first.value().getBytes(UTF_8))
        : OptionalLong.empty();
  }

  private static boolean hasSameValues(KeyType type, String written) {
    return switch (type.written()) {
      case INTEGER ->
          written.equals("integer") || written.equals("bigint") || written.equals("smallint");
      case TEXT -> written.equals("text") || written.equals("character varying");
      case UUID -> written.equals("uuid");
      case VARCHAR, OTHERWISE -> false;
    };
  }
}
