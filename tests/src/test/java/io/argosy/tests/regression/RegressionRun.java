package io.argosy.tests.regression;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Argosy with some nodes and one PostgreSQL, both empty, on which the files run one by one. */
final class RegressionRun implements Closeable {
  /**
   * A statement that takes longer on Argosy hangs. The longest one needs ten seconds on two idle
   * cores: it looks for each of 10,000 rows in copies of them, which have no index.
   */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final Duration REFERENCE_LIMIT = Duration.ofMinutes(5);

  private final RegressionFiles files;
  private final Placing placing;
  private final Path reports;
  private final TestCluster cluster;
  private final PlainPostgres reference;
  private final TypeNames types;

  /**
   * @param reports the directory for what does not fit into a report
   */
  RegressionRun(RegressionFiles files, Placing placing, int nodes, Path reports)
      throws IOException {
    this.files = files;
    this.reports = reports;
    this.placing = placing;
    this.cluster = TestCluster.start(nodes);
    this.reference = PlainPostgres.start(List.of());
    this.types = new TypeNames(referenceSession("types"), subjectSession("types"));
  }

  /** Runs a file in sessions of its own. */
  List<Verdict> run(String file) throws IOException {
    try (FileRun run =
        new FileRun(files, file, placing, subjectSession(file), referenceSession(file), types)) {
      return run.run();
    }
  }

  private Session subjectSession(String file) throws IOException {
    return new Session(
        cluster.cluster().port(),
        file,
        LIMIT,
        () -> NodesAtWork.tell(cluster.cluster().servers(), reports));
  }

  private Session referenceSession(String file) throws IOException {
    return new Session(reference.port(), file, REFERENCE_LIMIT, () -> "");
  }

  @Override
  public void close() {
    cluster.close();
    reference.close();
  }
}
