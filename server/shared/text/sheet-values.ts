/** A text that a spreadsheet might take for a number, a date, a time or money, and store as another one. */
const NUMBERISH =
  /^[\p{Nd}\s.,:/\-+()%\p{Sc}]*\p{Nd}(?:[eE][+-]?\p{Nd}|[tT]\p{Nd}|[\p{Nd}\s.,:/\-+()%\p{Sc}])*(?:[zZ]|[ap]\.?m\.?)?\s*$/iu;
const LONGEST = 60;
/** The months and days of several languages, by their first letters. */
const NAMES = new Set(
  'jan feb fév fev mar mär apr abr avr may mai mag jun jui giu jul lug aug aoû ago sep set oct okt ott out nov dec dez déc dic ene gen mon tue wed thu fri sat sun'.split(
    ' ',
  ),
);
const WITH_NAME = /^[\p{L}\p{Nd}\s.,:/\-']{2,40}$/u;

/** How spreadsheets write true and false, in the languages whose words differ. */
const TRUE =
  'true 1 wahr vrai verdadero verdadeiro vero waar sant sand sann tosi prawda pravda истина igaz doğru'.split(
    ' ',
  );
const FALSE =
  'false 0 falsch faux falso onwaar falskt falsk usann epätosi fałsz nepravda ложь hamis yanlış'.split(' ');
const BOOLEANS = new Map([
  ...TRUE.map((word) => [word, true] as const),
  ...FALSE.map((word) => [word, false] as const),
]);

/** True or false in the words of a spreadsheet; undefined for other texts. */
export function booleanOfSheet(text: string): boolean | undefined {
  return BOOLEANS.get(text.toLowerCase());
}

/** Whether a spreadsheet might take a text for a value of another kind. An empty cell is one: it holds nothing. */
export function isValueOfSheet(text: string): boolean {
  if (text === '') return true;
  if (text.length > LONGEST) return /^[\d.,+-]+$/.test(text);
  return NUMBERISH.test(text) || booleanOfSheet(text) !== undefined || isDateWithName(text);
}

function isDateWithName(text: string): boolean {
  if (!/\p{Nd}/u.test(text) || !WITH_NAME.test(text)) return false;
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.some((word) => NAMES.has(word.slice(0, 3).toLowerCase()));
}

/**
 * A decimal as a spreadsheet writes it in any language, with a point: `1.234,56` and `1 234,56` are 1234.56. Undefined for texts
 * that can be read in two ways, such as `1,234`, and for those that are no number.
 */
export function decimalOfSheet(text: string): string | undefined {
  const plain = text.replace(/(?<=\d)[ \u00a0\u202f'’](?=\d{3}(?!\d))/g, '');
  if (/^-?\d+(?:\.\d+)?$/.test(plain)) return plain;
  if (/^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(plain)) return plain.replaceAll('.', '').replace(',', '.');
  if (/^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(plain)) return plain.replaceAll(',', '');
  if (/^-?\d{1,3}(?:[.,]\d{3}){2,}$/.test(plain)) return oneSeparator(plain);
  const isAmbiguous = /^-?[1-9]\d{0,2},\d{3}$/.test(plain);
  return /^-?\d+,\d+$/.test(plain) && !isAmbiguous ? plain.replace(',', '.') : undefined;
}

/** A whole number in groups of three digits; undefined where the separators differ. */
function oneSeparator(text: string): string | undefined {
  return text.includes('.') && text.includes(',') ? undefined : text.replaceAll(/[.,]/g, '');
}
