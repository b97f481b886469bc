/** Addresses with one of these schemes, or with none: a path, a query, a place on the page. */
const SAFE = /^(?:(?:https?|mailto|tel):|(?![^/?#]*:)(?![/\\]{2}))/i;

/** Browsers pass over blanks before an address and controls in it, and take a backslash for a slash. */
const PASSED_OVER = /^\s|\p{Cc}|^[/\\]*\\/u;

/** Whether a page may link to an address, as it stands in the text: nothing that runs, and no other host without a scheme. */
export function isSafeAddress(address: string): boolean {
  return SAFE.test(address) && !PASSED_OVER.test(address);
}
