package io.argosy.server.metrics;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.activity.Activity;
import io.argosy.coordinator.activity.NodeTraffic;
import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.activity.StatementActivity;
import io.argosy.coordinator.activity.StatementObserver;
import io.argosy.coordinator.gateway.server.PostgresServer;
import io.argosy.coordinator.limit.MemoryBudget;
import io.argosy.coordinator.limit.StatementQueue;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * What a coordinator's clients, statements and nodes do. Labels are strategies, nodes and classes
 * of errors: few, and nothing that a client has written.
 */
public final class CoordinatorMetrics implements MeterBinder, StatementObserver {
  private static final double NANOSECONDS_PER_SECOND = 1e9;

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofSeconds(60),
    Duration.ofMinutes(10)
  };

  private final Coordinator coordinator;
  private final PostgresServer endpoint;
  private final Map<String, Timer> durations = new ConcurrentHashMap<>();
  private final Map<String, Counter> errors = new ConcurrentHashMap<>();
  private MeterRegistry registry;
  private Counter rows;

  public CoordinatorMetrics(Coordinator coordinator, PostgresServer endpoint) {
    this.coordinator = coordinator;
    this.endpoint = endpoint;
  }

  /** Registers everything, and notes statements from now on. To be called once. */
  @Override
  public void bindTo(MeterRegistry newRegistry) {
    registry = newRegistry;
    rows =
        Counter.builder("argosy.rows")
            .description("Rows that clients were sent, or that were changed for them.")
            .register(registry);
    bindConnections();
    bindTransactions();
    for (NodeTraffic traffic : coordinator.activity().traffic()) {
      bindNode(traffic);
    }
    duration("ROUTE");
    errors("XX");
    coordinator.activity().observe(this);
  }

  private void bindConnections() {
    gauge("argosy.connections", endpoint, PostgresServer::connections)
        .description("Clients that are connected.")
        .register(registry);
    gauge("argosy.connections.limit", endpoint, PostgresServer::maximumConnections)
        .description("Clients that may be connected at a time.")
        .register(registry);
    FunctionCounter.builder(
            "argosy.connections.refused", endpoint, PostgresServer::refusedConnections)
        .description("Clients that were refused since too many were connected.")
        .register(registry);
    gauge("argosy.statements.running", coordinator.activity(), Activity::running)
        .description("Statements that clients wait for, queued ones too.")
        .register(registry);
    StatementQueue queue = coordinator.limits().statements();
    gauge("argosy.statements.queued", queue, StatementQueue::waiting)
        .description("Statements that wait until fewer are running.")
        .register(registry);
    gauge("argosy.statements.limit", queue, StatementQueue::limit)
        .description("Statements that may run at a time; 0 for any number.")
        .register(registry);
    MemoryBudget memory = coordinator.limits().memory();
    gauge("argosy.memory.held", memory, MemoryBudget::held)
        .baseUnit("bytes")
        .description("Messages of clients and answers of nodes that are held in memory.")
        .register(registry);
    gauge("argosy.memory.limit", memory, MemoryBudget::limit)
        .baseUnit("bytes")
        .description("How much of these may be held.")
        .register(registry);
  }

  private void bindTransactions() {
    FunctionCounter.builder(
            "argosy.two.phase.commits", coordinator.activity(), Activity::twoPhaseCommits)
        .description("Transactions over several nodes that were committed in two phases.")
        .register(registry);
  }

  private void bindNode(NodeTraffic traffic) {
    gauge(
            "argosy.prepared.in.doubt",
            coordinator.transactions(),
            transactions -> transactions.inDoubt(traffic.position()))
        .tag("node", traffic.node())
        .description("Parts of transactions that a node has prepared and could not end yet.")
        .register(registry);
    gauge("argosy.node.backends.leased", traffic, NodeTraffic::leased)
        .tag("node", traffic.node())
        .description("Backends of the node that sessions have.")
        .register(registry);
    bytes("argosy.node.received", traffic, NodeTraffic::received)
        .description("What the node has answered, as PostgreSQL sent it.")
        .register(registry);
    bytes("argosy.node.network", traffic, NodeTraffic::network)
        .description("What crossed the network for that, compressed; 0 without an agent.")
        .register(registry);
    bytes("argosy.node.shipped", traffic, NodeTraffic::shipped)
        .description("Rows that the coordinator has loaded into the node.")
        .register(registry);
    bytes("argosy.node.moved", traffic, NodeTraffic::moved)
        .description("Rows that the node has sent to nodes.")
        .register(registry);
    seconds("argosy.node.processor", traffic, NodeTraffic::processor)
        .description("Processors that worked for statements there, as far as that is known.")
        .register(registry);
    seconds("argosy.node.queue", traffic, NodeTraffic::queue)
        .description("Waiting for a processor there, as far as that is known.")
        .register(registry);
    bytes("argosy.node.disk.read", traffic, NodeTraffic::diskRead)
        .description("Read from disks there for statements, as far as that is known.")
        .register(registry);
  }

  private static <T> Gauge.Builder<T> gauge(String name, T source, ToDoubleFunction<T> value) {
    return Gauge.builder(name, source, value);
  }

  private static FunctionCounter.Builder<NodeTraffic> bytes(
      String name, NodeTraffic traffic, ToDoubleFunction<NodeTraffic> value) {
    return FunctionCounter.builder(name, traffic, value)
        .baseUnit("bytes")
        .tag("node", traffic.node());
  }

  private static FunctionCounter.Builder<NodeTraffic> seconds(
      String name, NodeTraffic traffic, ToLongFunction<NodeTraffic> nanoseconds) {
    return FunctionCounter.builder(
            name, traffic, source -> nanoseconds.applyAsLong(source) / NANOSECONDS_PER_SECOND)
        .baseUnit("seconds")
        .tag("node", traffic.node());
  }

  private Timer duration(String strategy) {
    return durations.computeIfAbsent(
        strategy,
        name ->
            Timer.builder("argosy.statement.duration")
                .description("How long statements took that were answered, by strategy.")
                .tag("strategy", name)
                .serviceLevelObjectives(BUCKETS)
                .register(registry));
  }

  private Counter errors(String sqlStateClass) {
    return errors.computeIfAbsent(
        sqlStateClass,
        name ->
            Counter.builder("argosy.errors")
                .description("Errors that clients were told, by the class of their SQLSTATE.")
                .tag("class", name)
                .register(registry));
  }

  @Override
  public void joined(NodeTraffic node) {
    bindNode(node);
  }

  @Override
  public void completed(SessionActivity session, StatementActivity statement) {
    duration(statement.strategy()).record(statement.worked());
    rows.increment(statement.rows());
  }

  @Override
  public void failed(
      SessionActivity session, Optional<StatementActivity> statement, String sqlState) {
    errors(SqlStateClasses.of(sqlState)).increment();
  }
}
