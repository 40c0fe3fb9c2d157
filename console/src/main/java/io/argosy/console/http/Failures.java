package io.argosy.console.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.argosy.console.session.RefusedException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a browser is told when something fails. */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int REFUSED_BY_SERVER = 422;
  private static final int INTERNAL = 500;
  private static final int BAD_GATEWAY = 502;

  /** Classes of SQLSTATE: logins that are refused; 28P01 and the like. */
  private static final String AUTHORIZATION = "28";

  private Failures() {}

  /** The answer to a request that has failed so. */
  static Answer answer(Exception failure) {
    return switch (failure) {
      case RefusedException refused -> {
        Answer answer = Answer.error(refused.status(), refused.getMessage());
        yield refused
            .retryAfter()
            .map(wait -> answer.with("Retry-After", Long.toString(wait.toSeconds() + 1)))
            .orElse(answer);
      }
      case JsonProcessingException ignored ->
          Answer.error(BAD_REQUEST, "this is not the JSON that was expected");
      case SQLException refused -> ofServer(refused);
      case HttpException bad -> Answer.error(bad.getCode(), "this is not a request as it must be");
      case IOException gone -> {
        LOG.debug("a browser has gone", gone);
        yield Answer.error(BAD_REQUEST, "the request has not come to its end");
      }
      default -> {
        LOG.error("the console could not answer", failure);
        yield Answer.error(INTERNAL, "internal error; the coordinator's log says more");
      }
    };
  }

  private static Answer ofServer(SQLException failure) {
    Map<String, Object> told = new LinkedHashMap<>();
    Optional<ServerErrorMessage> message = message(failure);
    told.put(
        "error", message.map(ServerErrorMessage::getMessage).orElseGet(() -> rootMessage(failure)));
    String state = message.map(ServerErrorMessage::getSQLState).orElse(failure.getSQLState());
    told.put("sqlState", state);
    message.map(ServerErrorMessage::getDetail).ifPresent(detail -> told.put("detail", detail));
    message.map(ServerErrorMessage::getHint).ifPresent(hint -> told.put("hint", hint));
    if (state != null && state.startsWith(AUTHORIZATION)) {
      return Answer.of(UNAUTHORIZED, told);
    }
    return Answer.of(
        message.isPresent() || "42601".equals(state) ? REFUSED_BY_SERVER : BAD_GATEWAY, told);
  }

  private static String rootMessage(SQLException failure) {
    return failure.getCause() instanceof SQLException cause
        ? cause.getMessage()
        : failure.getMessage();
  }

  /** What the server has said, if it was the server. */
  private static Optional<ServerErrorMessage> message(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PSQLException told && told.getServerErrorMessage() != null) {
        return Optional.of(told.getServerErrorMessage());
      }
    }
    return Optional.empty();
  }
}
