package io.argosy.coordinator.statement.copy;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Finds the node that owns a key. Keys whose text Java does not surely read as PostgreSQL does
 * ({@code 0x10}, a varchar that is cut to its length) are asked of a node.
 */
final class KeyOwner implements AutoCloseable {
  private final NodeBackends backends;
  private final KeyType type;
  private final String declaredType;
  private final boolean binary;
  private final SlotMap slots;
  private NodeSession asked;

  /**
   * @param declaredType the key column's type with its modifier
   * @param binary whether keys come in PostgreSQL's binary format
   */
  KeyOwner(NodeBackends backends, KeyType type, String declaredType, boolean binary) {
    this.backends = backends;
    this.type = type;
    this.declaredType = declaredType;
    this.binary = binary;
    this.slots = backends.slots();
  }

  /** Whether Java can read keys of a type. */
  static boolean reads(KeyType type) {
    return type.written() != KeyType.Written.OTHERWISE;
  }

  /**
   * The owner of a key; the home node for what is not a value of the key's type, since some node
   * must refuse it.
   */
  int node(byte[] data, int from, int to) {
    OptionalLong hash =
        binary ? type.hashOfBinary(data, from, to) : type.hashOfText(data, from, to);
    if (hash.isPresent() && type.fits(declaredType, to - from)) {
      return slots.owner(SlotMap.slot(hash.getAsLong()));
    }
    return binary && hash.isEmpty() ? Cluster.HOME : ask(Arrays.copyOfRange(data, from, to));
  }

  private int ask(byte[] key) {
    if (asked == null) {
      asked = backends.open(Cluster.HOME);
    }
    try {
      String slot =
          TextResult.run(
                  asked,
                  "SELECT "
                      + type.slotExpression("CAST($1::pg_catalog.text AS " + declaredType + ")"),
                  List.of(new String(key, StandardCharsets.UTF_8)))
              .single();
      return slots.owner(Integer.parseInt(slot));
    } catch (PostgresException e) {
      if (e.error().sqlStateClass().equals("22")) {
        return Cluster.HOME;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    if (asked != null) {
      backends.close(asked);
    }
  }
}
