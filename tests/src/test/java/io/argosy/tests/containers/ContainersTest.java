package io.argosy.tests.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** docker/try: images, a cluster by TLS, TPC-D, and the failover of a node. */
@Tag("slow")
@Timeout(1200)
@ResourceLock("docker")
class ContainersTest {
  @Test
  void theClusterOfTheComposeFileAnswers(@TempDir Path directory) throws Exception {
    DockerEngine.require();
    assumeTrue(
        DockerEngine.succeeds("docker", "compose", "version")
            || DockerEngine.succeeds("docker-compose", "version"),
        "docker compose is not installed");
    Path output = directory.resolve("output");

    int status =
        new ProcessBuilder("../docker/try", "--scale", "0.01")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start()
            .waitFor();

    assertThat(status).as(() -> read(output)).isZero();
    assertThat(read(output).lines().filter(line -> line.startsWith("17 of 17 same"))).hasSize(2);
  }

  private static String read(Path output) {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
