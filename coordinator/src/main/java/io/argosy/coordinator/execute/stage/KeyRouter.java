package io.argosy.coordinator.execute.stage;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.KeyHash;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.planner.plan.Pruning;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.message.TypeOids;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Which nodes can have the rows of a statement, from the values of its distribution keys. Values
 * whose hash Java cannot surely compute are asked of the home node.
 */
public final class KeyRouter {
  private final SlotMap slots;
  private final Supplier<NodeSession> homeBackend;
  private final Binding binding;

  /**
   * @param slots those that the statement works with
   * @param homeBackend leases a backend of the home node, if it must be asked
   */
  public KeyRouter(SlotMap slots, Supplier<NodeSession> homeBackend, Binding binding) {
    this.slots = slots;
    this.homeBackend = homeBackend;
    this.binding = binding;
  }

  /** The positions of the nodes, in order; never empty. */
  public List<Integer> nodes(Pruning pruning) {
    return switch (pruning) {
      case Pruning.AllNodes ignored -> allNodes();
      case Pruning.Keys keys -> owners(keys);
    };
  }

  /**
   * The owner of the one key, as it is stored; the home node for what cannot be, since some node
   * must refuse it.
   */
  public int owner(Pruning.Keys key) {
    KeyType type = KeyType.of(key.hashedAs());
    try {
      OptionalLong slot = slot(type, key.keyType(), key.values().getFirst());
      return slot.isEmpty() ? Cluster.HOME : slots.owner((int) slot.getAsLong());
    } catch (PostgresException e) {
      requireValueError(e);
      return Cluster.HOME;
    }
  }

  private List<Integer> allNodes() {
    return IntStream.range(0, slots.nodes()).boxed().toList();
  }

  private List<Integer> owners(Pruning.Keys keys) {
    Optional<KeyType> known = KeyType.find(keys.hashedAs());
    if (known.isEmpty()) {
      return allNodes();
    }
    KeyType type = known.get();
    Set<Integer> owners = new TreeSet<>();
    for (Pruning.KeyValue value : keys.values()) {
      if (isInexact(type, value)) {
        return allNodes();
      }
      try {
        OptionalLong slot = slot(type, keys.keyType(), value);
        if (slot.isPresent()) {
          owners.add(slots.owner((int) slot.getAsLong()));
        }
        if (owners.size() == slots.nodes()) {
          // Of many values most need not be asked for.
          return allNodes();
        }
      } catch (PostgresException e) {
        requireValueError(e);
        // Not a value of the key's type or domain; what it may still be equal to is PostgreSQL's to
        // say.
        return allNodes();
      }
    }
    // NULL is equal to nothing, but the statement must still be answered by somebody.
    return owners.isEmpty() ? List.of(Cluster.HOME) : List.copyOf(owners);
  }

  /** What is no value of the key's type or domain is not an error of this statement. */
  private static void requireValueError(PostgresException e) {
    String kind = e.error().sqlStateClass();
    if (!kind.equals("22") && !kind.equals("23")) {
      throw e;
    }
  }

  /** Several keys may be equal to one floating-point number, unless they are such themselves. */
  private boolean isInexact(KeyType type, Pruning.KeyValue value) {
    int oid = value instanceof Pruning.KeyValue.Parameter p ? typeOid(p.number()) : 0;
    boolean floating = type.name().equals("real") || type.name().equals("double precision");
    return (oid == TypeOids.FLOAT4 || oid == TypeOids.FLOAT8) && !floating;
  }

  private int typeOid(int number) {
    return number <= binding.types().length ? binding.types()[number - 1] : 0;
  }

  /** The slot of a value; empty for NULL. */
  private OptionalLong slot(KeyType type, String typeName, Pruning.KeyValue value) {
    return switch (value) {
      case Pruning.KeyValue.Constant constant ->
          ask(type.slotExpression("CAST(" + constant.sql() + " AS " + typeName + ")"), binding);
      case Pruning.KeyValue.Parameter parameter -> slot(type, typeName, parameter.number());
    };
  }

  private OptionalLong slot(KeyType type, String typeName, int number) {
    byte[] value = binding.values().get(number - 1);
    if (value == null) {
      return OptionalLong.empty();
    }
    int oid = typeOid(number);
    OptionalLong hash =
        binding.format(number - 1) == 0 ? type.hashOfText(value) : hashOfBinary(oid, value);
    if (hash.isPresent() && type.fits(typeName, value.length) && sameAsText(type, oid, number)) {
      return OptionalLong.of(SlotMap.slot(hash.getAsLong()));
    }
    return ask(type.slotExpression("CAST($1 AS " + typeName + ")"), binding.only(number - 1));
  }

  /** Whether the parameter's text reads the same as a value of its own type and of the key's. */
  private boolean sameAsText(KeyType type, int oid, int number) {
    boolean integer = oid == TypeOids.INT2 || oid == TypeOids.INT4 || oid == TypeOids.INT8;
    return switch (type.written()) {
      case INTEGER -> integer;
      case TEXT, VARCHAR ->
          (oid == TypeOids.TEXT || oid == TypeOids.VARCHAR) && binding.format(number - 1) == 0;
      case UUID -> oid == TypeOids.UUID && binding.format(number - 1) == 0;
      case OTHERWISE -> false;
    };
  }

  private static OptionalLong hashOfBinary(int oid, byte[] value) {
    ByteBuffer buffer = ByteBuffer.wrap(value);
    return switch (oid) {
      case TypeOids.INT2 -> OptionalLong.of(KeyHash.ofInt(buffer.getShort()));
      case TypeOids.INT4 -> OptionalLong.of(KeyHash.ofInt(buffer.getInt()));
      case TypeOids.INT8 -> OptionalLong.of(KeyHash.ofLong(buffer.getLong()));
      default -> OptionalLong.empty();
    };
  }

  private OptionalLong ask(String slotExpression, Binding values) {
    NodeSession home = homeBackend.get();
    Request request =
        values
            .withResultFormat(0)
            .request("SELECT " + slotExpression)
            .withGuard(Request.Guard.NONE);
    if (home.transactionStatus() != 'T') {
      return slot(TextResult.run(home, request));
    }
    TextResult.run(home, "SAVEPOINT argosy_key");
    try {
      OptionalLong slot = slot(TextResult.run(home, request));
      TextResult.run(home, "RELEASE SAVEPOINT argosy_key");
      return slot;
    } catch (PostgresException e) {
      if (home.transactionStatus() == 'E') {
        TextResult.run(home, "ROLLBACK TO SAVEPOINT argosy_key; RELEASE SAVEPOINT argosy_key");
      }
      throw e;
    }
  }

  private static OptionalLong slot(TextResult answer) {
    String slot = answer.single();
    return slot == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(slot));
  }
}
