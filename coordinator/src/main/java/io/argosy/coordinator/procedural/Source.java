package io.argosy.coordinator.procedural;

import java.util.function.Supplier;

/**
 * A block as it comes.
 *
 * @param compiled the block of {@link CodeParser#compiled}; empty for code that PostgreSQL has
 *     looked at before
 * @param code reads it
 */
public record Source(String compiled, Supplier<Code> code) {}
