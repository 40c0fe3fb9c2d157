package io.argosy.node.move;

import io.argosy.node.frame.Block;

/**
 * Whole tuples of binary COPY, or a part of a tuple that is longer than a block.
 *
 * @param continued whether the last tuple goes on in the next block
 * @param rows how many tuples end in it
 * @param block the tuples
 */
public record RowBlock(boolean continued, int rows, Block block) {}
