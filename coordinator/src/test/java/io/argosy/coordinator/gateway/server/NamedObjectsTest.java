package io.argosy.coordinator.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.gateway.ClientSession.Portal;
import io.argosy.coordinator.gateway.ClientSession.Prepared;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NamedObjectsTest {
  private final NamedObjects objects = new NamedObjects();

  @Test
  void closesThePortalsOfATransactionButThoseThatHold() {
    Spy plain = new Spy(false, false);
    Spy held = new Spy(true, false);
    Spy broken = new Spy(false, true);
    objects.add("plain", plain);
    objects.add("held", held);
    objects.add("broken", broken);

    objects.endTransaction();

    assertThat(plain.closed).isTrue();
    assertThat(broken.closed).isTrue();
    assertThat(held.closed).isFalse();
    assertThat(objects.portal("held")).contains(held);
    assertThat(objects.portal("plain")).isEmpty();

    objects.closeAll();
    assertThat(held.closed).isTrue();
  }

  @Test
  void replacesOnlyTheUnnamedPortal() {
    Spy unnamed = new Spy(false, false);
    objects.add("", unnamed);
    objects.add("named", new Spy(false, false));

    objects.makeRoomForPortal("");

    assertThat(unnamed.closed).isTrue();
    assertThatThrownBy(() -> objects.makeRoomForPortal("named"))
        .hasMessage("42P03: cursor \"named\" already exists");
  }

  @Test
  void forgetsThatAPortalWasFinishedWhenItsNameIsUsedAgain() {
    objects.add("p", new Spy(false, false));
    objects.finish("p");
    assertThat(objects.isFinished("p")).isTrue();

    objects.closePortal("p");

    assertThat(objects.isFinished("p")).isFalse();
  }

  @Test
  void discardsWhatSqlDiscardsAfterTheStatementOnly() {
    Spy held = new Spy(true, false);
    objects.add("s", new Nothing());
    objects.add("", new Nothing());
    objects.add("p", held);

    objects.completed("DEALLOCATE ALL");
    assertThat(objects.statement("s")).isPresent();
    objects.applyDiscards();
    assertThat(objects.statement("s")).isEmpty();
    assertThat(objects.statement("")).isPresent();
    assertThat(held.closed).isFalse();

    objects.completed("DISCARD ALL");
    objects.applyDiscards();
    assertThat(held.closed).isTrue();
  }

  private static final class Nothing implements Prepared {
    @Override
    public int[] parameterTypes() {
      return new int[0];
    }

    @Override
    public Optional<List<Field>> fields() {
      return Optional.empty();
    }
  }

  private static final class Spy implements Portal {
    private final boolean holdable;
    private final boolean broken;
    private boolean closed;

    Spy(boolean holdable, boolean broken) {
      this.holdable = holdable;
      this.broken = broken;
    }

    @Override
    public Optional<List<Field>> fields() {
      return Optional.empty();
    }

    @Override
    public boolean execute(int maximumRows) {
      return true;
    }

    @Override
    public boolean holdable() {
      return holdable;
    }

    @Override
    public void close() {
      closed = true;
      if (broken) {
        throw new PostgresException("08006", "connection lost");
      }
    }
  }
}
