package io.argosy.coordinator.procedural;

import java.util.List;
import java.util.Optional;

/** A block of PL/pgSQL, or the statements of a procedure in SQL, that has been read. */
public final class Code {
  /**
   * A parameter of a procedure.
   *
   * @param type in SQL
   * @param value the expression that it is called with
   */
  public record Parameter(String name, String type, String value) {}

  private final CodeStatement.Block block;

  Code(Optional<String> label, List<Parameter> parameters, CodeStatement.Block block) {
    List<CodeStatement.Declaration> declarations =
        parameters.stream()
            .map(
                parameter ->
                    new CodeStatement.Declaration(
                        parameter.name(),
                        false,
                        Fragment.of(parameter.type(), 1),
                        false,
                        Optional.of(Fragment.of(parameter.value(), 1))))
            .toList();
    this.block =
        declarations.isEmpty()
            ? block
            : new CodeStatement.Block(label, declarations, List.of(block), List.of());
  }

  /**
   * Runs it.
   *
   * @param session in which a transaction has begun
   * @throws UnsupportedCodeException for what is only found to be in the way as it runs
   * @throws io.argosy.agent.postgres.PostgresException as the block fails
   */
  public void run(CodeSession session) {
    new CodeRun(session).run(block);
  }
}
