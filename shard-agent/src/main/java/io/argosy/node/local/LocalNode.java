package io.argosy.node.local;

import io.argosy.node.Machine;
import io.argosy.node.MachineSamples;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.node.move.Inboxes;
import java.time.Instant;
import java.util.Optional;

/** A node whose engine runs in this process: nothing is installed beside the server. */
public final class LocalNode implements Node {
  private final Engine engine;
  private final OwnMachine ownMachine;

  /** Its machine is sampled where that is this one. */
  public LocalNode(EngineConfig config) {
    this(config, true);
  }

  /**
   * @param samples whether its machine is sampled where that is this one
   */
  public LocalNode(EngineConfig config, boolean samples) {
    this.engine = new Engine(config);
    this.ownMachine = new OwnMachine(config.servers(), samples);
  }

  @Override
  public String name() {
    return engine.config().name();
  }

  @Override
  public NodeSession open(SessionOptions options) {
    Lease lease = engine.lease(options);
    ownMachine.see(lease.processId(), options);
    return new LocalSession(this, engine, lease);
  }

  @Override
  public Optional<Machine> machine() {
    return Optional.empty();
  }

  @Override
  public Optional<MachineSamples> samples(Instant since, int most) {
    return ownMachine.samples(since, most);
  }

  @Override
  public void leaveDatabase(String database) {
    engine.leaveDatabase(database);
  }

  /** How far the pool of its server's backends is used. */
  public PoolUse poolUse() {
    return engine.poolUse();
  }

  /** Where rows wait that this server is to load. */
  public Inboxes inboxes() {
    return engine.inboxes();
  }

  /** How many backends are leased at the moment. */
  public int leased() {
    return engine.leased();
  }

  @Override
  public void close() {
    ownMachine.close();
    engine.close();
  }
}
