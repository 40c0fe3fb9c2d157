package io.argosy.protocol.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.StringPreparation;
import com.ongres.scram.common.exception.ScramException;
import io.argosy.protocol.message.BackendDecoder;
import io.argosy.protocol.message.FrontendMessages;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.tls.ChannelBinding;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Answers the authentication requests of one login. */
final class Login {
  private static final int OK = 0;
  private static final int CLEARTEXT_PASSWORD = 3;
  private static final int MD5_PASSWORD = 5;
  private static final int SASL = 10;
  private static final int SASL_CONTINUE = 11;
  private static final int SASL_FINAL = 12;

  private final String user;
  private final Optional<String> password;
  private final Optional<ChannelBinding> channelBinding;
  private ScramClient scram;
  private boolean serverProven;

  /** Answers for a role; with the server's certificate where the connection is encrypted. */
  Login(String user, Optional<String> password, Optional<X509Certificate> serverCertificate) {
    this.user = user;
    this.password = password;
    this.channelBinding = serverCertificate.flatMap(ChannelBinding::of);
  }

  /**
   * The answer to an Authentication message, or empty where none is due.
   *
   * <pre>
   * int32 kind  and then  nothing                for OK, cleartext
   *                       byte[4] salt           for MD5
   *                       { string mechanism }*  for SASL
   *                       the server's message   for SASL continue, final
   * </pre>
   */
  Optional<FrontendMessages> answer(ByteBuffer body) {
    int kind = body.getInt();
    try {
      return switch (kind) {
        case OK -> {
          if (scram != null && !serverProven) {
            throw new PostgresException("28P01", "the server skipped the end of SCRAM");
          }
          yield Optional.empty();
        }
        case CLEARTEXT_PASSWORD -> Optional.of(new FrontendMessages().password(password()));
        case MD5_PASSWORD -> Optional.of(new FrontendMessages().password(md5(body)));
        case SASL -> Optional.of(begin(body));
        case SASL_CONTINUE -> {
          scram.serverFirstMessage(rest(body));
          yield Optional.of(
              new FrontendMessages().saslResponse(scram.clientFinalMessage().toString()));
        }
        case SASL_FINAL -> {
          scram.serverFinalMessage(rest(body));
          serverProven = true;
          yield Optional.empty();
        }
        default ->
            throw new PostgresException(
                PostgresError.of("0A000", "authentication method " + kind + " is not supported")
                    .withHint("Use scram-sha-256, md5, password or trust in pg_hba.conf."));
      };
    } catch (ScramException e) {
      throw new PostgresException(
          PostgresError.of("28P01", "SCRAM authentication failed: " + e.getMessage()), e);
    }
  }

  private FrontendMessages begin(ByteBuffer body) {
    List<String> mechanisms = new ArrayList<>();
    while (body.get(body.position()) != 0) {
      mechanisms.add(BackendDecoder.string(body));
    }
    if (channelBinding.isEmpty()) {
      mechanisms.removeIf(mechanism -> mechanism.endsWith("-PLUS"));
    }
    ScramClient.FinalBuildStage client =
        ScramClient.builder()
            .advertisedMechanisms(mechanisms)
            // PostgreSQL takes the user from the startup message and ignores this one.
            .username("*")
            .password(password().toCharArray())
            .stringPreparation(StringPreparation.POSTGRESQL_PREPARATION);
    channelBinding.ifPresent(binding -> client.channelBinding(ChannelBinding.TYPE, binding.data()));
    scram = client.build();
    return new FrontendMessages()
        .saslInitialResponse(
            scram.getScramMechanism().getName(), scram.clientFirstMessage().toString());
  }

  /** md5(md5(password, user) in hexadecimal, salt), prefixed with "md5". */
  private String md5(ByteBuffer body) {
    byte[] salt = new byte[4];
    body.get(salt);
    String inner = md5Hex(password().getBytes(UTF_8), user.getBytes(UTF_8));
    return "md5" + md5Hex(inner.getBytes(ISO_8859_1), salt);
  }

  private static String md5Hex(byte[] first, byte[] second) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      digest.update(first);
      digest.update(second);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }

  private static String rest(ByteBuffer body) {
    return UTF_8.decode(body).toString();
  }

  private String password() {
    return password.orElseThrow(
        () ->
            new PostgresException(
                "28P01",
                "the node asks for a password of user \"" + user + "\", but none is configured",
                "Add the user's password to the node's configuration."));
  }
}
