package io.argosy.coordinator.analysis;

import io.argosy.protocol.message.Field;
import java.util.List;
import java.util.Optional;

/**
 * What a node says a statement takes and gives.
 *
 * @param parameterTypes type object ids of $1..
 * @param fields the columns of its rows in text format; empty when it returns none
 */
public record Description(int[] parameterTypes, Optional<List<Field>> fields) {}
