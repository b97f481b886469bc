/**
 * The bounds of each time that a request names: the last is that of ECMA-262. Beyond it engines differ, and some fail in a
 * comparison.
 */
export const timeBounds = { minimum: 0, maximum: 8_640_000_000_000_000 };
