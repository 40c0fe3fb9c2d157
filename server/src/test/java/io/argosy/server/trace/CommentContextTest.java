package io.argosy.server.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommentContextTest {
  private static final String TRACE = "5bd66ef5095369c7b0d1f8f4bd33716a";
  private static final String PARENT = "c532cb4098ac3dd2";
  private static final String GIVEN = "traceparent='00-" + TRACE + "-" + PARENT + "-01'";

  private static SpanContext read(String comments) {
    return Span.fromContext(CommentContext.of(comments)).getSpanContext();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/*" + GIVEN + "*/",
        "/* " + GIVEN + " */",
        "/*action='%2Fparam*d',controller='index'," + GIVEN + ",tracestate='a%3Db%2Cc%3Dd'*/",
        "/*hint*/ /*name='it\\'s'," + GIVEN + "*/ ;",
        "-- of whom? /* \n/*" + GIVEN + "*/",
        "/*/ x */ /*" + GIVEN + "*/",
      })
  void aTraceIsFound(String comments) {
    SpanContext context = read(comments);
    assertThat(context.getTraceId()).isEqualTo(TRACE);
    assertThat(context.getSpanId()).isEqualTo(PARENT);
    assertThat(context.isSampled()).isTrue();
    assertThat(context.isRemote()).isTrue();
  }

  @Test
  void valuesAreDecoded() {
    SpanContext context = read("/*" + GIVEN + ",tracestate='a%3Db+c%2Cd%3De'*/");
    assertThat(context.getTraceState().asMap()).containsEntry("a", "b+c").containsEntry("d", "e");
    assertThat(read("/*traceparent='00%2D" + TRACE + "-" + PARENT + "%2d00'*/").isSampled())
        .isFalse();
    assertThat(read("/*traceparent='00%2D" + TRACE + "-" + PARENT + "%2d00'*/").isValid()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/* traceparent */",
        "/*traceparent=''*/",
        "/*traceparent='00-" + TRACE + "-" + PARENT + "'*/",
        "/*traceparent='00-00000000000000000000000000000000-" + PARENT + "-01'*/",
        "/*traceparent='00-" + TRACE + "-0000000000000000-01'*/",
        "/*traceparent='00-" + TRACE + "-c532cb4098ac3dg2-01'*/",
        "/*traceparent='%zz'*/",
        "/*traceparent=00-" + TRACE + "-" + PARENT + "-01*/",
        "-- " + GIVEN,
        "/*" + "traceparent",
      })
  void whatIsMalformedIsPassedOver(String comments) {
    assertThat(read(comments).isValid()).isFalse();
  }

  @Test
  void longCommentsAreNotRead() {
    assertThat(read("/*" + "\\'".repeat(CommentContext.LONGEST) + GIVEN + "*/").isValid())
        .isFalse();
    int room = (CommentContext.LONGEST - GIVEN.length() - 10) / 2;
    assertThat(read("/*a='" + "\\'".repeat(room) + "'," + GIVEN + "*/").isValid()).isTrue();
  }
}
