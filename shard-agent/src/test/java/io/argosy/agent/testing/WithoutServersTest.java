package io.argosy.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WithoutServersTest {
  @Test
  void knowsWhatStartsAServer() throws ClassNotFoundException {
    assertThat(WithoutServers.startsServer(PostgresServer.class)).isTrue();
    assertThat(WithoutServers.startsServer(Class.forName("io.argosy.node.local.LocalNodeTest")))
        .isTrue();
    assertThat(WithoutServers.startsServer(WithoutServers.class)).isFalse();
    assertThat(WithoutServers.startsServer(Events.class)).isFalse();
  }
}
