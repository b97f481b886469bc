import { MAX_DECIMAL_DIGITS, WIDE_DECIMAL_LENGTH } from '../../contract/limits.ts';

// A whole number of up to 65 digits as a text: the number plus 10^65, in 66 digits. So every such number has one text of one
// length, texts sort as their numbers do, and the digits of many can be summed in pieces.

/** Added, so that no text has a sign. */
const OFFSET = 10n ** BigInt(MAX_DECIMAL_DIGITS);

const WIDE = new RegExp(`^[01]\\d{${MAX_DECIMAL_DIGITS}}$`);

/** The largest whole number that has a text. */
export const MAX_WIDE = OFFSET - 1n;

/** The digits of a piece: an engine adds up 10^9 of them in 64 bits. */
const PIECE = 9;

/** Where the pieces of a text begin, from 1. */
const STARTS = Array.from(
  { length: Math.ceil(WIDE_DECIMAL_LENGTH / PIECE) },
  (_, index) => index * PIECE + 1,
);

/** The text of a whole number of at most 65 digits. */
export function toWide(units: bigint): string {
  return String(units + OFFSET).padStart(WIDE_DECIMAL_LENGTH, '0');
}

/** The whole number of a text; undefined if `toWide` did not write it. */
export function fromWide(text: string): bigint | undefined {
  return WIDE.test(text) ? BigInt(text) - OFFSET : undefined;
}

/** SQL for the sum of a column's texts: the sums of their pieces, with blanks between. `whole` is the engine's type of them. */
export function sumOfPieces(column: string, whole: string): string {
  const sums = STARTS.map((start) => `sum(cast(substr("${column}", ${start}, ${PIECE}) as ${whole}))`);
  return sums.join(" || ' ' || ");
}

/** The sum of this many texts, from the sums of their pieces. */
export function fromPieces(sums: string, count: bigint): bigint {
  const sum = sums.split(' ').reduce((before, piece, index) => {
    const digits = Math.min(PIECE, WIDE_DECIMAL_LENGTH - index * PIECE);
    return before * 10n ** BigInt(digits) + BigInt(piece);
  }, 0n);
  return sum - count * OFFSET;
}
