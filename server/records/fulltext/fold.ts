/** Marks that are written over letters; not the vowels of scripts that write them as marks, nor those that change a kana. */
const ACCENTS = /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Hebrew}]]--[\u3099\u309A]]/gv;

/** Letters that people write without their stroke, and that Unicode does not take apart. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
};
const STROKED = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
const IS_ASCII = /^[\0-\x7f]*$/;

/**
 * A text in the form for comparing: without accents, in one letter case and one width. The same on every engine; it depends on
 * no dictionary and no locale.
 */
export function fold(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toUpperCase() // ß becomes ss
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(STROKED, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC'); // composes Hangul syllables again
}
