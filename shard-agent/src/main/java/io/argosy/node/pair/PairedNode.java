package io.argosy.node.pair;

import io.argosy.node.Machine;
import io.argosy.node.MachineSamples;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.node.Way;
import java.time.Instant;
import java.util.Optional;

/**
 * A node that is reached in two ways. Whoever does not choose one leases by the shortest. What the
 * agent alone knows, it is asked.
 */
public final class PairedNode implements Node {
  private final Node direct;
  private final Node agent;

  /**
   * @param direct the node by an engine in this process
   * @param agent the same node, by the same name, through the agent beside its server
   * @throws IllegalArgumentException when their names differ
   */
  public PairedNode(Node direct, Node agent) {
    if (!direct.name().equals(agent.name())) {
      throw new IllegalArgumentException(direct.name() + " is not " + agent.name());
    }
    this.direct = direct;
    this.agent = agent;
  }

  @Override
  public String name() {
    return agent.name();
  }

  @Override
  public Node by(Way way) {
    return way == Way.AGENT ? agent : direct;
  }

  @Override
  public NodeSession open(SessionOptions options) {
    return direct.open(options);
  }

  @Override
  public NodeSession openWithoutWaiting(SessionOptions options) {
    return direct.openWithoutWaiting(options);
  }

  @Override
  public Optional<Machine> machine() {
    return agent.machine();
  }

  @Override
  public Optional<MachineSamples> samples(Instant since, int most) {
    return agent.samples(since, most);
  }

  @Override
  public void leaveDatabase(String database) {
    direct.leaveDatabase(database);
    agent.leaveDatabase(database);
  }

  @Override
  public void close() {
    try {
      direct.close();
    } finally {
      agent.close();
    }
  }
}
