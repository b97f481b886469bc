import { FORMULA } from '../../../contract/formats.ts';
import { isValueOfSheet } from './sheet-values.ts';

/** After a semicolon, a new cell begins in spreadsheets that use it as the list separator. */
const BEHIND_SEPARATOR = /;(?='*[=+\-@＝＋－＠])/g;
const GUARDED = /;'(?='*[=+\-@＝＋－＠])/g;

/** A text for CSV, with one apostrophe more wherever a spreadsheet would run it as a formula. */
export function guardFormulas(text: string): string {
  const guarded = FORMULA.test(text) || isGuardedValue(text) ? `'${text}` : text;
  return text.includes(';') ? guarded.replace(BEHIND_SEPARATOR, ";'") : guarded;
}

/** The same for a file that a spreadsheet saves again, which must take no text for a number, a date or nothing. */
export function guardValues(text: string): string {
  return isValueOfSheet(text) ? `'${text}` : guardFormulas(text);
}

/** The text that was guarded. */
export function unguardFormulas(text: string): string {
  if (!text.includes("'")) return text;
  const inner = text.replace(GUARDED, ';');
  if (!inner.startsWith("'")) return inner;
  return FORMULA.test(inner) || isGuardedValue(inner) ? inner.slice(1) : inner;
}

/** Whether a text is a value behind apostrophes, of which reading removes one. */
function isGuardedValue(text: string): boolean {
  return text.startsWith("'") && isValueOfSheet(text.replace(/^'+/, ''));
}

/** JSON for CSV: strings may hold any character as an escape. */
export function guardFormulasInJson(json: string): string {
  if (!json.includes(';')) return json;
  return json.replace(
    /;([=+\-@＝＋－＠])/g,
    (_, begin: string) => `;\\u${begin.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
