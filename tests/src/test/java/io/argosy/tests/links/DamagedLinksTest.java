package io.argosy.tests.links;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Single bits flip between coordinator and agents and between agents: {@code -Dflips.seed} says
 * which. A statement gives the right rows or a clear error, and never waits for what is lost.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(900)
class DamagedLinksTest {
  private static final Logger LOG = LoggerFactory.getLogger(DamagedLinksTest.class);
  private static final int NODES = 2;
  private static final int ROWS = 300;

  /** Sends rows from agent to agent. */
  private static final String MOVING =
      "SELECT count(*), min(b.id) FROM flip a JOIN flip b ON b.id = a.other WHERE b.body = a.body";

  private static final String MOVED = "294 1";
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** The connection to a node is lost, the outcome of a commit is not known, frames are damaged. */
  private static final Set<String> CLEAR = Set.of("08006", "08007", "08P01");

  /** Bytes of length, type and stream, and of the checksum behind them. */
  private static final int HEAD = 4 + 1 + 4 + 4;

  private RelayedCluster cluster;

  /** Where in a frame. */
  private enum Place {
    LENGTH(0, 4),
    TYPE(4, 1),
    STREAM(5, 4),
    CHECKSUM_OF_HEAD(9, 4),
    CONTENT(HEAD, 0),
    CHECKSUM(-4, 4);

    private final int from;
    private final int bytes;

    Place(int from, int bytes) {
      this.from = from;
      this.bytes = bytes;
    }

    /** A byte of a frame. */
    int anyIn(byte[] frame, Random random) {
      int content = Math.max(1, frame.length - HEAD - 4);
      int start = from < 0 ? frame.length + from : from;
      return start + random.nextInt(this == CONTENT ? content : bytes);
    }
  }

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    cluster = RelayedCluster.start(directory, NODES, FrameRelay.HONEST);
    try (Connection connection = cluster.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE flip (id int PRIMARY KEY, other int, v int, body text)");
      statement.execute("SELECT create_distributed_table('flip', 'id')");
      statement.execute(
          "INSERT INTO flip SELECT g, g %% 50, 0, repeat('x', 200) FROM generate_series(1, %d) g"
              .formatted(ROWS));
      statement.execute("CREATE TABLE pair (id int PRIMARY KEY, v int)");
      statement.execute("SELECT create_reference_table('pair')");
      statement.execute("INSERT INTO pair SELECT g, 0 FROM generate_series(1, 10) g");
    }
  }

  @AfterAll
  void stop() throws IOException {
    cluster.close();
  }

  @Test
  void aFlippedBitIsNeverBelievedAndNeverWaitedFor() throws Exception {
    run(24);
  }

  @Test
  @Tag("slow")
  void manyFlippedBitsAreNeverBelievedAndNeverWaitedFor() throws Exception {
    run(Integer.getInteger("flips.count", 2000));
  }

  /** The node that sends to a lost one fails first, and knows only that nobody takes its rows. */
  @Test
  void aLostLinkIsToldAlsoWhereItIsNoticedLate() throws Exception {
    List<String> told = new ArrayList<>();
    for (int left = 1; left <= 12; left++) {
      AtomicInteger toPass = new AtomicInteger(left);
      cluster.relay(1).tellOfEndsLate(Duration.ofMillis(300));
      cluster
          .relay(1)
          .follow(
              (way, frame) -> {
                if (way.toAgent() && toPass.decrementAndGet() == 0) {
                  frame[HEAD]++;
                }
                return frame;
              });
      expect(told, MOVING, MOVED);
      cluster.relay(1).beHonest();
      afterwards();
    }
    assertThat(told).isNotEmpty();
  }

  private void run(int flips) throws Exception {
    long seed = Long.getLong("flips.seed", System.nanoTime());
    Random random = new Random(seed);
    List<String> told = new ArrayList<>();
    try {
      for (int flip = 0; flip < flips; flip++) {
        Place place = Place.values()[flip % Place.values().length];
        AtomicInteger flipped = flipOne(place, random);
        told.addAll(statements());
        for (int node = 0; node < NODES; node++) {
          cluster.relay(node).beHonest();
        }
        LOG.debug("{}: {} of {}", flip, flipped, place);
        afterwards();
      }
    } catch (AssertionError e) {
      throw new AssertionError("with -Dflips.seed=" + seed, e);
    }
    LOG.info("{} of {} flips were told: {}", told.size(), flips, Set.copyOf(told));
    assertThat(told).hasSizeGreaterThan(flips / 4);
  }

  /** One of the next frames, in one of the directions, of one agent. */
  private AtomicInteger flipOne(Place place, Random random) {
    boolean direction = random.nextBoolean();
    AtomicInteger left = new AtomicInteger(1 + random.nextInt(25));
    long bits = random.nextLong();
    cluster
        .relay(random.nextInt(NODES))
        .follow(
            (way, frame) -> {
              if (way.toAgent() == direction && left.decrementAndGet() == 0) {
                Random which = new Random(bits);
                frame[place.anyIn(frame, which)] ^= (byte) (1 << which.nextInt(8));
              }
              return frame;
            });
    return left;
  }

  /** Reads, rows from agent to agent, and a write on all nodes; gives the SQLSTATEs of failures. */
  private List<String> statements() {
    List<String> told = new ArrayList<>();
    expect(told, "SELECT count(*), sum(length(body)) FROM flip", ROWS + " " + 200 * ROWS);
    expect(told, MOVING, MOVED);
    expect(told, "UPDATE flip SET v = v + 1", "" + ROWS);
    expect(told, "UPDATE pair SET v = v + 1", "10");
    return told;
  }

  private void expect(List<String> told, String sql, String answer) {
    long start = System.nanoTime();
    try (Connection connection = cluster.connect();
        Statement statement = connection.createStatement()) {
      assertThat(answer(statement, sql)).as(sql).isEqualTo(answer);
    } catch (SQLException e) {
      told.add(RelayedCluster.toldByCoordinator(e, CLEAR));
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).as(sql).isLessThan(LONGEST);
  }

  private static String answer(Statement statement, String sql) throws SQLException {
    if (!statement.execute(sql)) {
      return "" + statement.getUpdateCount();
    }
    try (ResultSet rows = statement.getResultSet()) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1) + " " + rows.getString(2);
    }
  }

  /** Each write is on all nodes or on none, and everything works. */
  private void afterwards() throws SQLException {
    try (Connection connection = cluster.connect();
        Statement statement = connection.createStatement()) {
      assertThat(answer(statement, "SELECT count(DISTINCT v), count(*) FROM flip"))
          .isEqualTo("1 " + ROWS);
    }
    List<String> copies = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      copies.add(cluster.ask(node, "SELECT string_agg(v::text, ' ' ORDER BY id) FROM pair"));
    }
    assertThat(Set.copyOf(copies)).as("copies").hasSize(1);
  }
}
