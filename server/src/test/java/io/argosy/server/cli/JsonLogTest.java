package io.argosy.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.status.Status;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.argosy.node.LoggedStatement;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is logged as JSON, which programs read. */
class JsonLogTest {
  @Test
  void logsCanBeJson() throws Exception {
    LoggerContext context = new LoggerContext();
    context.putProperty("ARGOSY_LOG_FORMAT", "json");
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(getClass().getResource("/logback.xml"));
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ConsoleAppender<ILoggingEvent> console =
        (ConsoleAppender<ILoggingEvent>) root.getAppender("console");
    LoggingEvent event =
        new LoggingEvent(
            "", context.getLogger("io.argosy.X"), Level.WARN, "lost {}", null, new Object[] {"it"});
    event.setMDCPropertyMap(Map.of(LoggedStatement.KEY, "0-1"));

    JsonNode line =
        new JsonMapper()
            .readTree(new String(console.getEncoder().encode(event), StandardCharsets.UTF_8));
    context.stop();

    // A warning would be printed to the standard output, which is for the line "ready".
    assertThat(context.getStatusManager().getCopyOfStatusList())
        .allMatch(status -> status.getEffectiveLevel() == Status.INFO);
    assertThat(line.get("level").textValue()).isEqualTo("WARN");
    assertThat(line.get("formattedMessage").textValue()).isEqualTo("lost it");
    assertThat(line.get("mdc").get("statement").textValue()).isEqualTo("0-1");
    assertThat(line.has("arguments")).isFalse();
  }
}
