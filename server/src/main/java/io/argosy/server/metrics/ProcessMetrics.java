package io.argosy.server.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.netty4.NettyAllocatorMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.util.List;

/** What is the same for all processes: the JVM, Netty's memory, processor time, files. */
final class ProcessMetrics implements MeterBinder {
  private static final List<MeterBinder> BINDERS =
      List.of(
          new ClassLoaderMetrics(),
          new JvmMemoryMetrics(),
          new JvmThreadMetrics(),
          new ProcessorMetrics(),
          new FileDescriptorMetrics(),
          new UptimeMetrics());

  @Override
  public void bindTo(MeterRegistry registry) {
    BINDERS.forEach(binder -> binder.bindTo(registry));
    if (ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider provider) {
      new NettyAllocatorMetrics(provider).bindTo(registry);
    }
  }
}
