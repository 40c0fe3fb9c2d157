/** A statement that one view hands to another, too long and too private for an address. */

let statement = '';

/** Keeps it. */
export function give(text) {
  statement = text;
}

/** The last one that was given. */
export function take() {
  return statement;
}
