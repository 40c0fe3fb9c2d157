package io.argosy.coordinator.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.stage.KeyRouter;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.plan.Pruning;
import io.argosy.protocol.message.TypeOids;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Which node owns a row that an INSERT has as constants and parameters. */
final class RowOwner {
  private final InsertStatement insert;
  private final TableFact target;
  private final NodeBackends backends;

  /**
   * @param target a distributed table
   */
  RowOwner(InsertStatement insert, TableFact target, NodeBackends backends) {
    this.insert = insert;
    this.target = target;
    this.backends = backends;
  }

  /**
   * The position of the owner.
   *
   * @param value the row's key
   * @param binding the values of the parameters
   */
  int of(ConstantRows.Value value, Binding binding) {
    KeyType type = KeyType.of(target.keyType());
    List<Token> written = insert.tokens().subList(value.from(), value.to());
    OptionalLong hash = hash(type, written);
    if (hash.isPresent()) {
      return backends.slots().owner(SlotMap.slot(hash.getAsLong()));
    }
    Pruning.KeyValue known =
        parameter(type, written, binding.types())
            .<Pruning.KeyValue>map(Pruning.KeyValue.Parameter::new)
            .orElseGet(() -> new Pruning.KeyValue.Constant(insert.text(value.from(), value.to())));
    // As it is stored: an assignment rounds, pads and truncates.
    Pruning.Keys keys =
        new Pruning.Keys(
            new Colocation.Group(target.colocationGroup()),
            target.declaredKeyType(),
            target.keyType(),
            List.of(known));
    return new KeyRouter(backends.slots(), backends::asked, binding).owner(keys);
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
