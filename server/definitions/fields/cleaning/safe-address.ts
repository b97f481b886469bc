/** Addresses with one of these schemes or none: a path, a query, a fragment. */
const SAFE = /^(?:(?:https?|mailto|tel):|(?![^/?#]*:)(?![/\\]{2}))/i;

/** Browsers skip leading blanks and control characters, and read a backslash as a slash. */
const PASSED_OVER = /^\s|\p{Cc}|^[/\\]*\\/u;

/** Whether a page may link to an address: it cannot run code, and names no other host without a scheme. */
export function isSafeAddress(address: string): boolean {
  return SAFE.test(address) && !PASSED_OVER.test(address);
}
