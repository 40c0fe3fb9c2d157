package io.argosy.coordinator.statement.copy;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.protocol.message.PostgresException;

/** Sends each row of a client's data to the node that owns its key. Used by one thread. */
final class RowDistribution {
  private final CopyInput input;
  private final NodeCopies nodes;
  private final RowScanner scanner;
  private final KeyOwner owners;
  private final CopyOptions options;
  private long line = 1;
  private boolean endSeen;

  RowDistribution(
      CopyInput input, NodeCopies nodes, RowScanner scanner, KeyOwner owners, CopyOptions options) {
    this.input = input;
    this.nodes = nodes;
    this.scanner = scanner;
    this.owners = owners;
    this.options = options;
  }

  /**
   * Reads the data to its end.
   *
   * @throws PostgresException the failure of a node, or the client's own
   */
  void run() {
    boolean headerTaken = !options.header() && options.format() != CopyOptions.Format.BINARY;
    while (!endSeen && input.more()) {
      nodes.stopIfFailed();
      headerTaken = headerTaken || takeHeader();
      if (headerTaken) {
        takeRows();
      }
    }
    if (endSeen) {
      input.drain();
    } else if (input.start() < input.limit()) {
      takeRest(headerTaken);
    }
  }

  /** Every node reads the header; false when it is not complete yet. */
  private boolean takeHeader() {
    boolean binary = options.format() == CopyOptions.Format.BINARY;
    int end;
    if (binary) {
      int length = BinaryRowScanner.headerLength(input.data(), input.start(), input.limit());
      end = length == RowScanner.INCOMPLETE ? length : input.start() + length;
    } else {
      end = scanner.end(input.data(), input.start(), input.limit());
    }
    if (end == RowScanner.INCOMPLETE) {
      return false;
    }
    sendToAll(end, binary ? 0 : scanner.lines);
    return true;
  }

  private void sendToAll(int end, int lines) {
    for (NodeCopy node : nodes.all()) {
      for (int i = 0; i < lines; i++) {
        node.line(line + i);
      }
      node.send(input.data(), input.start(), end);
    }
    line += lines;
    input.takenTo(end);
  }

  private void takeRows() {
    byte[] data = input.data();
    int limit = input.limit();
    int start = input.start();
    int end;
    while (!endSeen && (end = scanner.end(data, start, limit)) != RowScanner.INCOMPLETE) {
      take(data, start, end);
      start = end;
    }
    input.takenTo(start);
  }

  private void take(byte[] data, int start, int end) {
    if (scanner.isEndMarker(data, start)) {
      endSeen = true;
      if (options.format() == CopyOptions.Format.BINARY) {
        nodes.all().forEach(node -> node.send(data, start, end));
      }
      return;
    }
    NodeCopy node = nodes.on(owner(data, start));
    for (int i = 0; i < scanner.lines; i++) {
      node.line(line++);
    }
    node.send(data, start, end);
  }

  /** The last line may lack its end. */
  private void takeRest(boolean headerTaken) {
    scanner.endOfData(input.data(), input.start(), input.limit());
    if (headerTaken) {
      take(input.data(), input.start(), input.limit());
    } else {
      sendToAll(input.limit(), scanner.lines);
    }
  }

  /** Rows without a key go to the home node, which refuses them. */
  private int owner(byte[] data, int start) {
    if (!scanner.hasKey() || scanner.keyIsNull(data, start)) {
      return Cluster.HOME;
    }
    if (scanner.keyEncoded) {
      byte[] key = scanner.decodedKey(data, start);
      return owners.node(key, 0, key.length);
    }
    return owners.node(data, start + scanner.keyFrom, start + scanner.keyTo);
  }
}
