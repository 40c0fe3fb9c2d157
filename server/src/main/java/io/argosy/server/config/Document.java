package io.argosy.server.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * A YAML file that is being read.
 *
 * @param file where it is; other files that it names are relative to its directory
 * @param environment the environment variables that it can name
 */
record Document(Path file, Map<String, String> environment) {
  private static final YAMLMapper YAML =
      YAMLMapper.builder(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * The document's outermost mapping.
   *
   * @throws ConfigurationException when the file cannot be read or is not YAML
   */
  Section root() {
    try {
      JsonNode tree = YAML.readTree(Files.readString(file));
      if (tree instanceof ObjectNode mapping) {
        return new Section(this, "", mapping);
      }
      throw mistake("", "the file must hold a mapping: lines of the form \"name: value\"");
    } catch (NoSuchFileException e) {
      throw new ConfigurationException(file, "", "there is no such file", e);
    } catch (JsonProcessingException e) {
      // Not as the cause: its message quotes the line, and with it perhaps a password.
      throw mistake(line(e), problem(e));
    } catch (IOException e) {
      throw new ConfigurationException(file, "", "the file cannot be read: " + e.getMessage(), e);
    }
  }

  /** A file that the document names. */
  Path resolve(String name) {
    Path directory = file.toAbsolutePath().getParent();
    return directory.resolve(name).normalize();
  }

  ConfigurationException mistake(String place, String problem) {
    return new ConfigurationException(file, place, problem);
  }

  private static String line(JsonProcessingException failure) {
    if (failure.getCause() instanceof MarkedYAMLException yaml && yaml.getProblemMark() != null) {
      return "line " + (yaml.getProblemMark().getLine() + 1);
    }
    return failure.getLocation() == null ? "" : "line " + failure.getLocation().getLineNr();
  }

  private static String problem(JsonProcessingException failure) {
    if (failure.getCause() instanceof MarkedYAMLException yaml) {
      return "not valid YAML: " + yaml.getProblem();
    }
    if (failure.getOriginalMessage().startsWith("Duplicate")) {
      return "this name is in its mapping already; write each name once";
    }
    return "not valid YAML";
  }
}
