import { asLine, composed, withPlainBlanks } from './letters.ts';

/** Letters of full and half width, which are written as those of usual width. */
const WIDE = /[\u3000\uff00-\uffef]+/g;
const IS_ASCII = /^[\0-\x7f]*$/;

/**
 * A user name as it is stored: UsernameCasePreserved of RFC 8265, apart from blanks inside, which names had before. Which names
 * are equal is decided by `foldedKey`, which ignores case as UsernameCaseMapped does.
 */
export function asUserName(text: string): string {
  return asLine(inUsualWidth(text));
}

/** Whether nothing of a user name is invisible. A new name is refused then, rather than changed into another. */
export function isSeenWhole(name: string): boolean {
  return asUserName(name) === composed(inUsualWidth(name));
}

function inUsualWidth(text: string): string {
  return text.replace(WIDE, (wide) => wide.normalize('NFKC'));
}

/** A password as it is hashed: OpaqueString of RFC 8265. Case, width and blanks at the ends are part of it. */
export function asPassword(text: string): string {
  return IS_ASCII.test(text) ? text : withPlainBlanks(text).normalize('NFC');
}
