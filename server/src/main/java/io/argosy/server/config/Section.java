package io.argosy.server.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A mapping of a document. Whoever reads it takes each name that it knows and then calls {@link
 * #end}, which refuses what is left. All methods throw {@link ConfigurationException} where the
 * document is wrong.
 */
final class Section {
  private static final int LARGEST_PORT = 65_535;

  private final Document document;
  private final String place;
  private final ObjectNode mapping;
  private final Set<String> known = new LinkedHashSet<>();

  Section(Document document, String place, ObjectNode mapping) {
    this.document = document;
    this.place = place;
    this.mapping = mapping;
  }

  /** Refuses names that nobody has asked for. */
  void end() {
    for (String name : mapping.propertyStream().map(entry -> entry.getKey()).toList()) {
      if (!known.contains(name)) {
        throw mistake(name, "unknown name; what can be here: " + String.join(", ", known));
      }
    }
  }

  boolean has(String name) {
    known.add(name);
    JsonNode value = mapping.get(name);
    return value != null && !value.isNull();
  }

  String text(String name) {
    return optionalText(name).orElseThrow(() -> missing(name, "a text"));
  }

  Optional<String> optionalText(String name) {
    if (!has(name)) {
      return Optional.empty();
    }
    JsonNode value = mapping.get(name);
    if (!value.isTextual()) {
      throw mistake(
          name,
          "must be a text"
              + (value.isValueNode() ? "; put it into quotes" : ", not a mapping or a list"));
    }
    if (value.textValue().isEmpty()) {
      throw mistake(name, "is empty; write a text or leave the name away");
    }
    return Optional.of(value.textValue());
  }

  /** A number, or the default where there is none. */
  int integer(String name, int smallest, int largest, int otherwise) {
    return has(name) ? integer(name, smallest, largest) : otherwise;
  }

  /** A number from 0 to 1, or the default where there is none. */
  double fraction(String name, double otherwise) {
    if (!has(name)) {
      return otherwise;
    }
    JsonNode value = mapping.get(name);
    if (!value.isNumber() || !(value.doubleValue() >= 0 && value.doubleValue() <= 1)) {
      throw mistake(name, "must be a number from 0 to 1");
    }
    return value.doubleValue();
  }

  /** true or false, or the default where there is neither. */
  boolean truth(String name, boolean otherwise) {
    if (!has(name)) {
      return otherwise;
    }
    JsonNode value = mapping.get(name);
    if (!value.isBoolean()) {
      throw mistake(name, "must be true or false");
    }
    return value.booleanValue();
  }

  /** A TCP port to connect to, or to listen on. */
  int port(String name) {
    return integer(name, 1, LARGEST_PORT);
  }

  /** A TCP port to listen on; 0 has the system choose one. */
  int listenPort(String name) {
    return integer(name, 0, LARGEST_PORT);
  }

  private int integer(String name, int smallest, int largest) {
    String expected = "a whole number from " + smallest + " to " + largest;
    if (!has(name)) {
      throw missing(name, expected);
    }
    JsonNode value = mapping.get(name);
    if (!value.canConvertToInt()
        || !value.isIntegralNumber()
        || value.intValue() < smallest
        || value.intValue() > largest) {
      throw mistake(name, "must be " + expected);
    }
    return value.intValue();
  }

  /** One of an enum's constants, in lower case with hyphens; the default where there is none. */
  <E extends Enum<E>> E choice(String name, E otherwise) {
    Optional<String> text = optionalText(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    E[] constants = otherwise.getDeclaringClass().getEnumConstants();
    return Arrays.stream(constants)
        .filter(constant -> lower(constant).equals(text.get()))
        .findFirst()
        .orElseThrow(
            () ->
                mistake(
                    name,
                    "must be one of "
                        + String.join(
                            ", ", Arrays.stream(constants).map(Section::lower).toList())));
  }

  private static <E extends Enum<E>> String lower(E constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Section section(String name) {
    return optionalSection(name).orElseThrow(() -> missing(name, "a mapping"));
  }

  Optional<Section> optionalSection(String name) {
    if (!has(name)) {
      return Optional.empty();
    }
    return Optional.of(section(below(name), mapping.get(name)));
  }

  /** The texts of a list that has at least one. */
  List<String> texts(String name) {
    ArrayNode list = list(name);
    if (list.valueStream().anyMatch(entry -> !entry.isTextual())) {
      throw mistake(name, "must be a list of texts");
    }
    return list.valueStream().map(JsonNode::textValue).toList();
  }

  private ArrayNode list(String name) {
    if (!has(name)) {
      throw missing(name, "a list");
    }
    if (!(mapping.get(name) instanceof ArrayNode list) || list.isEmpty()) {
      throw mistake(name, "must be a list with at least one entry");
    }
    return list;
  }

  /** The mappings of a list that has at least one. */
  List<Section> sections(String name) {
    ArrayNode list = list(name);
    List<Section> sections = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      sections.add(section(below(name) + "[" + i + "]", list.get(i)));
    }
    return sections;
  }

  private Section section(String where, JsonNode value) {
    if (value instanceof ObjectNode inner) {
      return new Section(document, where, inner);
    }
    throw document.mistake(where, "must be a mapping: lines of the form \"name: value\"");
  }

  /** All names, for mappings whose names the user chooses. */
  List<String> names() {
    return mapping.propertyStream().map(entry -> entry.getKey()).toList();
  }

  boolean isText(String name) {
    return has(name) && mapping.get(name).isTextual();
  }

  /**
   * A secret in one of the three forms {@code name}, {@code name_file}, {@code name_environment}.
   */
  Optional<String> secret(String name) {
    Optional<String> plain = optionalText(name);
    Optional<Path> file = file(name + "_file");
    Optional<String> variable = optionalText(name + "_environment");
    long given =
        (plain.isPresent() ? 1 : 0) + (file.isPresent() ? 1 : 0) + (variable.isPresent() ? 1 : 0);
    if (given > 1) {
      throw mistake(name, "write only one of %1$s, %1$s_file, %1$s_environment".formatted(name));
    }
    return plain
        .or(() -> file.map(path -> firstLine(name + "_file", path)))
        .or(() -> variable.map(value -> fromEnvironment(name + "_environment", value)));
  }

  /** As {@link #secret}, where there must be one. */
  String requiredSecret(String name) {
    return secret(name)
        .orElseThrow(
            () ->
                mistake(
                    name,
                    "is missing; write one of %1$s, %1$s_file, %1$s_environment".formatted(name)));
  }

  /** A file that exists, relative to the document. */
  Optional<Path> file(String name) {
    Optional<Path> path = optionalText(name).map(document::resolve);
    path.ifPresent(
        found -> {
          if (!Files.isReadable(found)) {
            throw mistake(name, "the file " + found + " does not exist or cannot be read");
          }
        });
    return path;
  }

  private String firstLine(String name, Path path) {
    try {
      String text = Files.readString(path).stripTrailing();
      if (text.isEmpty()) {
        throw mistake(name, "the file " + path + " is empty");
      }
      return text;
    } catch (IOException e) {
      throw mistake(name, "the file " + path + " cannot be read as text");
    }
  }

  private String fromEnvironment(String name, String variable) {
    String value = document.environment().get(variable);
    if (value == null || value.isEmpty()) {
      throw mistake(name, "the environment variable " + variable + " is not set");
    }
    return value;
  }

  ConfigurationException missing(String name, String expected) {
    return mistake(name, "is missing; write " + expected);
  }

  ConfigurationException mistake(String name, String problem) {
    return document.mistake(below(name), problem);
  }

  private String below(String name) {
    return place.isEmpty() ? name : place + "." + name;
  }
}
