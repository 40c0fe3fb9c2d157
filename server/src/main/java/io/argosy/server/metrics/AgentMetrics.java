package io.argosy.server.metrics;

import io.argosy.agent.server.AgentServer;
import io.argosy.node.local.PoolUse;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/** What an agent does for coordinators. */
public final class AgentMetrics implements MeterBinder {
  private final AgentServer agent;

  public AgentMetrics(AgentServer agent) {
    this.agent = agent;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("argosy.agent.connections", agent, AgentServer::connections)
        .description("Coordinators and other agents that are connected.")
        .register(registry);
    pool(registry, "leased", "Backends that work for a coordinator.", PoolUse::leased);
    pool(registry, "idle", "Backends that wait for work.", PoolUse::idle);
    pool(registry, "waiting", "Leases that wait for a backend.", PoolUse::waiting);
    pool(registry, "limit", "Backends that there may be.", PoolUse::limit);
    bytes(
        registry,
        "argosy.agent.read",
        "What the server has answered for coordinators.",
        server -> server.statistics().rawBytes());
    bytes(
        registry,
        "argosy.agent.sent",
        "What was sent to coordinators for that, compressed.",
        server -> server.statistics().wireBytes());
    bytes(
        registry,
        "argosy.agent.inboxes.spilled",
        "Moved rows that went into files since memory was full.",
        server -> server.inboxes().spilledBytes());
    Gauge.builder("argosy.agent.inboxes.memory", agent, server -> server.inboxes().memoryBytes())
        .baseUnit("bytes")
        .description("Moved rows in memory that wait to be loaded.")
        .register(registry);
  }

  private void pool(
      MeterRegistry registry, String what, String description, ToIntFunction<PoolUse> value) {
    Gauge.builder(
            "argosy.agent.backends." + what, agent, server -> value.applyAsInt(server.poolUse()))
        .description(description)
        .register(registry);
  }

  private void bytes(
      MeterRegistry registry,
      String name,
      String description,
      ToDoubleFunction<AgentServer> value) {
    FunctionCounter.builder(name, agent, value)
        .baseUnit("bytes")
        .description(description)
        .register(registry);
  }
}
