package io.argosy.console.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.argosy.console.session.ConsoleSession;
import io.argosy.console.session.Credentials;
import io.argosy.console.session.RefusedException;
import io.argosy.console.session.Sessions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/** Answers all requests of browsers. */
public final class ConsoleHandler extends Handler.Abstract {
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int TOO_LARGE = 413;

  /** What a login has to say is short. */
  private static final int LONGEST_LOGIN = 8 << 10;

  /** A statement to explain. */
  private static final int LONGEST_BODY = 4 << 20;

  /** For all of a body. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);

  private final Sessions sessions;
  private final Gate gate;
  private final SessionCookie cookie;
  private final String database;
  private final boolean trusting;
  private final PageFiles files = new PageFiles();

  /**
   * @param names by which browsers may ask for it, besides addresses and localhost
   * @param encrypted whether they come by TLS
   * @param port where it listens
   * @param database what is proposed at a login
   * @param trusting as in {@link io.argosy.console.ConsoleOptions}
   */
  public ConsoleHandler(
      Sessions sessions,
      List<String> names,
      boolean encrypted,
      int port,
      String database,
      boolean trusting) {
    this.sessions = sessions;
    this.gate = new Gate(names, encrypted);
    this.cookie = new SessionCookie(port, encrypted);
    this.database = database;
    this.trusting = trusting;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Answer answer;
    try {
      gate.requireOwnName(request);
      answer =
          switch (request.getMethod()) {
            case "GET" -> get(request);
            case "POST" -> post(request);
            default ->
                Answer.error(NOT_ALLOWED, "there are GET and POST").with("Allow", "GET, POST");
          };
    } catch (RefusedException | SQLException | IOException | RuntimeException e) {
      answer = Failures.answer(e);
    }
    HttpFields.Mutable headers = response.getHeaders();
    SecurityHeaders.addTo(headers);
    answer.headers().forEach(headers::put);
    headers.put(HttpHeader.CONTENT_TYPE, answer.type());
    response.setStatus(answer.status());
    response.write(true, ByteBuffer.wrap(answer.body()), callback);
    return true;
  }

  private Answer get(Request request) throws RefusedException, SQLException {
    String path = Request.getPathInContext(request);
    if (!path.startsWith("/api/")) {
      return files
          .find(path, request.getHeaders().get(HttpHeader.IF_NONE_MATCH))
          .orElseGet(() -> Answer.error(NOT_FOUND, "there is no such page"));
    }
    gate.requireOwnPage(request);
    if (path.equals("/api/login")) {
      return Answer.of(Map.of("database", database));
    }
    Optional<ConsoleSession> session = session(request);
    return session.isEmpty()
        ? nobody()
        : Api.read(path, session.get(), Asked.of(request))
            .map(Answer::of)
            .orElseGet(ConsoleHandler::nothing);
  }

  private Answer post(Request request) throws RefusedException, SQLException, IOException {
    gate.requireOwnPage(request);
    String path = Request.getPathInContext(request);
    if (path.equals("/api/login")) {
      return login(request);
    }
    Optional<ConsoleSession> session = session(request);
    if (path.equals("/api/logout")) {
      cookie.secret(request).ifPresent(sessions::end);
      return Answer.of(Map.of()).with("Set-Cookie", cookie.removal());
    }
    if (session.isEmpty()) {
      return nobody();
    }
    return Api.act(path, session.get(), body(request, LONGEST_BODY))
        .map(Answer::of)
        .orElseGet(ConsoleHandler::nothing);
  }

  private Answer login(Request request) throws RefusedException, SQLException, IOException {
    JsonNode body = body(request, LONGEST_LOGIN);
    Credentials credentials =
        new Credentials(
            body.path("role").asText(),
            body.path("password").asText(),
            body.path("database").asText());
    boolean trusted = trusting && Gate.isLocal(request);
    String secret = sessions.begin(credentials, Gate.address(request), trusted);
    // Who logs in again leaves what they had.
    cookie.secret(request).ifPresent(sessions::end);
    return Answer.of(Map.of()).with("Set-Cookie", cookie.setting(secret));
  }

  private Optional<ConsoleSession> session(Request request) {
    return cookie.secret(request).flatMap(sessions::find);
  }

  private static JsonNode body(Request request, int longest) throws RefusedException, IOException {
    // A client that sends on and on, if slowly, is never idle.
    Scheduler.Task end =
        request
            .getComponents()
            .getScheduler()
            .schedule(
                () -> request.getConnectionMetaData().getConnection().getEndPoint().close(),
                LONGEST_WAIT.toMillis(),
                TimeUnit.MILLISECONDS);
    try (InputStream in = Content.Source.asInputStream(request)) {
      byte[] content = in.readNBytes(longest + 1);
      if (content.length > longest) {
        throw new RefusedException(TOO_LARGE, "this is too long");
      }
      return Answer.JSON.readTree(content);
    } finally {
      end.cancel();
    }
  }

  private static Answer nobody() {
    return Answer.error(UNAUTHORIZED, "nobody has logged in, or not for too long");
  }

  private static Answer nothing() {
    return Answer.error(NOT_FOUND, "there is nothing here");
  }
}
