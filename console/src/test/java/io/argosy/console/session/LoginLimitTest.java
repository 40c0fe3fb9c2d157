package io.argosy.console.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoginLimitTest {
  private final AtomicLong now = new AtomicLong();
  private final LoginLimit limit = new LoginLimit(now::get);

  @Test
  void anAddressFailsSoOftenInAWhile() throws Exception {
    fail(LoginLimit.FAILURES, "192.0.2.1");
    assertThatThrownBy(() -> limit.begin(address("192.0.2.1")))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> {
              assertThat(refused.status()).isEqualTo(429);
              assertThat(refused.retryAfter()).contains(LoginLimit.WINDOW);
            });
    limit.begin(address("192.0.2.2"));
    limit.end(address("192.0.2.2"), false);
    now.addAndGet(LoginLimit.WINDOW.toNanos());
    assertThatCode(() -> limit.begin(address("192.0.2.1"))).doesNotThrowAnyException();
  }

  @Test
  void whatSucceedsDoesNotCount() throws Exception {
    for (int i = 0; i < 3 * LoginLimit.FAILURES; i++) {
      limit.begin(address("192.0.2.1"));
      limit.end(address("192.0.2.1"), false);
    }
  }

  @Test
  void aNetworkOfIpv6IsOneAddress() throws Exception {
    for (int i = 0; i < LoginLimit.FAILURES; i++) {
      fail(1, "2001:db8::" + i);
    }
    assertThatThrownBy(() -> limit.begin(address("2001:db8::ffff")))
        .isInstanceOf(RefusedException.class);
    limit.begin(address("2001:db8:0:1::1"));
  }

  @Test
  void soManyTryAtATime() throws Exception {
    for (int i = 0; i < LoginLimit.AT_A_TIME; i++) {
      limit.begin(address("192.0.2." + i));
    }
    assertThatThrownBy(() -> limit.begin(address("192.0.2.99")))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> assertThat(refused.retryAfter()).contains(Duration.ofSeconds(1)));
    limit.end(address("192.0.2.0"), false);
    limit.begin(address("192.0.2.99"));
  }

  /** Who comes from ever new addresses makes it forget the first ones, and takes no more memory. */
  @Test
  void remembersSoManyAddresses() throws Exception {
    fail(LoginLimit.FAILURES, "192.0.2.1");
    for (int i = 0; i < LoginLimit.ADDRESSES; i++) {
      fail(1, "10.%d.%d.%d".formatted(i >> 16, i >> 8 & 255, i & 255));
    }
    limit.begin(address("192.0.2.1"));
  }

  private void fail(int times, String address) throws Exception {
    for (int i = 0; i < times; i++) {
      limit.begin(address(address));
      limit.end(address(address), true);
    }
  }

  private static InetAddress address(String text) throws UnknownHostException {
    return InetAddress.getByName(text);
  }
}
