package io.argosy.tpcd.performance;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.tpcd.compare.Answer;
import io.argosy.tpcd.performance.Step.QueryStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Keeps the answers of a test, a JSON file each, so that they can be compared when nothing is timed
 * any more, also by another process.
 *
 * @param directory where they are
 */
record AnswerFiles(Path directory) {
  private static final ObjectMapper JSON = new ObjectMapper();

  void write(QueryStep step, Answer answer) throws IOException {
    Files.createDirectories(directory);
    JSON.writeValue(file(step).toFile(), answer);
  }

  Answer read(QueryStep step) throws IOException {
    return JSON.readValue(file(step).toFile(), Answer.class);
  }

  private Path file(QueryStep step) {
    return directory.resolve(step.id() + ".json");
  }
}
